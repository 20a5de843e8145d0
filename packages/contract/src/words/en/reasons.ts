import type { WordedKind } from '../el/titles.ts';

/** Why each kind of finding matters to who signs; with its advice three short sentences at most. */
export const reasons: Readonly<Record<WordedKind, string>> = {
  javascript: 'The code can change what the document shows after it has been signed.',
  xfa: 'The form is drawn anew each time it is opened and may show something other than what you sign.',
  launch: 'The document can start a program on the computer of whoever reads it.',
  submit_form: 'An action of the document sends its data to another computer.',
  import_data: 'The fields can take other values from another file after signing.',
  reset_form:
    'An action clears what was filled in, and the document then shows something other than what you signed.',
  remote_goto: 'The link opens another file, which your signature does not cover.',
  embedded_goto: 'The link opens an attachment, which is not seen on the document’s pages.',
  uri_script: 'A click on the link runs code instead of opening a web page.',
  uri_file: 'The link leads to a file that can change and that your signature does not cover.',
  automatic_link: 'Reading the document is enough for the computer to connect to this address.',
  web_link: 'It opens only if you click it. Your signature does not cover the web page.',
  layer_action: 'A part of the content can appear or disappear after signing.',
  hide_action: 'Fields or notes can be hidden after signing.',
  named_action: 'The document asks the program that reads it to do something, for example to print.',
  media: 'It does not play in every program and is not printed, but it is signed with the document.',
  rich_media: 'The media run commands and can change what the document shows.',
  exploit_pattern: 'Attacks on programs that read PDF are written in this way.',
  xml_entity: 'Parts that are not seen on the pages fetch or repeat other content when they are read.',
  usage_rights:
    'They end with any new signature, and Adobe Reader may no longer allow filling in or comments.',
  embedded_file: 'It is signed with the document, but it is not seen on its pages.',
  active_attachment: 'The attachment can run code on the computer of whoever opens it.',
  external_stream:
    'A part of the document is read from another file or from the network and can change after signing.',
  invisible_text: 'It is in the file and is signed, but it is not drawn on the page.',
  same_colour_text: 'It has the colour of what lies behind it and cannot be made out.',
  transparent_text: 'It is so transparent that it cannot be made out on the page.',
  tiny_text: 'The letters are so small that they cannot be read, not even when printed.',
  off_page_text: 'It stands beyond the edges of the page and is neither seen nor printed.',
  clipped_text: 'The file says that the place where it stands is not to be drawn.',
  covered_text:
    'An image, a shape or other text covers it, but it is signed and can be copied, or appear later.',
  text_under_annotation:
    'A visible signature, a note or a field covers it, but it is signed and may appear later.',
  ocr_layer: 'Under the scanned image there is its text, for searching and copying.',
  text_map_mismatch:
    'What stands before the arrow is seen. Whoever copies, searches or listens to the text gets what stands after it.',
  hidden_layer: 'A part of the content is not seen now and may appear after signing.',
  conditional_layer:
    'The screen may show one thing, and a print, another zoom or another language something else.',
  switchable_layer: 'Whoever reads the document can hide a part of its content.',
  visible_layer: 'The content is arranged in layers and all of it is seen.',
  field_value_differs:
    'The two values stand on either side of ≠. Another program may show the one that is not seen now.',
  hidden_field: 'Its value is signed, but it is not seen on the page.',
  stale_appearances:
    'Different programs may show the values of the fields differently. Where there is a ≠, the value that is not seen follows.',
  overlapping_fields: 'The field on top hides the value of the other.',
  hidden_annotation: 'The note does not appear on the page, and may appear after signing.',
  conditional_annotation: 'The screen shows one thing and a print another.',
  object_defined_twice: 'Different programs may read different definitions and show different content.',
  unreferenced_page:
    'It is in the file without being seen and can take the place of another page after signing.',
  unreferenced_content:
    'It is in the file without being seen and can take the place of other content after signing.',
  unreferenced_font: 'It can take the place of another and change what is read on the page.',
  unlisted_object: 'It is in the file without being used, and some programs may read it.',
  unused_section: 'The file holds changes that most programs ignore and some may show.',
  earlier_revision: 'The file also keeps what it held before the latest changes.',
  duplicate_key: 'Different programs may read different ones and show different content.',
  unreadable_object: 'What it holds was not checked, and another program may show it.',
  stream_length: 'Different programs may read more or less of the content.',
  unknown_filter: 'This content may be seen in another program and not here.',
  xref_conflict: 'The file says in two ways what it holds, and different programs may follow different ones.',
  ambiguous_syntax: 'Two programs may show different content.',
  page_tree: 'Another program may show more or fewer pages.',
  odd_page_box: 'A part of the page may not be seen in every program.',
  trailing_bytes: 'They are not part of the document, but another program may read them.',
  signature_malformed: 'Signatures that look valid but are not are written in this way.',
  changed_after_signature: 'More than is permitted has changed since the document was signed.',
  truncated: 'More was found than is shown here.',
};
