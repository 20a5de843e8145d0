export { type FaultyModule, faultyModule, type ModuleFault } from './faulty.ts';
export { noHsm, type SoftHsm, softHsmModule, startSoftHsm } from './softhsm.ts';
