/** Identifier octets of the universal types (X.690 §8.1.2); all tag numbers used here are below 31. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The constructed bit of an identifier octet. */
export const CONSTRUCTED = 0x20;

/** Identifier octet of a context-specific tag: `[n]`, constructed unless `primitive`. */
export function context(n: number, primitive = false): number {
  return 0x80 | (primitive ? 0 : CONSTRUCTED) | n;
}
