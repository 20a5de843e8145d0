import { describe } from 'vitest';
import { signerContract } from './contract.ts';
import { noHsm, pkcs11Bench } from './pkcs11-bench.ts';

const reason = noHsm();

describe.skipIf(reason !== undefined)(`pkcs11 over SoftHSM (${reason ?? 'softhsm2'})`, () => {
  signerContract("pkcs11, the service's PIN", () => pkcs11Bench('service'));
  signerContract("pkcs11, a person's PIN", () => pkcs11Bench('person'));
});
