export type * from './face.ts';
export { CSC_PIN, cscPeople } from './people.ts';
export { startCscSimulator } from './simulator.ts';
