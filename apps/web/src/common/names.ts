/** Marks that make what follows read backwards: no name needs one, and a PDF must not look like a `.jpg`. */
const turns = /[\u202a-\u202e\u2066-\u2069]/gu;

/** A file's name as it is shown: each such mark is a `_`, as in the name under which the file is downloaded. */
export const withoutTurns = (name: string): string => name.replace(turns, '_');
