export type { EncryptionFacts } from './encryption.ts';
export { readEncryption } from './read.ts';
