// The two text codecs exist in every host (browser, Node, workers) but not in the plain ECMAScript typings.
declare const TextDecoder: new (
  label: string,
  options?: { fatal?: boolean; ignoreBOM?: boolean },
) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** UTF-8 octets of a string. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Text of UTF-8 octets; throws TypeError on invalid ones. */
export function fromUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** One character per octet: ASCII and Latin-1 (T.61 in certificates is Latin-1 in practice). */
export function fromLatin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** UTF-16 big-endian, as BMPString holds it. */
export function fromBmp(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    text += String.fromCharCode(((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0));
  }
  return text;
}

/** UCS-4 big-endian, as UniversalString holds it; what is no character is U+FFFD. */
export function fromUcs4(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = '';
  for (let i = 0; i + 3 < bytes.length; i += 4) {
    const code = view.getUint32(i);
    text += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  }
  return text;
}

/** UTF-16 big-endian octets of a string. */
export function bmp(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) {
    bytes[2 * i] = text.charCodeAt(i) >> 8;
    bytes[2 * i + 1] = text.charCodeAt(i) & 0xff;
  }
  return bytes;
}
