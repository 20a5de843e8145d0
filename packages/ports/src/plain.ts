/** The same memory as a bare Uint8Array: a Buffer's `slice` aliases where the engine expects a copy. */
export function plain(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
