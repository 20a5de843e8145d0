import { createHash } from 'node:crypto';
import type { SignatureAlgorithm } from '@websign/pki';
import type { TestIdentity } from '../pki/identity.ts';
import { LIST_ID } from './list.ts';
import { type Member, tag } from './xml.ts';

const DS = 'http://www.w3.org/2000/09/xmldsig#';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${DS}enveloped-signature`;

/** URI of each algorithm that a list may be signed with. */
export const XML_ALGORITHMS: Partial<Record<SignatureAlgorithm, string>> = {
  'rsa-pkcs1-sha256': `${MORE}rsa-sha256`,
  'rsa-pkcs1-sha512': `${MORE}rsa-sha512`,
  'rsa-pss-sha256': 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'ecdsa-p256-sha256': `${MORE}ecdsa-sha256`,
  'ecdsa-p384-sha384': `${MORE}ecdsa-sha384`,
};

/** How a list is signed, and what may be done otherwise than TS 119 612, annex B, asks. */
export interface ListSigning {
  algorithm?: SignatureAlgorithm;
  /** DER certificates of KeyInfo; the signer's when left out. */
  certificates?: readonly Uint8Array[];
  /** Which certificate the signed properties name; the signer's when left out. */
  names?: Uint8Array;
  /** Digest by which the certificate is named; SHA-256 when left out. */
  nameDigest?: 'md5' | 'sha1';
  /** Further members of Cert, as markup in canonical form. */
  alsoNamed?: string;
  /** Empty, or `#` and the Id of what is signed. */
  uri?: string;
  transforms?: readonly string[];
  /** URI of SignatureMethod and DigestMethod where they lie. */
  method?: string;
  digestMethod?: string;
  canonicalisation?: string;
  /** The text that is digested for the list; the list itself when left out. */
  digested?: string;
  /** Further References, as markup in canonical form. */
  references?: string;
  /** The reference to the signed properties is left out. */
  bare?: boolean;
  /** Claimed signing time, milliseconds since 1970. */
  time?: number;
}

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64');
/** Each element of `ds` and `xades` declares its prefix: in any place its canonical form is the same. */
const ds = (name: string, attributes: Record<string, string>, ...members: (Member | string)[]) =>
  tag(`ds:${name}`, { 'xmlns:ds': DS, ...attributes }, ...members);
const xades = (name: string, attributes: Record<string, string>, ...members: (Member | string)[]) =>
  tag(`xades:${name}`, { 'xmlns:xades': XADES, ...attributes }, ...members);
/** The canonical form of markup whose inner elements repeat declarations that stand around them already. */
function canonical({ raw }: Member): string {
  const stack: Set<string>[] = [new Set()];
  return raw.replace(/<(\/?)([^\s>]+)([^>]*)>/g, (_, close: string, name: string, rest: string) => {
    if (close !== '') {
      stack.pop();
      return `</${name}>`;
    }
    const above = stack.at(-1) ?? new Set();
    const here = new Set(above);
    const kept = rest.replace(/ xmlns:(\w+)="[^"]*"/g, (declaration: string, prefix: string) => {
      if (above.has(prefix)) return '';
      here.add(prefix);
      return declaration;
    });
    stack.push(here);
    return `<${name}${kept}>`;
  });
}

/** The list with an enveloped XAdES signature as its last child. */
export function signList(list: string, signer: TestIdentity, options: ListSigning = {}): string {
  const algorithm = options.algorithm ?? 'ecdsa-p256-sha256';
  const properties = signedProperties(signer, options);
  const signedInfo = ds(
    'SignedInfo',
    {},
    ds('CanonicalizationMethod', { Algorithm: options.canonicalisation ?? EXCLUSIVE }),
    ds('SignatureMethod', { Algorithm: options.method ?? XML_ALGORITHMS[algorithm] ?? '' }),
    listReference(options.digested ?? list, options),
    ...(options.bare === true ? [] : [propertiesReference(properties)]),
    { raw: options.references ?? '' },
  );
  const value = xmlValue(signer.sign(algorithm, Buffer.from(canonical(signedInfo))), algorithm);
  const certificates = options.certificates ?? [signer.certificate];
  const signature = ds(
    'Signature',
    { Id: 'signature-1' },
    signedInfo,
    ds('SignatureValue', {}, value.toString('base64')),
    ds(
      'KeyInfo',
      {},
      ds('X509Data', {}, ...certificates.map((der) => ds('X509Certificate', {}, base64(der)))),
    ),
    ds('Object', {}, xades('QualifyingProperties', { Target: '#signature-1' }, properties)),
  );
  return list.replace(/(<\/[^<>]+>)$/, (end) => `${signature.raw}${end}`);
}

const base64 = (der: Uint8Array) => Buffer.from(der).toString('base64');

function listReference(
  digested: string,
  { uri = `#${LIST_ID}`, transforms, digestMethod }: ListSigning,
): Member {
  const algorithms = transforms ?? [ENVELOPED, EXCLUSIVE];
  return ds(
    'Reference',
    { Id: 'reference-1', URI: uri },
    ds('Transforms', {}, ...algorithms.map((Algorithm) => ds('Transform', { Algorithm }))),
    ds('DigestMethod', { Algorithm: digestMethod ?? 'http://www.w3.org/2001/04/xmlenc#sha256' }),
    ds('DigestValue', {}, sha256(digested)),
  );
}

function propertiesReference(properties: Member): Member {
  return ds(
    'Reference',
    { Type: 'http://uri.etsi.org/01903#SignedProperties', URI: '#properties-1' },
    ds('Transforms', {}, ds('Transform', { Algorithm: EXCLUSIVE })),
    ds('DigestMethod', { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' }),
    ds('DigestValue', {}, sha256(canonical(properties))),
  );
}

const NAME_DIGESTS = {
  md5: `${MORE}md5`,
  sha1: `${DS}sha1`,
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
} as const;

/** The digest by which signed properties name a certificate. */
export const certDigest = (der: Uint8Array, digest: keyof typeof NAME_DIGESTS): string =>
  xades(
    'CertDigest',
    {},
    ds('DigestMethod', { Algorithm: NAME_DIGESTS[digest] }),
    ds('DigestValue', {}, createHash(digest).update(der).digest('base64')),
  ).raw;

function signedProperties(signer: TestIdentity, options: ListSigning): Member {
  const { names = signer.certificate, nameDigest = 'sha256', alsoNamed = '', time = 0 } = options;
  const digest = { raw: `${certDigest(names, nameDigest)}${alsoNamed}` };
  return xades(
    'SignedProperties',
    { Id: 'properties-1' },
    xades(
      'SignedSignatureProperties',
      {},
      xades('SigningTime', {}, new Date(time).toISOString()),
      xades('SigningCertificateV2', {}, xades('Cert', {}, digest)),
    ),
  );
}

/** XML signatures have the two numbers of ECDSA side by side (RFC 4050 §3.3). */
function xmlValue(value: Uint8Array, algorithm: SignatureAlgorithm): Buffer {
  if (!algorithm.startsWith('ecdsa-')) return Buffer.from(value);
  const half = algorithm.includes('p256') ? 32 : 48;
  const numbers: Buffer[] = [];
  for (let at = (value[1] ?? 0) > 0x80 ? 3 : 2; at < value.length; at += 2 + (value[at + 1] ?? 0)) {
    const octets = Buffer.from(value.subarray(at + 2, at + 2 + (value[at + 1] ?? 0)));
    const trimmed = octets.subarray(Math.max(0, octets.length - half));
    numbers.push(Buffer.concat([Buffer.alloc(half - trimmed.length), trimmed]));
  }
  return Buffer.concat(numbers);
}
