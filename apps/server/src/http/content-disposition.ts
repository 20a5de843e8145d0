/** Bytes of UTF-8 that RFC 8187 §3.2.1 lets stand as they are (attr-char). */
const encode = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/** Letters of a name in a header: more than an uploaded name and its ending have. */
const letters = 240;

/** Control characters and path separators never belong to a file name; a lone surrogate has no UTF-8. */
const cleaned = (name: string) =>
  [...name.toWellFormed().replace(/[\p{Cc}/\\\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '_')]
    .slice(0, letters)
    .join('');

/** An attachment under a name of any Unicode letters (RFC 6266): `filename*`, and an ASCII `filename` beside it. */
export function attachment(name: string): string {
  const clean = cleaned(name);
  const ascii = clean.replace(/[^\x20-\x7e]|["%;]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(clean)}`;
}

/** `αίτηση.pdf` as `αίτηση_signed.pdf`. */
export function signedName(name: string): string {
  const match = /^(.*?)(\.pdf)?$/is.exec(name);
  return `${match?.[1] ?? name}_signed${match?.[2] ?? '.pdf'}`;
}
