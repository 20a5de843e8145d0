import type { PkiPorts } from '@websign/pki';
import { TrustError } from '../error.ts';
import { fromBase64, utf8 } from '../text.ts';
import { canonicalDocument, canonicalElement } from '../xml/canonical.ts';
import { attribute, child, children, NS, textOf } from '../xml/find.ts';
import type { Element, XmlDocument } from '../xml/tree.ts';
import { canonicalisation, digestAlgorithm } from './algorithms.ts';
import { byId, isWithin, type SignatureParts } from './form.ts';

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';
const MOST_REFERENCES = 8;

/** The octets that a signature covers, each the very ones whose digest was right. */
export interface SignedOctets {
  list: Uint8Array;
  signedProperties: Uint8Array;
}

const malformed = (what: string): never => {
  throw new TrustError('signature_form', what);
};

/**
 * Checks every reference of a SignedInfo: one to the list around the signature, one to its signed properties, others
 * to parts of the signature only. Throws {@link TrustError} `signature_*`.
 */
export function checkReferences(
  document: XmlDocument,
  parts: SignatureParts,
  signedInfo: Element,
  ports: Pick<PkiPorts, 'digest'>,
): SignedOctets {
  const references = children(signedInfo, 'ds:Reference');
  if (references.length > MOST_REFERENCES) malformed('too many references');
  const found: Partial<SignedOctets> = {};
  for (const reference of references) {
    const { octets, target } = dereferenced(document, parts, reference);
    checkDigest(reference, octets, ports);
    const role = roleOf(target, document, parts, reference);
    if (role === undefined) continue;
    if (found[role] !== undefined) malformed('two references to the same');
    found[role] = octets;
  }
  const { list, signedProperties } = found;
  if (list === undefined || signedProperties === undefined)
    return malformed('the list or its properties are not signed');
  return { list, signedProperties };
}

function roleOf(
  target: Element,
  { root }: XmlDocument,
  { signedProperties }: SignatureParts,
  reference: Element,
): keyof SignedOctets | undefined {
  if (target === root) return 'list';
  const typed = attribute(reference, 'Type') === SIGNED_PROPERTIES;
  if (typed !== (target === signedProperties)) malformed('signed properties elsewhere');
  return typed ? 'signedProperties' : undefined;
}

function dereferenced(document: XmlDocument, parts: SignatureParts, reference: Element) {
  const uri = attribute(reference, 'URI');
  if (uri === undefined || !(uri === '' || uri.startsWith('#')))
    malformed(`reference to ${uri ?? 'nothing'}`);
  const target = uri === '' || uri === undefined ? document.root : byId(document, uri.slice(1));
  const transforms = children(child(reference, 'ds:Transforms'), 'ds:Transform');
  if (target !== document.root) {
    if (!isWithin(target, parts.signature) || target === parts.signature)
      malformed('a reference to elsewhere');
    return { target, octets: utf8(canonicalElement(target, last(transforms))) };
  }
  const [enveloped, ...rest] = transforms;
  if (enveloped === undefined || attribute(enveloped, 'Algorithm') !== ENVELOPED || rest.length !== 1) {
    malformed('transforms of another form than annex B has');
  }
  const options = { ...last(rest), without: parts.signature };
  // Without a fragment the whole document is meant, instructions beside the root included.
  const text = uri === '' ? canonicalDocument(document, options) : canonicalElement(target, options);
  return { target, octets: utf8(text) };
}

/** The canonicalisation of at most one transform; Canonical XML 1.0 where there is none (XML-DSig §4.4.3.2). */
function last(transforms: readonly Element[]) {
  const [transform, ...others] = transforms;
  if (others.length > 0) malformed('more transforms than annex B has');
  return transform === undefined ? canonicalisation(INCLUSIVE, undefined) : canonicalisationOf(transform);
}

/** Of a Transform or a CanonicalizationMethod. */
export function canonicalisationOf(element: Element) {
  const inclusive = element.children.find(
    (node): node is Element => typeof node !== 'string' && 'uri' in node && node.uri === NS.ec,
  );
  return canonicalisation(
    attribute(element, 'Algorithm'),
    inclusive === undefined ? undefined : (attribute(inclusive, 'PrefixList') ?? ''),
  );
}

function checkDigest(reference: Element, octets: Uint8Array, ports: Pick<PkiPorts, 'digest'>): void {
  const method = child(reference, 'ds:DigestMethod');
  const expected = fromBase64(textOf(child(reference, 'ds:DigestValue')));
  const algorithm = digestAlgorithm(method === undefined ? undefined : attribute(method, 'Algorithm'));
  const actual = ports.digest(algorithm, octets);
  const same = expected?.length === actual.length && actual.every((octet, i) => octet === expected[i]);
  if (!same) throw new TrustError('signature_invalid', 'a digest is another one');
}
