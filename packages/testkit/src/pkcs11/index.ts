export { type FaultyModule, faultyModule, type ModuleFault } from './faulty.ts';
export { buildsAddons, type SoftHsm, softHsmModule, startSoftHsm } from './softhsm.ts';
