import { toHex } from '../asn1/bytes.ts';

const TEXTS = new WeakMap<Uint8Array, string>();

/** Hexadecimal of a part of a certificate, made once: keys and signatures are looked up in every search. */
export function hexOf(part: Uint8Array): string {
  const known = TEXTS.get(part);
  if (known !== undefined) return known;
  const text = toHex(part);
  TEXTS.set(part, text);
  return text;
}
