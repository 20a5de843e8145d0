import { inform, warn } from './row.ts';

const text = (reason: string) => warn(reason, { tells: 'non_empty_hidden_texts' });
const fields = (reason: string) => warn(reason, { tells: 'fields_inconsistencies' });

/** What is there and not seen, or seen in one way only. A person judges it by looking: it is shown outlined. */
export const content = {
  invisible_text: text(
    'It is signed and copied, but not drawn. Over the ink of a scan it is an `ocr_layer` instead; where the picture is blank or covered or shows noise, has no room for the digits of a number or for a word or shows other digits, or other words were recognised, it was not read there.',
  ),
  same_colour_text: text(
    'It, or letters of it, have the colour of what lies behind, or almost, in some readers at least where it blends with bare paper, or a pattern leaves them out: a contrast below 1.2, of text from 18 points on below 1.1; the sign of an amount counts as a digit does.',
  ),
  transparent_text: text(
    'It, or the soft mask that it, or letters of it, are seen through, lets everything through that lies behind.',
  ),
  tiny_text: text(
    'Nobody reads it, on screen or on paper: too small, drawn out, slanted along its line, or heaped.',
  ),
  off_page_text: text('It stands outside of what is shown; another page box shows it.'),
  clipped_text: text(
    'It, a part of a number, letters within a line, words in the gap beside an amount, three words behind the end of a line or before its beginning, or what turns a word or a sentence into its opposite, is cut away where it stands, or so much of a digit that it is another one.',
  ),
  covered_text: text(
    'Something that hides it, or letters of it, lies over it, and copying brings it up; of a number painted over another one eyes read one.',
  ),
  text_under_annotation: warn(
    'A visible signature, a note or a field lies over it; a later change that signatures permit can take notes and fields away.',
    {
      tells: 'hide_and_replace_suspicious',
    },
  ),
  ocr_layer: inform('What a scanner recognised, under the picture of the same page: everyday.'),
  text_map_mismatch: warn(
    'Eyes read one text, copying, searching and screen readers another: by the font, by what an element of the structure tree says, where it has a cell of a table or what it leaves out of a line, by digits that stand on their head, in another order, on another line or elsewhere on it than their number, by what is drawn or noted beside digits, within one, or on a sign beside them, by words that are drawn as areas within a line or stand in a mask or a pattern, or by letters that stand for digits of an amount.',
    {
      tells: 'hide_and_replace_suspicious',
    },
  ),
  hidden_layer: warn('It is not seen as the document opens, and one click shows it.', { tells: 'layers' }),
  conditional_layer: warn('Screen, paper and export show different documents.', { tells: 'layers' }),
  switchable_layer: warn('It is seen now, and can be switched off.'),
  visible_layer: inform('It cannot be switched off: it is seen like the rest of the page.'),
  field_value_differs: fields('What is seen is not what is sent, read out or processed.'),
  hidden_field: fields('It holds a value that is not seen.'),
  stale_appearances: fields(
    'Readers draw the fields anew as they open the document, or buttons that have no look, each in its own way.',
  ),
  overlapping_fields: fields('One field lies over another, and only one is seen.'),
  hidden_annotation: text('A later change that signatures permit can show it.'),
  conditional_annotation: fields(
    'The screen shows it and paper does not, or the other way round, or it changes under the mouse.',
  ),
} as const;
