import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { FIELD, listed, OTHER, told } from './later-changes-packed.ts';
import { latin1, open, refuses } from './support.ts';

describe('an object that stands in one update twice', () => {
  const CONTENT = streamBody('BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET');

  it('the same octets are harmless where the second is not named', () => {
    const first = ([place = 0]: readonly number[]) => [[103, place]] as const;
    expect(
      told(
        listed(
          [
            [103, FIELD],
            [103, FIELD],
          ],
          first,
        ),
      ),
    ).toEqual([]);
    expect(
      told(
        listed(
          [
            [103, FIELD],
            [103, OTHER],
          ],
          first,
        ),
      ),
    ).toEqual(['unlisted_object']);
    expect(
      told(
        listed(
          [
            [103, FIELD],
            [104, FIELD],
          ],
          first,
        ),
      ),
    ).toEqual(['unlisted_object']);
    const five = ([place = 0]: readonly number[]) => [[5, place]] as const;
    expect(
      told(
        listed(
          [
            [5, CONTENT],
            [5, CONTENT],
            [103, OTHER],
          ],
          five,
        ),
      ),
    ).toEqual(['unlisted_object']);
    expect(
      told(
        listed(
          [
            [5, CONTENT],
            [5, CONTENT],
          ],
          five,
        ),
      ),
    ).toEqual([]);
  });

  it('entries that lead to the same octets are one', () => {
    const both = (number: number) => (places: readonly number[]) =>
      places.map((place) => [number, place] as const);
    expect(
      told(
        listed(
          [
            [103, OTHER],
            [103, OTHER],
          ],
          both(103),
        ),
      ),
    ).not.toContain('unlisted_object');
    expect(
      told(
        listed(
          [
            [5, CONTENT],
            [5, CONTENT],
          ],
          both(5),
        ),
      ),
    ).toEqual([]);
    for (const other of [OTHER, `${FIELD} `, '[]', streamBody(FIELD)]) {
      for (const bodies of [
        [FIELD, other],
        [other, FIELD],
      ]) {
        const file = listed(
          bodies.map((body) => [103, body] as const),
          both(103),
        );
        if (other === `${FIELD} `) expect(told(file)).toEqual([]);
        else refuses('broken_xref', () => open(file));
      }
    }
    const streams = [CONTENT, streamBody('BT /F1 24 Tf 72 700 Td (Pay 9000 euros) Tj ET')];
    refuses('broken_xref', () =>
      open(
        listed(
          streams.map((body) => [5, body] as const),
          both(5),
        ),
      ),
    );
  });

  it('a revision in between that means two things cannot be read', () => {
    const both = (places: readonly number[]) => places.map((place) => [103, place] as const);
    const file = listed(
      [
        [103, FIELD],
        [103, OTHER],
      ],
      both,
    );
    const text = latin1(file);
    const at = text.length;
    const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1];
    const body = `103 0 obj\n${FIELD}\nendobj\n`;
    const table = `xref\n103 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 990/Root 1 0 R/Prev ${prev}>>\n`;
    const later = Buffer.from(`${text}${body}${table}startxref\n${at + body.length}\n%%EOF\n`, 'latin1');
    expect(told(later)).toEqual(['unreadable']);
  });
});
