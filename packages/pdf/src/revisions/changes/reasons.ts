/** Why a change is not permitted: every code that a change may bear, for words and documentation. */
export const CHANGE_REASONS = [
  // what the signatures say
  /** A rule explains it that the signatures do not permit (/P of DocMDP or of a lock). */
  'not_permitted',
  /** A lock or FieldMDP names the field. */
  'field_locked',
  /** A later signature gives back what an earlier one forbids. */
  'weakened',
  // what was signed
  /** Page contents, resources, fonts, layers, actions: anything that no rule names. */
  'content',
  'catalog',
  'page',
  'page_tree',
  'form',
  'field',
  'field_added',
  'field_removed',
  /** A signature dictionary, or the value, place or look of a signed field. */
  'signature',
  /** A field shows something else although its value is what it was. */
  'appearance',
  /** Something new hides, or stands for, what was signed; or takes such a cover away. */
  'covers_content',
  /** A signature field that shows something and was not signed, or one that was not there when the document was certified. */
  'unsigned_field',
  /** A page, a catalog or a font that nothing leads to yet: ready to take another's place. */
  'unused_content',
  /** Code or an action comes with it. */
  'action',
  // what is not well formed
  'validation_data',
  'metadata',
  'structure',
  // what is wrong with the file
  'encryption',
  /** An object that is still referred to is freed. */
  'freed',
  /** A number that the signed revision refers to and lacks is given a meaning. */
  'dangling_defined',
  /** What may change here is used for something else, too. */
  'reached_elsewhere',
  /** Readers take an object in two ways. */
  'ambiguous',
  /** An object in the bytes of an update that no cross-reference section names. */
  'unlisted_object',
  /** Bytes after the last revision. */
  'trailing_bytes',
  /** The signed bytes end at no end of a revision, or the field is not in the form that it signs. */
  'no_revision',
  'unreadable',
  /** More than is looked at. */
  'limit',
] as const;

export type ChangeReason = (typeof CHANGE_REASONS)[number];
