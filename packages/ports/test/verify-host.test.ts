import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { PkiError } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { describe, expect, test, vi } from 'vitest';

/** OpenSSL before 3.5: keys of ML-DSA cannot be read. */
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const createPublicKey: typeof crypto.createPublicKey = (input) => {
    const key = crypto.createPublicKey(input);
    if (key.asymmetricKeyType?.startsWith('ml-dsa')) throw new Error('unsupported');
    return key;
  };
  return { ...crypto, createPublicKey };
});

const { verify } = nodePorts();
const message = Buffer.from('the signed attributes');
const spkiOf = (key: KeyObject) => Uint8Array.from(key.export({ type: 'spki', format: 'der' }));

describe('a host without ML-DSA', () => {
  test('says that it cannot verify it, not that the value is wrong', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ml-dsa-65');
    const ask = () => verify('ml-dsa-65', spkiOf(publicKey), message, sign(null, message, privateKey));
    expect(ask).toThrowError(PkiError);
    expect(ask).toThrowError(expect.objectContaining({ code: 'algorithm_unsupported' }));
  });

  test('verifies all else', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const value = sign(null, message, privateKey);
    expect(verify('ed25519', spkiOf(publicKey), message, value)).toBe(true);
    expect(verify('ed25519', spkiOf(publicKey), message, new Uint8Array(64))).toBe(false);
  });
});
