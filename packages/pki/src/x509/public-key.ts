import { Fields } from '../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { integerOctets, readBitOctets, readOid } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import type { Curve, SignatureAlgorithm, WholeMessageAlgorithm } from '../face.ts';
import { OID } from '../oids.ts';
import { DIGEST_LENGTH, digestOf } from './algorithms.ts';
import {
  type PssParameters,
  readAlgorithm,
  readPssParameters,
  type SignatureMethod,
  supported,
} from './identifiers.ts';

/** What a SubjectPublicKeyInfo holds. */
export type PublicKey =
  | { kind: 'rsa'; bits: number }
  /** `parameters`: those to which the key is bound, where it is. */
  | { kind: 'rsa-pss'; bits: number; parameters?: PssParameters }
  | { kind: 'ec'; curve: Curve }
  | { kind: WholeMessageAlgorithm }
  | { kind: 'other'; oid: string };

const CURVES: ReadonlyMap<string, Curve> = new Map([
  [OID.p256, 'p256'],
  [OID.p384, 'p384'],
  [OID.p521, 'p521'],
  [OID.bp256, 'bp256'],
  [OID.bp384, 'bp384'],
  [OID.bp512, 'bp512'],
]);

const WHOLE_MESSAGE: ReadonlyMap<string, WholeMessageAlgorithm> = new Map<string, WholeMessageAlgorithm>([
  [OID.ed25519, 'ed25519'],
  [OID.ed448, 'ed448'],
  [OID.mlDsa44, 'ml-dsa-44'],
  [OID.mlDsa65, 'ml-dsa-65'],
  [OID.mlDsa87, 'ml-dsa-87'],
]);

/** Bits of a key, as tables of algorithms count them (TS 119 312 §6.2); undefined for a kind of which they count none. */
export function keySize(key: PublicKey): number | undefined {
  switch (key.kind) {
    case 'rsa':
    case 'rsa-pss':
      return key.bits;
    case 'ec':
      return Number(key.curve.replace(/\D/g, ''));
    case 'ed25519':
      return 256;
    case 'ed448':
      return 448;
    default:
      return undefined;
  }
}

/** Reads the kind and size of a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7, RFC 5480, RFC 8017, RFC 8410, RFC 9881). */
export function readPublicKey(value: Asn1): PublicKey {
  const fields = new Fields(value, 'SubjectPublicKeyInfo');
  const { oid, parameters } = readAlgorithm(fields.next('algorithm'));
  const key = readBitOctets(fields.next('subjectPublicKey'));
  fields.end();
  if (oid === OID.rsaEncryption) return { kind: 'rsa', bits: modulusBits(key) };
  if (oid === OID.rsaPss) return pssKey(modulusBits(key), parameters);
  const whole = WHOLE_MESSAGE.get(oid);
  if (whole !== undefined) return { kind: whole };
  const curve =
    oid === OID.ecPublicKey && parameters?.tag === TAG.oid ? CURVES.get(readOid(parameters)) : undefined;
  return curve === undefined ? { kind: 'other', oid } : { kind: 'ec', curve };
}

/** A key that is bound to parameters that are not taken is none that is known: nothing is said of its values. */
function pssKey(bits: number, bound: Asn1 | undefined): PublicKey {
  if (bound === undefined) return { kind: 'rsa-pss', bits };
  const parameters = supported(() => readPssParameters(bound));
  return parameters === undefined
    ? { kind: 'other', oid: OID.rsaPss }
    : { kind: 'rsa-pss', bits, parameters };
}

/** The RSAPublicKey (RFC 8017 §A.1.1), DER, of a SubjectPublicKeyInfo: the key without what it is bound to. */
export function rsaPublicKey(spki: Uint8Array): Uint8Array {
  const fields = new Fields(readAsn1(spki, { maxBytes: 8192, maxNodes: 32 }), 'SubjectPublicKeyInfo');
  fields.next('algorithm');
  return readBitOctets(fields.next('subjectPublicKey'));
}

/**
 * Whether a key of RSASSA-PSS makes such values: those of the digests that it is bound to, with no shorter salt
 * (RFC 4055 §3.3).
 */
export function permitsPss(
  { parameters }: { parameters?: PssParameters },
  { digest, maskDigest = digest, saltLength }: SignatureMethod,
): boolean {
  if (parameters === undefined) return true;
  const salt = saltLength ?? DIGEST_LENGTH[parameters.digest];
  return (
    digest === parameters.digest && maskDigest === parameters.maskDigest && salt >= parameters.saltLength
  );
}

function modulusBits(der: Uint8Array): number {
  const fields = new Fields(readAsn1(der, { maxBytes: 8192, maxNodes: 8 }), 'RSAPublicKey');
  const modulus = integerOctets(fields.next('modulus'));
  const start = modulus[0] === 0 ? 1 : 0;
  return (modulus.length - start) * 8 - Math.clz32(modulus[start] ?? 0) + 24;
}

/** Shorter RSA keys make no signatures, not even legacy ones (TS 119 312 §8.4). */
export const LEAST_RSA_BITS = 2048;

/** Whether a key of that kind makes such signatures, whatever its size. */
export function keyMakes(algorithm: SignatureAlgorithm, key: PublicKey): boolean {
  if (algorithm.startsWith('ecdsa-')) return key.kind === 'ec' && algorithm.startsWith(`ecdsa-${key.curve}-`);
  if (key.kind !== 'rsa-pss') return key.kind === 'rsa';
  return algorithm.startsWith('rsa-pss-') && permitsPss(key, { kind: 'pss', digest: digestOf(algorithm) });
}

/** Refuses a signature algorithm that this key cannot make, and RSA keys that are too short to make any. */
export function requireKeyFor(algorithm: SignatureAlgorithm, key: PublicKey): void {
  if (!keyMakes(algorithm, key))
    throw new PkiError('algorithm_mismatch', `${algorithm} with a key of kind ${key.kind}`);
  if ('bits' in key && key.bits < LEAST_RSA_BITS) {
    throw new PkiError('algorithm_unsupported', `an RSA key of ${key.bits} bits makes no signatures`);
  }
}
