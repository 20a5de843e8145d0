import type { WordedKind } from './titles.ts';

const anew = 'Δημιουργήστε ξανά το PDF από το αρχικό έγγραφο ή ζητήστε το από όποιον σας το έστειλε.';
const fields = 'Συμπληρώστε ξανά τη φόρμα ή τυπώστε τη σε εικονικό εκτυπωτή PDF.';
const layers = 'Ζητήστε έκδοση χωρίς επίπεδα ή τυπώστε το έγγραφο σε εικονικό εκτυπωτή PDF.';
const none = 'Δεν χρειάζεται να κάνετε κάτι.';
const print =
  'Τυπώστε το έγγραφο σε εικονικό εκτυπωτή PDF και μεταφορτώστε το νέο αρχείο. Αν φέρει υπογραφές, ζητήστε νέα έκδοση, γιατί στην εκτύπωση χάνονται.';
const read = 'Διαβάστε το κείμενο που βρέθηκε. Αν δεν έχει θέση στο έγγραφο, ζητήστε έκδοση χωρίς αυτό.';
const signed = 'Ζητήστε το έγγραφο από όποιον το υπέγραψε, όπως ήταν όταν το υπέγραψε.';
const without = 'Δείτε το συνημμένο πριν υπογράψετε ή ζητήστε έκδοση χωρίς αυτό.';

/** What one can do about each kind of finding. */
export const advice: Readonly<Record<WordedKind, string>> = {
  javascript: print,
  xfa: print,
  launch: print,
  submit_form: print,
  import_data: print,
  reset_form: print,
  remote_goto: 'Βεβαιωθείτε ότι το έγγραφο είναι πλήρες και χωρίς το άλλο αρχείο.',
  embedded_goto: without,
  uri_script: print,
  uri_file: 'Βεβαιωθείτε ότι το έγγραφο είναι πλήρες και χωρίς τον σύνδεσμο.',
  automatic_link: print,
  web_link: none,
  layer_action: print,
  hide_action: print,
  named_action: print,
  media: 'Δείτε το πριν υπογράψετε ή ζητήστε έκδοση χωρίς αυτό.',
  rich_media: print,
  exploit_pattern:
    'Μην ανοίξετε το αρχείο. Ενημερώστε τον αποστολέα και την τεχνική υποστήριξη του φορέα σας.',
  xml_entity: anew,
  usage_rights: 'Συμπληρώστε το έγγραφο πριν το υπογράψετε.',
  embedded_file: without,
  active_attachment: 'Αφαιρέστε το συνημμένο και μεταφορτώστε ξανά το έγγραφο.',
  external_stream: anew,
  invisible_text: read,
  same_colour_text: read,
  transparent_text: read,
  tiny_text: read,
  off_page_text: read,
  clipped_text: read,
  covered_text:
    'Διαβάστε το κείμενο που βρέθηκε. Αν δεν πρέπει να διαβάζεται, σβήστε το από το αρχικό έγγραφο.',
  text_under_annotation: read,
  ocr_layer: none,
  text_map_mismatch: anew,
  hidden_layer: layers,
  conditional_layer: layers,
  switchable_layer: layers,
  visible_layer: none,
  field_value_differs: fields,
  hidden_field:
    'Διαβάστε την τιμή που βρέθηκε. Αν δεν έχει θέση στο έγγραφο, τυπώστε το σε εικονικό εκτυπωτή PDF.',
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
    'Αν δεν πρέπει να διαβάζονται, δημιουργήστε ξανά το PDF. Αλλιώς δεν χρειάζεται να κάνετε κάτι.',
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
