export type { Encryption, EncryptionFacts } from './encryption.ts';
export { readEncryption } from './read.ts';
