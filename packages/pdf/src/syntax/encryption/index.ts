export { enciphered, encipheredValue } from './encipher.ts';
export type { Encryption, EncryptionFacts } from './encryption.ts';
export { readEncryption } from './read.ts';
