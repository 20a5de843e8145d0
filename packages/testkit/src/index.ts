export * from './attacks/index.ts';
export * from './pdf/index.ts';
export * from './pki/index.ts';
export * from './trust/index.ts';
