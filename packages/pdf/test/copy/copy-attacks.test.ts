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

/** A text that fonts or marks give to what is shown stays what the document says: the inspection of the copy tells it. */
const STAYS = new Set(['text_map_mismatch']);

const topics = {
  'code, actions and attachments': actionAttacks,
  'forms and notes': formAttacks,
  'hidden text': hiddenAttacks,
  layers: layerAttacks,
  'disputed syntax': notationAttacks,
  'parts kept back': shadowAttacks,
  'the structure of files': structureAttacks,
};

describe('a safe copy holds nothing of', () => {
  for (const [topic, attacks] of Object.entries(topics)) {
    it.each(attacks)(`${topic}: $name`, ({ bytes }) => {
      const copy = copied(bytes());
      const left = found(copy.bytes).filter(({ kind }) => !STAYS.has(kind));
      expect(left).toEqual([]);
      expect(copied(copy.bytes).bytes).toEqual(copy.bytes);
    });
  }
});
