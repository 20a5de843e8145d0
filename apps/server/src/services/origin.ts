import { type CopyOrigin, type LeftOut, leftOut, type OriginDocument } from '@websign/contract';
import { z } from 'zod';
import type { HistoryEntry, StoredDocument } from '../storage/index.ts';

/** The JSON of a document's `leftOut` column. */
const storedLeftOut = z.array(leftOut).nullable();

/** What a safe copy leaves out of its origin; nothing of what is none. */
export const leftOutOf = (document: Pick<StoredDocument, 'leftOut'>): LeftOut[] =>
  storedLeftOut.parse(document.leftOut) ?? [];

/** The document that one is a safe copy of. */
export const originOf = ({ origin }: Pick<HistoryEntry, 'origin'>): OriginDocument | null =>
  origin && { document: origin.id, name: origin.name, checksum: origin.sha256 };

/** With what the copy leaves out of it. */
export function copyOriginOf(document: Pick<StoredDocument, 'origin' | 'leftOut'>): CopyOrigin | null {
  const origin = originOf(document);
  return origin && { ...origin, leftOut: leftOutOf(document) };
}
