export type * from './face.ts';
