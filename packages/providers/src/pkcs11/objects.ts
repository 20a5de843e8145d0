import { createPublicKey } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import { type Attribute, CK, type Cryptoki, type Handle, returned } from './cryptoki.ts';
import type { ListedCertificate, ListedKey } from './protocol.ts';
import type { KeyReference } from './reference.ts';

/** Objects that a listing shows of one kind. */
const MOST_LISTED = 10_000;
const CURVES: Readonly<Record<string, string>> = {
  '06082a8648ce3d030107': 'P-256',
  '06052b81040022': 'P-384',
};

/** The one private key of that label or id; throws ProviderError `no_key` for none, and for several. */
export function findKey(cryptoki: Cryptoki, session: Handle, { label, id }: KeyReference): Handle {
  const template: Attribute[] = [{ type: CK.CLASS, value: CK.PRIVATE_KEY }];
  if (label !== undefined) template.push({ type: CK.LABEL, value: Buffer.from(label, 'utf8') });
  if (id !== undefined) template.push({ type: CK.ID, value: Buffer.from(id, 'hex') });
  const [key, another] = find(cryptoki, session, template, 2);
  if (key === undefined)
    throw new ProviderError('no_key', "the token has no key of the account's label or id");
  if (another !== undefined)
    throw new ProviderError('no_key', 'the token has several keys of that label or id');
  return key;
}

export function listKeys(cryptoki: Cryptoki, session: Handle): ListedKey[] {
  const read = (object: Handle, type: number) => attribute(cryptoki, session, object, type);
  const points = new Map<string, Buffer>();
  for (const object of find(cryptoki, session, [{ type: CK.CLASS, value: CK.PUBLIC_KEY }], MOST_LISTED)) {
    const point = read(object, CK.EC_POINT);
    if (point !== undefined) points.set(nameOf(read, object), point);
  }
  return find(cryptoki, session, [{ type: CK.CLASS, value: CK.PRIVATE_KEY }], MOST_LISTED).map((object) => ({
    label: read(object, CK.LABEL)?.toString('utf8') ?? '',
    id: read(object, CK.ID)?.toString('hex') ?? '',
    spki: spkiOf(
      read(object, CK.MODULUS),
      read(object, CK.PUBLIC_EXPONENT),
      read(object, CK.EC_PARAMS),
      points.get(nameOf(read, object)),
    ),
  }));
}

export function listCertificates(cryptoki: Cryptoki, session: Handle): ListedCertificate[] {
  const read = (object: Handle, type: number) => attribute(cryptoki, session, object, type);
  return find(cryptoki, session, [{ type: CK.CLASS, value: CK.CERTIFICATE }], MOST_LISTED).map((object) => ({
    label: read(object, CK.LABEL)?.toString('utf8') ?? '',
    id: read(object, CK.ID)?.toString('hex') ?? '',
    der: read(object, CK.VALUE) ?? Buffer.alloc(0),
  }));
}

type Read = (object: Handle, type: number) => Buffer | undefined;

/** What a public key shares with its private one: the id, or the label where there is none. */
const nameOf = (read: Read, object: Handle): string =>
  read(object, CK.ID)?.toString('hex') || `label ${read(object, CK.LABEL)?.toString('utf8') ?? ''}`;

function find(cryptoki: Cryptoki, session: Handle, template: Attribute[], most: number): Handle[] {
  cryptoki.C_FindObjectsInit(session, template);
  try {
    return cryptoki.C_FindObjects(session, most);
  } finally {
    cryptoki.C_FindObjectsFinal(session);
  }
}

/** One by one: asked for together, an attribute that an object lacks would hide the others. */
function attribute(cryptoki: Cryptoki, session: Handle, object: Handle, type: number): Buffer | undefined {
  try {
    const [found] = cryptoki.C_GetAttributeValue(session, object, [{ type }]);
    return Buffer.isBuffer(found?.value) && found.value.length > 0 ? found.value : undefined;
  } catch (error) {
    const name = returned(error);
    if (name === 'CKR_ATTRIBUTE_TYPE_INVALID' || name === 'CKR_ATTRIBUTE_SENSITIVE') return undefined;
    throw error;
  }
}

function spkiOf(
  modulus: Buffer | undefined,
  exponent: Buffer | undefined,
  parameters: Buffer | undefined,
  point: Buffer | undefined,
): Uint8Array | null {
  const curve = CURVES[parameters?.toString('hex') ?? ''];
  if (modulus !== undefined && exponent !== undefined)
    return spki({ kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') });
  if (curve === undefined || point === undefined) return null;
  // An OCTET STRING around the uncompressed point (PKCS#11 §2.3.3); some modules leave it away.
  const bytes = point[0] === 0x04 && point[1] === point.length - 2 ? point.subarray(2) : point;
  const half = (bytes.length - 1) / 2;
  const [x, y] = [bytes.subarray(1, 1 + half), bytes.subarray(1 + half)];
  return spki({ kty: 'EC', crv: curve, x: x.toString('base64url'), y: y.toString('base64url') });
}

function spki(jwk: Record<string, string>): Uint8Array | null {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
  } catch {
    return null; // A key that is none is told as one that the token does not tell.
  }
}
