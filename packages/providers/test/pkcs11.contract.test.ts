import { describe, vi } from 'vitest';
import { signerContract } from './contract.ts';
import { noHsm, pkcs11Bench } from './pkcs11-bench.ts';

// The first to come builds the bridge.
vi.setConfig({ hookTimeout: 180_000 });
const reason = noHsm();

describe.skipIf(reason !== undefined)(`pkcs11 over SoftHSM (${reason ?? 'softhsm2'})`, () => {
  signerContract("pkcs11, the service's PIN", () => pkcs11Bench('service'));
  signerContract("pkcs11, a person's PIN", () => pkcs11Bench('person'));
});
