import { equalBytes } from '../asn1/bytes.ts';
import { Fields, inner } from '../asn1/fields.ts';
import { type Asn1, readAsn1 } from '../asn1/reader.ts';
import { context, TAG } from '../asn1/tags.ts';
import { expectTag, readOctets, readOid, readSmallInteger } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import { OID } from '../oids.ts';
import { DIGEST_LENGTH, isOwnDigest } from '../x509/algorithms.ts';
import { type Certificate, parseCertificate } from '../x509/certificate.ts';
import { readDigest } from '../x509/identifiers.ts';
import { sameName } from '../x509/name-match.ts';
import { type Allowance, decrypt, MAX_ITERATIONS, spend } from './decrypt.ts';
import { deriveKey, PURPOSE } from './kdf.ts';
import type { PkcsPorts } from './ports.ts';

/** What a PKCS#12 file holds. */
export interface Pkcs12 {
  /** DER of PrivateKeyInfo (PKCS#8). */
  privateKey: Uint8Array;
  /** The key's certificate first, then its issuers as far as they are there; DER. */
  chain: Uint8Array[];
}

const LIMITS = { ber: true, maxBytes: 1024 * 1024, maxNodes: 5000, maxDepth: 24 };

const BAG = {
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
} as const;
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
const LOCAL_KEY_ID = '1.2.840.113549.1.9.21';

/**
 * Reads a password-protected PKCS#12 file (RFC 7292) with one private key: integrity first, then the bags.
 * Throws PkiError `pkcs12_*` or `asn1_*`.
 */
export function readPkcs12(file: Uint8Array, password: string, ports: PkcsPorts): Pkcs12 {
  const pfx = new Fields(readAsn1(file, LIMITS), 'PFX');
  if (readSmallInteger(pfx.next('version')) !== 3) throw new PkiError('pkcs12_unsupported', 'not version 3');
  const safe = readContentInfo(pfx.next('authSafe'));
  const mac = pfx.optional(TAG.sequence);
  pfx.end();
  if (safe.type !== OID.data || mac === undefined) {
    throw new PkiError('pkcs12_unsupported', 'not protected by a password');
  }
  const allowance: Allowance = { iterations: MAX_ITERATIONS };
  const contents = readOctets(safe.content);
  checkMac(mac, contents, password, allowance, ports);
  const infos = expectTag(readAsn1(contents, LIMITS), TAG.sequence, 'AuthenticatedSafe').members();
  const open = (info: Asn1) => openSafe(info, password, allowance, ports);
  return identityOf(infos.flatMap(open).map((bag) => readBag(bag, password, allowance, ports)));
}

function readContentInfo(value: Asn1): { type: string; content: Asn1 } {
  const fields = new Fields(value, 'ContentInfo');
  const type = readOid(fields.next('contentType'));
  const content = inner(fields.next('content', context(0)), 'content');
  fields.end();
  return { type, content };
}

/** MacData with the key derivation of PKCS#12 (RFC 7292 §5.1). */
function checkMac(
  value: Asn1,
  contents: Uint8Array,
  password: string,
  allowance: Allowance,
  ports: PkcsPorts,
): void {
  const fields = new Fields(value, 'MacData');
  const info = new Fields(fields.next('mac'), 'DigestInfo');
  const digest = readDigest(info.next('digestAlgorithm'));
  const expected = readOctets(info.next('digest'));
  const salt = readOctets(fields.next('macSalt'));
  const count = fields.optional(TAG.integer);
  fields.end();
  const iterations = spend(allowance, count === undefined ? 1 : readSmallInteger(count));
  if (digest !== 'SHA-1' && !isOwnDigest(digest)) {
    throw new PkiError('pkcs12_unsupported', `an integrity check with ${digest}`);
  }
  const length = DIGEST_LENGTH[digest];
  const key = deriveKey({ digest, password, salt, iterations, purpose: PURPOSE.mac }, length, ports);
  if (!equalBytes(ports.hmac(digest, key, contents), expected)) {
    throw new PkiError('pkcs12_password', 'the password is wrong or the file is damaged');
  }
}

/** The SafeBags of one ContentInfo, decrypted where they are encrypted. */
function openSafe(value: Asn1, password: string, allowance: Allowance, ports: PkcsPorts): Asn1[] {
  const { type, content } = readContentInfo(value);
  let plain: Uint8Array;
  if (type === OID.data) plain = readOctets(content);
  else if (type === OID.encryptedData) plain = decryptData(content, password, allowance, ports);
  else throw new PkiError('pkcs12_unsupported', `a safe of type ${type}`);
  return expectTag(readAsn1(plain, LIMITS), TAG.sequence, 'SafeContents').members();
}

/** EncryptedData (RFC 5652 §8). */
function decryptData(value: Asn1, password: string, allowance: Allowance, ports: PkcsPorts): Uint8Array {
  const fields = new Fields(value, 'EncryptedData');
  readSmallInteger(fields.next('version'));
  const info = new Fields(fields.next('encryptedContentInfo'), 'EncryptedContentInfo');
  readOid(info.next('contentType'));
  const algorithm = info.next('contentEncryptionAlgorithm');
  const content = readOctets(info.next('encryptedContent'), context(0, true));
  return decrypt(algorithm, content, password, allowance, ports);
}

interface Bag {
  privateKey?: Uint8Array;
  certificate?: Uint8Array;
  localKeyId?: Uint8Array;
}

function readBag(value: Asn1, password: string, allowance: Allowance, ports: PkcsPorts): Bag {
  const fields = new Fields(value, 'SafeBag');
  const type = readOid(fields.next('bagId'));
  const content = inner(fields.next('bagValue', context(0)), 'bagValue');
  const localKeyId = readLocalKeyId(fields.optional(TAG.set));
  fields.end();
  const bag: Bag = localKeyId === undefined ? {} : { localKeyId };
  if (type === BAG.key) return { ...bag, privateKey: content.raw };
  if (type === BAG.shroudedKey) return { ...bag, privateKey: unshroud(content, password, allowance, ports) };
  if (type !== BAG.certificate) return {};
  const certificate = readCertificateBag(content);
  return certificate === undefined ? {} : { ...bag, certificate };
}

/** EncryptedPrivateKeyInfo (RFC 5958 §3). */
function unshroud(value: Asn1, password: string, allowance: Allowance, ports: PkcsPorts): Uint8Array {
  const fields = new Fields(value, 'EncryptedPrivateKeyInfo');
  const algorithm = fields.next('encryptionAlgorithm');
  const encrypted = readOctets(fields.next('encryptedData'));
  fields.end();
  return decrypt(algorithm, encrypted, password, allowance, ports);
}

/** CertBag; certificates other than X.509 are passed over. */
function readCertificateBag(value: Asn1): Uint8Array | undefined {
  const fields = new Fields(value, 'CertBag');
  const type = readOid(fields.next('certId'));
  const content = inner(fields.next('certValue', context(0)), 'certValue');
  return type === X509_CERTIFICATE ? readOctets(content) : undefined;
}

function readLocalKeyId(attributes: Asn1 | undefined): Uint8Array | undefined {
  for (const attribute of attributes?.members() ?? []) {
    const fields = new Fields(attribute, 'PKCS12Attribute');
    if (readOid(fields.next('attrId')) !== LOCAL_KEY_ID) continue;
    const [value] = fields.next('attrValues', TAG.set).members();
    if (value !== undefined) return readOctets(value);
  }
  return undefined;
}

function identityOf(bags: Bag[]): Pkcs12 {
  const keys = bags.filter((bag) => bag.privateKey !== undefined);
  const privateKey = keys[0]?.privateKey;
  if (privateKey === undefined || keys.length > 1) {
    throw new PkiError('pkcs12_no_identity', `${keys.length} private keys`);
  }
  const certificates = bags.flatMap(({ certificate, localKeyId }) =>
    certificate === undefined ? [] : [{ certificate: parseCertificate(certificate), localKeyId }],
  );
  const wanted = keys[0]?.localKeyId;
  const named = certificates.find(({ localKeyId }) => wanted !== undefined && sameId(localKeyId, wanted));
  const pool = certificates.map(({ certificate }) => certificate);
  const signer = named?.certificate ?? endEntity(pool);
  if (signer === undefined) throw new PkiError('pkcs12_no_identity', 'no certificate belongs to the key');
  return { privateKey, chain: chainOf(signer, pool).map(({ der }) => der) };
}

function sameId(id: Uint8Array | undefined, wanted: Uint8Array): boolean {
  return id !== undefined && equalBytes(id, wanted);
}

/** Without localKeyId: the one certificate that issued none of the others. */
function endEntity(pool: Certificate[]): Certificate | undefined {
  const leaves = pool.filter(
    (candidate) => !pool.some((other) => other !== candidate && sameName(other.issuer, candidate.subject)),
  );
  return leaves.length === 1 ? leaves[0] : undefined;
}

function chainOf(signer: Certificate, pool: Certificate[]): Certificate[] {
  const chain = [signer];
  for (let last = signer; ; ) {
    const issuer = pool.find(
      (candidate) => !chain.includes(candidate) && sameName(candidate.subject, last.issuer),
    );
    if (issuer === undefined) return chain;
    chain.push(issuer);
    last = issuer;
  }
}
