import { sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead } from './later-changes-objects.ts';
import { document, lines, once, signed, value } from './later-changes-sealed.ts';

const SCRIPT = { number: 410, body: '<</S/JavaScript/JS(x)>>' };

/** A link that comes in a step of its own after `objects`. */
const linked = (entries: string, objects: TestObject[], file = once): string[] => {
  const first = objects.length === 0 ? file : updated(file, objects);
  return lines(
    updated(first, [
      instead(4, { '/Annots [': '/Annots [300 0 R ' }, first),
      { number: 300, body: `<</Type/Annot/Subtype/Link/Rect[400 500 490 520]/F 4${entries}>>` },
    ]),
  );
};

describe('an action that is in the file already', () => {
  it.each<[string, TestObject[]]>([
    ['/A 410 0 R', [SCRIPT]],
    ['/PA 410 0 R', [SCRIPT]],
    ['/A<</S/URI/URI(x)/Next 410 0 R>>', [SCRIPT]],
    ['/A<</S/URI/URI(x)/Next[410 0 R]>>', [SCRIPT]],
    ['/A<</S 410 0 R/F(x)>>', [{ number: 410, body: '/Launch' }]],
    [
      '/A 410 0 R',
      [
        { number: 410, body: '<</S/URI/Next 411 0 R>>' },
        { ...SCRIPT, number: 411 },
      ],
    ],
    [
      '/A 410 0 R',
      [
        { number: 410, body: '<</S/URI/Next 411 0 R>>' },
        { number: 411, body: '[[412 0 R]]' },
        { ...SCRIPT, number: 412 },
      ],
    ],
  ])('MAP-8 comes with no link that leads to it: %s', (entries, objects) => {
    expect(linked(entries, objects)).toContain('4 action /Annot 300');
    // Where it was signed, and nothing led to it.
    expect(linked(entries, [], signed(document, ...objects))).toContain('3 action /Annot 300');
  });

  it('MAP-8 that is none may be led to, in a circle as well', () => {
    const circle = { number: 410, body: '<</S/URI/URI(x)/Next 410 0 R>>' };
    expect(linked('/A 410 0 R', [circle])).toEqual(['3 unused_object object 410', '4 annotation /Annot 300']);
    expect(linked('/Odd 410 0 R', [SCRIPT])).toEqual([
      '3 unused_object object 410',
      '4 annotation /Annot 300',
    ]);
  });

  it('MAP-8 stays with the link that had it, whose words change', () => {
    const link = (entries: string): TestObject => ({
      number: 300,
      body: `<</Type/Annot/Subtype/Link/Rect[400 500 490 520]/F 4${entries}>>`,
    });
    const before = signed(
      document,
      SCRIPT,
      link('/A 410 0 R'),
      instead(4, { '/Annots [': '/Annots [300 0 R ' }),
    );
    expect(lines(updated(before, [link('/A 410 0 R/Contents(words)')]))).toEqual(['3 annotation /Annot 300']);
    expect(lines(updated(before, [link('/A 410 0 R/PA 410 0 R')]))).toEqual(['3 action /Annot 300']);
  });

  /** A field that signs, and comes with what its widget leads to. */
  const signing = (file: Uint8Array, entries: string, ...more: TestObject[]): string[] =>
    lines(
      sealed(
        updated(file, [
          instead(110, { '/Fields[': '/Fields[320 0 R ' }, file),
          { number: 320, body: `<</FT/Sig/T(second)/V 330 0 R${entries}>>` },
          value(330, 'DocTimeStamp'),
          ...more,
        ]),
      ),
    );
  const WIDGET = '/Type/Annot/Subtype/Widget/Rect[0 0 0 0]';

  it('MAP-8 comes with no field that signs', () => {
    expect(signing(once, WIDGET)).toEqual(['3 document_time_stamp /V 320']);
    expect(signing(updated(once, [SCRIPT]), `${WIDGET}/A 410 0 R`)).toContain('4 action /Annot 320');
    const widget = { number: 321, body: `<<${WIDGET}/Parent 320 0 R/A<</S/JavaScript/JS(x)>>>>` };
    expect(signing(updated(once, [widget]), '/Kids[321 0 R]')).toContain('4 action /A 320');
    expect(signing(once, '/Kids[321 0 R]', widget)).toContain('3 action /Annot 321');
  });

  it('MAP-8 comes with no widget that a page begins to list', () => {
    const widget = { number: 107, body: `<<${WIDGET}/FT/Tx/T(city)/Parent 106 0 R/A 410 0 R>>` };
    const list = { '107 0 R ': '' };
    const before = signed(document, SCRIPT, widget, instead(4, list));
    const after = updated(before, [instead(4, { '105 0 R ': '105 0 R 107 0 R ' }, before)]);
    expect(lines(after)).toContain('3 action /Annots 107');
  });
});
