import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { TestKey } from './identity.ts';

const KEYS = new Map<string, TestKey>();

/** A P-256 key that is always the same for a name; as public as the other test keys. */
export function namedKey(name: string): TestKey {
  const known = KEYS.get(name) ?? derive(name);
  KEYS.set(name, known);
  return known;
}

function derive(name: string): TestKey {
  const scalar = createHash('sha256').update(`a key for tests: ${name}`).digest();
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: scalar.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    privateKey,
    pkcs8: privateKey.export({ format: 'der', type: 'pkcs8' }),
    spki: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
  };
}
