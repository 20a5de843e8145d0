import type { Box } from '../boxes.ts';
import type { ChangeReason } from './reasons.ts';

export type { ChangeReason } from './reasons.ts';

/** What changed after a signature, mildest first; `other` is whatever no rule or no signature permits. */
export type ChangeLevel = 'none' | 'lta' | 'form-filling' | 'annotations' | 'other';

/** The rules that explain a change, one to a kind of honest update; docs/REVISION-DIFF.md says what each asks for. */
export type ChangeRule =
  | 'validation_data'
  | 'document_time_stamp'
  | 'extensions'
  | 'form_upkeep'
  | 'unused_object'
  | 'further_signature'
  | 'signature_field'
  | 'form_value'
  | 'metadata'
  | 'document_info'
  | 'structure_tree'
  /** What the document says of itself beside its pages: titles, and tags for what was signed. */
  | 'description'
  | 'page_upkeep'
  | 'annotation'
  /** Words, a picture, a link or a file of an annotation that was signed. */
  | 'signed_annotation'
  /** What a further signature or a filled field shows cannot be read here: a filter, a font, a function. */
  | 'unread_look'
  /** A further signature stands on words that were signed, goes on with them, or takes figures away that its place showed. */
  | 'drawn_over'
  /** No rule explains it. */
  | 'unexplained';

/** One change that a later revision made. */
export interface LaterChange {
  /** The revision that made it, counted from 1. */
  revision: number;
  level: Exclude<ChangeLevel, 'none'>;
  rule: ChangeRule;
  /** Absent where it is permitted. */
  reason?: ChangeReason;
  /** Object number; absent for the trailer. */
  object?: number;
  /** The entry that differs, or what the object is: `/Contents`, `/Annots`. */
  what: string;
  /** Fully qualified name of the field that it is of. */
  field?: string;
  /** Counted from 1, where it can be seen. */
  page?: number;
  /** In default user space of that page. */
  rect?: Box;
}

/** Everything that changed after what one signature covers, judged step by step (ISO 32000-2 §12.8.2.2). */
export interface LaterChanges {
  /** The sharpest of all changes. */
  level: ChangeLevel;
  /** In the order in which they came, at most 200, of which those of level `other` go first where there are more. */
  changes: LaterChange[];
  /** There were more. */
  truncated: boolean;
}
