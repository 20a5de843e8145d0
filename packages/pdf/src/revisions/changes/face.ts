import type { Box } from '../boxes.ts';

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
  | 'page_upkeep'
  | 'annotation'
  /** No rule explains it. */
  | 'unexplained';

/** Why a change is not permitted. */
export type ChangeReason =
  // what the signatures say
  /** A rule explains it that the signatures do not permit (/P of DocMDP or of a lock). */
  | 'not_permitted'
  /** A lock or FieldMDP names the field. */
  | 'field_locked'
  /** A later signature gives back what an earlier one forbids. */
  | 'weakened'
  // what was signed
  /** Page contents, resources, fonts, layers, actions: anything that no rule names. */
  | 'content'
  | 'catalog'
  | 'page'
  | 'page_tree'
  | 'form'
  | 'field'
  | 'field_added'
  | 'field_removed'
  /** A signature dictionary, or the value, place or look of a signed field. */
  | 'signature'
  /** A field shows something else although its value is what it was. */
  | 'appearance'
  /** Something new hides, or stands for, what was signed; or takes such a cover away. */
  | 'covers_content'
  /** A signature field that shows something and was not signed, or one that was not there when the document was certified. */
  | 'unsigned_field'
  /** A page, a catalog or a font that nothing leads to yet: ready to take another's place. */
  | 'unused_content'
  /** Code or an action comes with it. */
  | 'action'
  // what is not well formed
  | 'validation_data'
  | 'metadata'
  | 'structure'
  // what is wrong with the file
  | 'root'
  | 'encryption'
  /** An object that is still referred to is freed. */
  | 'freed'
  /** A number that the signed revision refers to and lacks is given a meaning. */
  | 'dangling_defined'
  /** What may change here is used for something else, too. */
  | 'reached_elsewhere'
  /** An object in the bytes of an update that no cross-reference section names. */
  | 'unlisted_object'
  /** Bytes after the last revision. */
  | 'trailing_bytes'
  /** The signed bytes end at no end of a revision, or the field is not in the form that it signs. */
  | 'no_revision'
  | 'unreadable'
  /** More than is looked at. */
  | 'limit';

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
