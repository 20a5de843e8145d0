import { type Certificate, PkiError, type PkiPorts, parseCertificate } from '@websign/pki';
import { TrustError } from '../error.ts';
import { fromBase64, utf8 } from '../text.ts';
import { canonicalElement } from '../xml/canonical.ts';
import { attribute, child, children, only, textOf } from '../xml/find.ts';
import { readXml } from '../xml/read.ts';
import type { Element } from '../xml/tree.ts';
import { nameDigestAlgorithm, verifyValue } from './algorithms.ts';
import { signatureOf } from './form.ts';
import { canonicalisationOf, checkReferences } from './references.ts';

/** A list as it was signed. */
export interface Verified {
  /** Read anew from the octets whose digest was signed, and from nothing else. */
  root: Element;
  signer: Certificate;
}

const MOST_CERTIFICATES = 32;

/**
 * Verifies the enveloped XAdES signature of a list against the certificates of those who may sign it (TS 119 612 §5.7).
 * What is signed is read from its canonical octets alone, SignedInfo included. Throws {@link TrustError}.
 */
export async function verifyList(
  bytes: Uint8Array,
  signers: readonly Uint8Array[],
  ports: PkiPorts,
): Promise<Verified> {
  const document = readXml(bytes);
  const parts = signatureOf(document);
  const message = utf8(canonicalElement(parts.signedInfo, canonicalisationOf(method(parts.signedInfo))));
  const { root: signedInfo } = readXml(message);
  const signer = await signerOf(
    { message, signedInfo, value: parts.value, keyInfo: parts.keyInfo },
    signers,
    ports,
  );
  const octets = checkReferences(document, parts, signedInfo, ports);
  checkNamed(readXml(octets.signedProperties).root, signer, ports);
  const { root } = readXml(octets.list);
  return { root, signer };
}

const method = (signedInfo: Element): Element => formed(() => only(signedInfo, 'ds:CanonicalizationMethod'));

/** A part that is missing in the signature is a fault of its form. */
function formed<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof TrustError && cause.code === 'list_malformed')
      throw new TrustError('signature_form', cause.message, { cause });
    throw cause;
  }
}

interface SignedMessage {
  message: Uint8Array;
  signedInfo: Element;
  value: Element;
  keyInfo: Element | undefined;
}

/** The one of `signers` that the signature brings along and whose key made it. */
async function signerOf(
  { message, signedInfo, value, keyInfo }: SignedMessage,
  signers: readonly Uint8Array[],
  ports: PkiPorts,
): Promise<Certificate> {
  const algorithm = attribute(
    formed(() => only(signedInfo, 'ds:SignatureMethod')),
    'Algorithm',
  );
  const signature = fromBase64(textOf(value));
  if (signature === undefined) throw new TrustError('signature_form', 'a value that is not base64');
  const brought = new Set(certificatesIn(keyInfo).map(hex));
  const candidates = signers.filter((der) => brought.has(hex(der)));
  if (candidates.length === 0) throw new TrustError('signature_signer', 'signed by none of those who may');
  for (const certificate of candidates.flatMap(readable)) {
    if (await verifyValue(algorithm, certificate, { message, value: signature }, ports)) return certificate;
  }
  throw new TrustError('signature_invalid', 'the value does not verify');
}

function certificatesIn(keyInfo: Element | undefined): Uint8Array[] {
  const elements = children(keyInfo, 'ds:X509Data').flatMap((data) => children(data, 'ds:X509Certificate'));
  if (elements.length > MOST_CERTIFICATES) throw new TrustError('signature_form', 'too many certificates');
  return elements.flatMap((element) => fromBase64(textOf(element)) ?? []);
}

function readable(der: Uint8Array): Certificate[] {
  try {
    return [parseCertificate(der)];
  } catch (error) {
    if (error instanceof PkiError) return [];
    throw error;
  }
}

const hex = (bytes: Uint8Array): string =>
  bytes.reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');

/**
 * SigningCertificate and SigningCertificateV2 (XAdES, EN 319 132-1 §5.2.2), the first Cert of each that is there, must
 * be about the signer's certificate.
 */
function checkNamed(signedProperties: Element, signer: Certificate, ports: Pick<PkiPorts, 'digest'>): void {
  const properties = child(signedProperties, 'xades:SignedSignatureProperties');
  const forms = (['xades:SigningCertificateV2', 'xades:SigningCertificate'] as const).flatMap((name) =>
    children(properties, name),
  );
  if (forms.length === 0 || forms.length > 2)
    throw new TrustError('signature_form', 'no signing certificate is named, or too many');
  for (const form of forms) checkCertDigest(form, signer, ports);
}

function checkCertDigest(form: Element, signer: Certificate, ports: Pick<PkiPorts, 'digest'>): void {
  const [digest, ...others] = children(child(form, 'xades:Cert'), 'xades:CertDigest');
  const [algorithm, ...otherMethods] = children(digest, 'ds:DigestMethod');
  const [value, ...otherValues] = children(digest, 'ds:DigestValue');
  const expected = fromBase64(textOf(value));
  const ambiguous = others.length + otherMethods.length + otherValues.length > 0;
  if (algorithm === undefined || value === undefined || expected === undefined || ambiguous)
    throw new TrustError('signature_form', 'not one digest of the signing certificate');
  const actual = ports.digest(nameDigestAlgorithm(attribute(algorithm, 'Algorithm')), signer.der);
  if (hex(actual) !== hex(expected)) throw new TrustError('signature_signer', 'another certificate is named');
}
