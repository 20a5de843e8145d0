import { noHsm } from '@websign/testkit';
import { describe, vi } from 'vitest';
import { bridgeInstalled } from '../src/index.ts';
import { signerContract } from './contract.ts';
import { pkcs11Bench } from './pkcs11-bench.ts';

// The first to come builds the bridge.
vi.setConfig({ hookTimeout: 180_000 });
const reason = noHsm(bridgeInstalled());

describe.skipIf(reason !== undefined)(`pkcs11 over SoftHSM (${reason ?? 'softhsm2'})`, () => {
  signerContract("pkcs11, the service's PIN", () => pkcs11Bench('service'));
  signerContract("pkcs11, a person's PIN", () => pkcs11Bench('person'));
});
