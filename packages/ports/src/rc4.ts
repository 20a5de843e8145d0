const IDENTITY = Uint8Array.from({ length: 256 }, (_, i) => i);

/** RC4 as files of PDF 1.1 to 1.5 use it. Broken as a cipher: only ever read with. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = schedule(key);
  const out = new Uint8Array(bytes.length);
  let j = 0;
  for (let at = 0; at < bytes.length; at++) {
    const i = (at + 1) & 255;
    const a = state[i] ?? 0;
    j = (j + a) & 255;
    const b = state[j] ?? 0;
    state[i] = b;
    state[j] = a;
    out[at] = (bytes[at] ?? 0) ^ (state[(a + b) & 255] ?? 0);
  }
  return out;
}

function schedule(key: Uint8Array): Uint8Array {
  const state = IDENTITY.slice();
  let j = 0;
  for (let i = 0; i < 256; i++) {
    const a = state[i] ?? 0;
    j = (j + a + (key[i % key.length] ?? 0)) & 255;
    state[i] = state[j] ?? 0;
    state[j] = a;
  }
  return state;
}
