import {
  actionAttacks,
  formAttacks,
  hiddenAttacks,
  layerAttacks,
  notationAttacks,
  shadowAttacks,
  structureAttacks,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { copied, found } from './copied.ts';

/**
 * What fonts and marks say of what is shown stays what the document says, and of a string of which something is seen all
 * stays: the inspection of the copy tells it, as a warning.
 */
const STAYS = new Set([
  'text_map_mismatch',
  'covered_text',
  'clipped_text',
  'off_page_text',
  'same_colour_text',
  'invisible_text',
]);
/** Pages that are odd without anything being hidden by it, and what the interpreter itself is not sure of. */
const ODD: Readonly<Record<string, string>> = {
  'small in small units': 'odd_page_box',
  'a media box of miles': 'odd_page_box',
  'text after a Q within a text object': 'ambiguous_syntax',
  'a Q within a text object of a q before it': 'ambiguous_syntax',
};
/** What lies over text once it is drawn in, or once other text is gone, hides it in the copy: a copy of that leaves it out. */
const UNSETTLED = new Set([
  'in letters that are clipped and filled with white',
  'under the border of a field',
]);

const topics = {
  'code, actions and attachments': actionAttacks,
  'forms and notes': formAttacks,
  'hidden text': hiddenAttacks,
  layers: layerAttacks,
  'disputed syntax': notationAttacks,
  'parts kept back': shadowAttacks,
  'the structure of files': structureAttacks,
};

describe('CPY-1 a safe copy holds nothing of', () => {
  for (const [topic, attacks] of Object.entries(topics)) {
    it.each(attacks)(`${topic}: $name`, ({ name, bytes }) => {
      const copy = copied(bytes());
      const left = found(copy.bytes).filter(({ kind }) => !STAYS.has(kind) && kind !== ODD[name]);
      expect(left).toEqual([]);
      if (!UNSETTLED.has(name)) expect(copied(copy.bytes).bytes).toEqual(copy.bytes);
    });
  }
});
