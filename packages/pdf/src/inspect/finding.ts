import type { Box } from '../revisions/pages.ts';

/** What an inspection can find. Facts: whether to refuse, warn or inform is decided elsewhere. */
export type FindingKind =
  // code and actions (ISO 32000-2 §12.6)
  | 'javascript'
  | 'xfa'
  | 'launch'
  | 'submit_form'
  | 'import_data'
  | 'reset_form'
  /** GoToR and Thread: another file is opened. */
  | 'remote_goto'
  | 'embedded_goto'
  | 'uri_script'
  /** A file of this machine or of the network (file:, UNC). */
  | 'uri_file'
  /** An address that is called without a click. */
  | 'automatic_link'
  /** An ordinary link to the web: information. */
  | 'web_link'
  | 'layer_action'
  | 'hide_action'
  /** A named action beyond turning pages, e.g. Print. */
  | 'named_action'
  /** Sound, film, 3D, rich media that only plays. */
  | 'media'
  /** Rich media that is told to run commands, or holds code. */
  | 'rich_media'
  /** What is formed like a known attack on viewers. */
  | 'exploit_pattern'
  /** XML entities in metadata or forms. */
  | 'xml_entity'
  // what the document claims
  /** Usage rights (/UR3): any signature of ours ends them. */
  | 'usage_rights'
  // what travels along
  | 'embedded_file'
  /** An embedded file that runs, or holds code. */
  | 'active_attachment'
  /** Content that stands in another file or on the network. */
  | 'external_stream'
  // text that is there and not seen
  | 'invisible_text'
  | 'same_colour_text'
  | 'transparent_text'
  | 'tiny_text'
  | 'off_page_text'
  | 'clipped_text'
  /** Text that something opaque of the page covers later. */
  | 'covered_text'
  /** Text that an annotation or a field covers: a permitted change can take it away. */
  | 'text_under_annotation'
  /** Invisible text under a scan of the same page: information. */
  | 'ocr_layer'
  /** The glyphs shown and the text that is copied or read aloud differ. */
  | 'text_map_mismatch'
  // layers (§8.11)
  | 'hidden_layer'
  /** Visibility differs between screen, print and export, or by zoom, language or user. */
  | 'conditional_layer'
  | 'switchable_layer'
  /** A layer that is always seen: information. */
  | 'visible_layer'
  // forms and annotations
  | 'field_value_differs'
  | 'hidden_field'
  | 'stale_appearances'
  | 'overlapping_fields'
  | 'hidden_annotation'
  /** Seen on the screen and not on paper, or the other way round. */
  | 'conditional_annotation'
  // prepared to be hidden and replaced (shadow attacks)
  | 'object_defined_twice'
  | 'unreferenced_page'
  | 'unreferenced_content'
  | 'unreferenced_font'
  /** An object in the file's bytes that no cross-reference section names. */
  | 'unlisted_object'
  /** A cross-reference section, or an update, that is not in use. */
  | 'unused_section'
  /** The file holds earlier states of itself: information. */
  | 'earlier_revision'
  // what readers may read differently
  | 'duplicate_key'
  | 'unreadable_object'
  | 'stream_length'
  | 'unknown_filter'
  | 'xref_conflict'
  | 'ambiguous_syntax'
  | 'page_tree'
  | 'odd_page_box'
  | 'trailing_bytes'
  // earlier signatures
  /** The shape of a signature that forgeries have. */
  | 'signature_malformed'
  /** More than further signatures, filled fields and validation data came after a signature. */
  | 'changed_after_signature'
  /** More was found than is listed. */
  | 'truncated';

export interface Finding {
  kind: FindingKind;
  /** Counted from 1, where the finding belongs to a page of the current revision. */
  page?: number;
  /** In default user space of that page. */
  rect?: Box;
  /** Object number. */
  object?: number;
  /** Counted from 1, the oldest. */
  revision?: number;
  /** A later revision replaced or freed that object: the document as it is now does not hold it. */
  superseded?: true;
  /** A few words of it, at most 200 characters. */
  excerpt?: string;
}

/** Characters of an excerpt. */
export const EXCERPT = 200;
export const MOST_FINDINGS = 1000;
/** Of one kind, and as many of it in earlier states: a document of a thousand hidden words must not push the script behind them off the list. */
export const MOST_OF_A_KIND = 100;
