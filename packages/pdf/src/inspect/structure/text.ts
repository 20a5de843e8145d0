const SHOWN = 40;

/** A few bytes as people can read them. */
export function textAt(bytes: Uint8Array, at: number): string {
  let text = '';
  for (const code of bytes.subarray(Math.max(0, at), Math.max(0, at) + SHOWN)) {
    text += code > 32 && code < 127 ? String.fromCharCode(code) : ' ';
  }
  return text.replace(/ +/g, ' ').trim();
}
