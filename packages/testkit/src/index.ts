export * from './pki/index.ts';
