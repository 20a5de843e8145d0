import { PkiError } from '../error.ts';
import type { TrustAnchor } from '../trust/face.ts';
import { type Certificate, parseCertificate } from '../x509/certificate.ts';
import type { ParsedAnchor } from './face.ts';

/** An anchor is read once, however many signatures are judged with it; false for one that is no certificate. */
const PARSED = new WeakMap<TrustAnchor, ParsedAnchor | false>();

/** The anchors that can be read: a list's odd one does not spoil the others. */
export function parsedAnchors(anchors: readonly TrustAnchor[]): ParsedAnchor[] {
  return anchors.flatMap((anchor) => {
    const known = PARSED.get(anchor) ?? read(anchor);
    PARSED.set(anchor, known);
    return known === false ? [] : [known];
  });
}

function read(anchor: TrustAnchor): ParsedAnchor | false {
  try {
    return { ...anchor, parsed: parseCertificate(anchor.certificate) };
  } catch (error) {
    if (error instanceof PkiError) return false;
    throw error;
  }
}

/** An operator's anchor of a certificate that is read already. */
export function anchorOf(certificate: Certificate): ParsedAnchor {
  const anchor: ParsedAnchor = {
    certificate: certificate.der,
    source: 'operator',
    services: [],
    parsed: certificate,
  };
  PARSED.set(anchor, anchor);
  return anchor;
}
