export type * from './signer.ts';
