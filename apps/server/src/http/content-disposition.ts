import { harmless } from '../policy/file-name.ts';

/** Bytes of UTF-8 that RFC 8187 §3.2.1 lets stand as they are (attr-char). */
const encode = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/** Letters of a name in a header: more than an uploaded name and its ending have. */
const letters = 270;

/** An attachment under a name of any Unicode letters (RFC 6266): `filename*`, and an ASCII `filename` beside it. */
export function attachment(name: string): string {
  const clean = [...harmless(name)].slice(0, letters).join('');
  const ascii = clean.replace(/[^\x20-\x7e]|["%;]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(clean)}`;
}
