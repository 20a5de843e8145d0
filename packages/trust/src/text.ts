// The text codecs exist in every host but not in the plain ECMAScript typings.
declare const TextDecoder: new (
  label: string,
  options?: { fatal?: boolean; ignoreBOM?: boolean },
) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Text of UTF-8 octets, without a byte order mark; throws TypeError on invalid ones. */
export const fromUtf8 = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(bytes);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]));

/** Octets of base64 (RFC 4648 §4) with any white space between; undefined where it is something else. */
export function fromBase64(text: string): Uint8Array | undefined {
  const compact = text.replace(/[ \t\r\n]+/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  const padding = compact.endsWith('==') ? 2 : compact.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((compact.length / 4) * 3 - padding);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of padding === 0 ? compact : compact.slice(0, -padding)) {
    held = ((held << 6) | (VALUES.get(letter) ?? 0)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}
