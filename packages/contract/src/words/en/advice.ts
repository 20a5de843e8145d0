import type { WordedKind } from '../el/titles.ts';

const anew = 'Make the PDF again from the source document, or ask whoever sent it to you for it.';
const fields = 'Fill in the form again, or print it to a virtual PDF printer.';
const layers = 'Ask for a version without layers, or print the document to a virtual PDF printer.';
const none = 'There is nothing you need to do.';
const print =
  'Print the document to a virtual PDF printer and upload the new file. If it has signatures, ask for a new version: printing loses them.';
const read =
  'Read the text that was found. If it has no place in the document, ask for a version without it.';
const signed = 'Ask whoever signed the document for it as it was when they signed.';
const without = 'Look at the attachment before you sign, or ask for a version without it.';

/** What one can do about each kind of finding. */
export const advice: Readonly<Record<WordedKind, string>> = {
  javascript: print,
  xfa: print,
  launch: print,
  submit_form: print,
  import_data: print,
  reset_form: print,
  remote_goto: 'Make sure that the document is complete without the other file.',
  embedded_goto: without,
  uri_script: print,
  uri_file: 'Make sure that the document is complete without the link.',
  automatic_link: print,
  web_link: none,
  layer_action: print,
  hide_action: print,
  named_action: print,
  media: 'Look at it before you sign, or ask for a version without it.',
  rich_media: print,
  exploit_pattern: 'Do not open the file. Tell the sender and the IT support of your organisation.',
  xml_entity: anew,
  usage_rights: 'Fill in the document before you sign it.',
  embedded_file: without,
  active_attachment: 'Remove the attachment and upload the document again.',
  external_stream: anew,
  invisible_text: read,
  same_colour_text: read,
  transparent_text: read,
  tiny_text: read,
  off_page_text: read,
  clipped_text: read,
  covered_text: 'Read the text that was found. If it must not be read, delete it from the source document.',
  text_under_annotation: read,
  ocr_layer: none,
  text_map_mismatch: anew,
  hidden_layer: layers,
  conditional_layer: layers,
  switchable_layer: layers,
  visible_layer: none,
  field_value_differs: fields,
  hidden_field:
    'Read the value that was found. If it has no place in the document, print it to a virtual PDF printer.',
  stale_appearances: fields,
  overlapping_fields: fields,
  hidden_annotation: read,
  conditional_annotation: print,
  object_defined_twice: anew,
  unreferenced_page: anew,
  unreferenced_content: anew,
  unreferenced_font: anew,
  unlisted_object: anew,
  unused_section: anew,
  earlier_revision:
    'If that must not be read, make the PDF again. Otherwise there is nothing you need to do.',
  duplicate_key: anew,
  unreadable_object: anew,
  stream_length: anew,
  unknown_filter: anew,
  xref_conflict: anew,
  ambiguous_syntax: anew,
  page_tree: anew,
  odd_page_box: anew,
  trailing_bytes: anew,
  signature_malformed: signed,
  changed_after_signature: signed,
  truncated: anew,
};
