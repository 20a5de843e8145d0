import { inform, refuse, warn } from './row.ts';

const suspicious = { tells: 'hide_and_replace_suspicious' } as const;

/** How the file is built: two readings, parts kept back, earlier signatures. */
export const structure = {
  object_defined_twice: refuse(
    'Two definitions of one object in one revision, which differ: one is shown now, the other is ready to be.',
    suspicious,
  ),
  unreferenced_page: warn(
    'A page kept back can take the place of a shown one; editors leave some behind, too.',
    suspicious,
  ),
  unreferenced_content: warn(
    'Content kept back can take the place of what is shown; editors leave some, too.',
    suspicious,
  ),
  unreferenced_font: warn('A font kept back can make the same text look different.', suspicious),
  unlisted_object: warn(
    'Its bytes are signed, no table names it, and a table that comes later can. In a signed document it is how a forgery is laid in.',
    { ...suspicious, signed: 'refuse' },
  ),
  unused_section: warn(
    'An update that is not in force can be brought into force. In a signed document it is the shape of a forgery.',
    { ...suspicious, signed: 'refuse' },
  ),
  earlier_revision: inform(
    'Most editors save by appending; what an earlier state held is looked through as well.',
  ),
  duplicate_key: warn('Readers take the first entry or the last.', suspicious),
  unreadable_object: warn(
    'A part that cannot be read cannot be checked; readers that repair may show it, and some go on behind the end of data that is compressed.',
  ),
  stream_length: warn(
    'Readers that trust the length and those that look for the end read different content.',
  ),
  unknown_filter: warn('What a page shows there cannot be checked.'),
  xref_conflict: warn(
    'Tables disagree on where an object is, and readers on which to believe. In a signed document it is the shape of a forgery.',
    { ...suspicious, signed: 'refuse' },
  ),
  ambiguous_syntax: warn(
    'Readers differ on it: on how it is split into words; on which resource, font, glyph, colour, image or note they show; on what they assume where something is missing, out of range or said twice; or on where enciphered data end.',
  ),
  page_tree: warn('Readers that count and readers that walk show different pages.'),
  odd_page_box: warn('What is shown depends on which box a reader takes, or on whether it shrinks the page.'),
  trailing_bytes: warn('Bytes after the end belong to no part of the document, and may be another file.'),
  signature_malformed: refuse('Forged signatures have this shape, genuine ones have not.'),
  changed_after_signature: warn(
    'What the others signed is not all that is shown now; whether that is meant, the person who signs next can tell.',
  ),
  truncated: warn('More was found than is listed; what is listed is the least.'),
} as const;
