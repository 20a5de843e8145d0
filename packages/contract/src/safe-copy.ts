import { z } from 'zod';
import type { ErrorCode } from './code-names.ts';
import { checksum, documentId, rect } from './scalars.ts';

/** What a safe copy leaves out, draws into the page or mends (CPY-1); `words` has their words. */
export const leftOutKind = z.enum([
  // what runs, reaches out or travels along
  'script',
  'action',
  'link',
  'attachment',
  'media',
  'external_content',
  'private_data',
  // what was on the page by itself and is part of it now
  'field_drawn',
  'note_drawn',
  'layer_merged',
  // what was not seen
  'field_hidden',
  'note_hidden',
  'layer_hidden',
  'hidden_text',
  'kept_back',
  // what cannot go along
  'signature',
  'encryption',
  'earlier_revision',
  // what readers read differently, or not at all
  'structure_tree',
  'unknown_operator',
  'ambiguous',
  'unreadable',
  'damage',
  /** More was left out than is listed. */
  'truncated',
]);
export type LeftOutKind = z.infer<typeof leftOutKind>;

/** One thing that was left out. `rect` is in points of the page as it is shown; pages count from 1. */
export const leftOut = z.object({
  kind: leftOutKind,
  page: z.number().int().min(1).optional(),
  rect: rect.optional(),
  /** A few words of it: a name, an address, a text. */
  detail: z.string().max(200).optional(),
});
export type LeftOut = z.infer<typeof leftOut>;

/** The document that another is a safe copy of, by its row in the history and the SHA-256 of the uploaded bytes. */
export const originDocument = z.object({ document: documentId, name: z.string(), checksum });
export type OriginDocument = z.infer<typeof originDocument>;

/** With everything that the copy leaves out, in the order of pages. */
export const copyOrigin = originDocument.extend({ leftOut: z.array(leftOut) });
export type CopyOrigin = z.infer<typeof copyOrigin>;

/** CPY-4. `withoutSignatures`: the names of the signers whose signatures the person agrees to leave behind (CPY-2). */
export const safeCopyRequest = z.object({
  withoutSignatures: z.array(z.string().max(200)).max(1000).default([]),
});
export type SafeCopyRequest = z.input<typeof safeCopyRequest>;

/** The copy is a document of its own in the group of the one that it was made of. */
export const safeCopyAnswer = z.object({ document: documentId });
export type SafeCopyAnswer = z.infer<typeof safeCopyAnswer>;

/** Refusals whose cause a copy can leave out: what needs a password, or too much work, is not among them. */
export const copiedRefusals: ReadonlySet<ErrorCode> = new Set([
  'security_issues',
  'pdf_broken',
  'pdf_ambiguous',
  'pdf_unsupported',
  'signing_not_permitted',
]);
