export type * from './ports.ts';
export type * from './sign/face.ts';
