export { enciphered, encipheredValue } from './encipher.ts';
export type { EncryptionFacts } from './encryption.ts';
export { readEncryption } from './read.ts';
