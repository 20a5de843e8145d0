import type { Box } from '../revisions/pages.ts';
import type { EmbeddedFont } from '../sign/appearance/index.ts';

/** What a copy leaves out, draws in or mends. Closed: words for each are said elsewhere. */
export type LeftOutKind =
  // what runs, reaches out or travels along
  | 'script'
  /** Whatever is done by opening, clicking or leaving: launching, sending, going elsewhere. */
  | 'action'
  /** A link that leads neither to an `http(s)` address nor to a page of the document. */
  | 'link'
  | 'attachment'
  | 'media'
  | 'external_content'
  | 'private_data'
  // what was on the page by itself and is part of it now
  | 'field_drawn'
  | 'note_drawn'
  | 'layer_merged'
  // what was not seen
  | 'field_hidden'
  | 'note_hidden'
  | 'layer_hidden'
  | 'hidden_text'
  | 'kept_back'
  // what cannot go along
  | 'signature'
  | 'encryption'
  | 'earlier_revision'
  // what readers read differently, or not at all
  | 'structure_tree'
  | 'unknown_operator'
  | 'ambiguous'
  | 'unreadable'
  | 'damage'
  /** More was left out than is listed. */
  | 'truncated';

export interface LeftOut {
  kind: LeftOutKind;
  /** Counted from 1. */
  page?: number;
  /** In default user space of that page. */
  box?: Box;
  /** A few words of it, at most 200 characters: a name, an address, a text. */
  detail?: string;
}

export interface SafeCopy {
  bytes: Uint8Array;
  leftOut: LeftOut[];
  /** Characters of values that no font of the document has codes for: with a {@link Lettering} of them they are drawn. */
  letters: string;
}

/** A font of ours for the values of fields that have no look, and letters that their own font lacks. */
export interface Lettering {
  font: EmbeddedFont;
  /** 0 for a character that it does not have. */
  glyph: (character: string) => number;
}
