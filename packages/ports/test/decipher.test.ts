import { describe, expect, it } from 'vitest';
import { nodePorts } from '../src/index.ts';

const { decipher } = nodePorts();
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (value: Uint8Array | undefined): string => Buffer.from(value ?? []).toString('hex');
const block = '6bc1bee22e409f96e93d7e117393172a';
const iv = '000102030405060708090a0b0c0d0e0f';

describe('the ciphers of encrypted files', () => {
  it.each([
    ['40 bits', '0102030405', 'b2396305f03dc027ccc3524a0a1118a8'],
    ['128 bits', '0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97'],
  ])('RC4 of %s (RFC 6229)', (_, key, stream) => {
    expect(hex(decipher.rc4(bytes(key), new Uint8Array(16)))).toBe(stream);
    expect(hex(decipher.rc4(bytes(key), bytes(stream)))).toBe('00'.repeat(16));
  });

  it.each([
    ['128 bits', '2b7e151628aed2a6abf7158809cf4f3c', '7649abac8119b246cee98e9b12e9197d'],
    [
      '256 bits',
      '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
      'f58c4c04d6e5f1ba779eabfb5f7bfbd6',
    ],
  ])('AES-CBC of %s (NIST SP 800-38A)', (_, key, cipher) => {
    expect(hex(decipher.aesCbc('encrypt', bytes(key), bytes(iv), bytes(block)))).toBe(cipher);
    expect(hex(decipher.aesCbc('decrypt', bytes(key), bytes(iv), bytes(cipher)))).toBe(block);
    expect(decipher.aesCbc('decrypt', bytes(key), bytes(iv), new Uint8Array())).toHaveLength(0);
  });

  it('MD5 (RFC 1321)', () => {
    expect(hex(decipher.md5(Buffer.from('abc')))).toBe('900150983cd24fb0d6963f7d28e17f72');
  });

  it('gives memory that belongs to nobody else', () => {
    const out = decipher.aesCbc('encrypt', bytes('00'.repeat(16)), bytes(iv), bytes(block.repeat(3)));
    expect(out).toHaveLength(48);
    expect(Buffer.isBuffer(out)).toBe(false);
  });
});
