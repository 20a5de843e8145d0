import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { contents, copied, make } from './copied.ts';

describe('CPY-1 looks of annotations in a safe copy', () => {
  it.each([
    [90, 'q\n0 1 -1 0 140 140 cm\n'],
    [180, 'q\n-1 0 0 -1 100 180 cm\n'],
    [270, 'q\n0 -1 1 0 60 140 cm\n'],
  ])(
    'a look that does not turn with its page stands upright about its upper left corner: %i',
    (turn, placed) => {
      const entries = `/Rotate ${turn}/Annots[101 0 R]`;
      const body = '<</Type/Annot/Subtype/Stamp/F 20/Rect[100 100 140 140]/AP<</N 102 0 R>>>>';
      const look = streamBody('0 0 40 40 re f', '/Type/XObject/Subtype/Form/BBox[0 0 40 40]');
      const more = [
        { number: 101, body },
        { number: 102, body: look },
      ];
      expect(contents(copied(make({ pages: [{ entries }], more })).bytes)[0]).toContain(placed);
    },
  );
});
