import { bodyOf, documentObjects, type TestObject, updated, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { annotations } from '../src/revisions/pages.ts';
import { look, PAY } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { open, sign } from './support.ts';

const ANNOTS = /\/Annots ?\[([^\]]*)\]/;
const signed = await sign(
  writePdf({
    kind: 'table',
    id: '[<01><01>]',
    objects: documentObjects({
      pages: [
        { content: 'BT /F1 24 Tf 72 100 Td (Cover) Tj ET', entries: '/Annots[]' },
        { content: PAY, entries: '/Annots[]' },
      ],
    }),
  }),
);

/** An update after which both pages list what the first one lists, and a highlight of that look. */
function shared(content: string): string[] {
  const own = ANNOTS.exec(bodyOf(signed, 4))?.[1];
  const objects: TestObject[] = [
    ...[4, 6].map((number) => ({
      number,
      body: bodyOf(signed, number).replace(ANNOTS, '/Annots 400 0 R'),
    })),
    { number: 400, body: `[${own} 300 0 R]` },
    {
      number: 300,
      body: '<</Type/Annot/Subtype/Highlight/F 4/Rect[70 690 300 730]/QuadPoints[70 730 300 730 70 690 300 690]/C[1 1 0]/AP<</N 301 0 R>>>>',
    },
    { number: 301, body: look(content) },
  ];
  return (changesOf(updated(signed, objects))?.changes ?? []).map(({ reason, rule }) => reason ?? rule);
}

describe('annotations that several pages list', () => {
  it('MAP-8 are held against each of them', () => {
    expect(shared('1 g 0 0 90 20 re f')).toContain('covers_content');
    expect(shared('0 0 90 20 re n')).not.toContain('covers_content');
  });

  it('stand on every page that lists them, and on a page that the tree names twice', () => {
    const file = writePdf({
      kind: 'table',
      objects: documentObjects({
        pages: [{ entries: '/Annots 100 0 R' }, { entries: '/Annots 100 0 R' }],
        more: [
          { number: 100, body: '[101 0 R]' },
          { number: 101, body: '<</Subtype/Link/Rect[0 0 9 9]>>' },
        ],
      }).map((object) =>
        object.number === 2 ? { ...object, body: '<</Type/Pages/Kids[4 0 R 6 0 R 4 0 R]/Count 3>>' } : object,
      ),
    });
    const found = [...annotations(open(file))].map(({ page, ref }) => [page.number, ref.number]);
    expect(found).toEqual([
      [1, 101],
      [2, 101],
      [3, 101],
    ]);
  });
});
