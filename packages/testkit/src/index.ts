export * from './attacks/index.ts';
export * from './csc/index.ts';
export * from './dsa/index.ts';
export * from './one-time.ts';
export * from './pdf/index.ts';
export * from './pki/index.ts';
export * from './s3/index.ts';
export * from './trust/index.ts';
