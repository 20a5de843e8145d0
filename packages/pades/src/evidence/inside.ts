import {
  type AnyDigest,
  embeddedMaterial,
  type Material,
  PkiError,
  parseSignedData,
  parseTimeStampToken,
  type SignedData,
  type SignerInfo,
  timeStampTokens,
} from '@websign/pki';

/** Digest algorithms that the check of a CMS needs over the byte range. */
export function askedDigests(cms: Uint8Array, subFilter: string | undefined): AnyDigest[] {
  if (subFilter === 'adbe.pkcs7.sha1') return ['SHA-1'];
  const asked = attempt(() => {
    if (subFilter === 'ETSI.RFC3161') return [parseTimeStampToken(cms).info.imprint.algorithm];
    const [signer] = parseSignedData(cms).signers;
    return signer === undefined ? [] : [signer.digestAlgorithm, ...contentImprints(signer)];
  });
  return [...new Set(asked?.flatMap((algorithm) => algorithm ?? []))];
}

function contentImprints(signer: SignerInfo): (AnyDigest | undefined)[] {
  const tokens = timeStampTokens(signer, 'content');
  return tokens.map((token) => attempt(() => parseTimeStampToken(token).info.imprint.algorithm));
}

/** Certificates and revocation data of a CMS and of the time-stamps that it holds. */
export function materialInside(data: SignedData): Material {
  const tokens = data.signers.flatMap((signer) =>
    (['content', 'signature', 'archive'] as const).flatMap((kind) => timeStampTokens(signer, kind)),
  );
  const all = [embeddedMaterial(data)];
  for (const token of tokens.slice(0, MAX_TOKENS)) {
    const inner = attempt(() => embeddedMaterial(parseSignedData(token)));
    if (inner !== undefined) all.push(inner);
  }
  return {
    certificates: all.flatMap(({ certificates }) => certificates),
    ocsps: all.flatMap(({ ocsps }) => ocsps),
    crls: all.flatMap(({ crls }) => crls),
  };
}

/** Time-stamps inside one signature that are looked at. */
export const MAX_TOKENS = 16;

/** What `read` gives; else whether the reader's own bounds forbade it or it is no ASN.1 of its kind. */
export function readBounded<T extends object>(read: () => T): T | 'limit' | 'malformed' {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError) return error.code === 'asn1_limit' ? 'limit' : 'malformed';
    throw error;
  }
}

/** What `read` gives; undefined for what is no ASN.1 of its kind: the validation says so by itself. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}
