/** Documents that one signer has here unsigned, refused ones too, and the bytes of their files. */
export interface Unsigned {
  readonly documents: number;
  readonly bytes: number;
}

/** How much of that one signer may have at once. */
export const unsignedQuota: Unsigned = { documents: 5000, bytes: 2048 * 1024 * 1024 };

/** Whether `more` on top of what is there passes the quota. */
export const passesQuota = (there: Unsigned, more: Unsigned, quota: Unsigned): boolean =>
  there.documents + more.documents > quota.documents || there.bytes + more.bytes > quota.bytes;
