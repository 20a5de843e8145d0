export {
  type DsaFault,
  type DsaSimulator,
  type DsaSimulatorOptions,
  type DsaUser,
  startDsaSimulator,
} from './simulator.ts';
