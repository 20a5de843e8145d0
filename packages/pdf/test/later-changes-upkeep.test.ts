import { sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesBy, document, instead, look } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';

const linesOf = (changes: Awaited<ReturnType<typeof changesBy>>): string[] =>
  changes.map(({ reason, rule, what }) => `${reason ?? rule} ${what}`);
const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;

describe('what the form says of signatures', () => {
  /** The form with those entries where a program signed that left it as it was. */
  const told = (before: string, after: string): string[] => {
    const value = { number: 310, body: `<</Type/Sig/SubFilter/ETSI.CAdES.detached${SLOT}>>` };
    const form = instead(110, { '/DR': `${before}/DR` });
    const signed = sealed(updated(document, [form, instead(102, { '>>': '/V 310 0 R>>' }), value]));
    const changed = before === '' ? { '/DR': `${after}/DR` } : { [before]: after };
    return linesOf(changesOf(updated(signed, [instead(110, changed, signed)]))?.changes ?? []);
  };

  it.each([
    ['', '/SigFlags 1'],
    ['', '/SigFlags 3'],
    ['/SigFlags 1', '/SigFlags 3'],
    ['/SigFlags 2', '/SigFlags 3'],
  ])('MAP-8 two bits are set: %s, %s', (before, after) => {
    expect(told(before, after)).toEqual(['form_upkeep /SigFlags']);
  });

  it.each([
    ['/SigFlags 3', '/SigFlags 1'],
    ['/SigFlags 3', '/SigFlags 2'],
    ['/SigFlags 1', ''],
    ['', '/SigFlags 4'],
    ['', '/SigFlags -1'],
    ['/SigFlags 1', '/SigFlags 7'],
  ])('MAP-8 and neither taken back nor joined by others: %s, %s', (before, after) => {
    expect(told(before, after)).toEqual(['form /SigFlags']);
  });

  it('MAP-8 and nothing is said twice', () => {
    expect(told('', '/SigFlags 1/SigFlags 3')).toContain('form /SigFlags');
    expect(told('', '/Q 2')).toEqual(['form /Q']);
  });
});

describe('marks that come after a signature', () => {
  const drawing = '2 2 8 12 re f 14 2 8 12 re f 26 2 8 12 re f';
  const mark = async (entries: string, content?: string): Promise<string[]> => {
    const drawn: TestObject[] = content === undefined ? [] : [{ number: 301, body: look(content) }];
    const changes = await changesBy([], (file) => [
      instead(4, { '/Annots [': '/Annots [300 0 R ' }, file),
      {
        number: 300,
        body: `<</Type/Annot/F 4${entries}${content === undefined ? '' : '/AP<</N 301 0 R>>'}>>`,
      },
      ...drawn,
    ]);
    return linesOf(changes);
  };
  const MAY = ['annotation /Annot'];
  const NOT = ['covers_content /Annot'];

  it.each<[string, string, string | undefined, string[]]>([
    ['an icon', '/Subtype/Text/Rect[400 500 440 540]', drawing, MAY],
    ['an icon that is broad', '/Subtype/Text/Rect[400 500 445 540]', drawing, NOT],
    ['an icon that is high', '/Subtype/Text/Rect[400 500 440 545]', drawing, NOT],
    ['a pinned file', '/Subtype/FileAttachment/Rect[400 500 440 540]', drawing, MAY],
    ['a caret of several areas', '/Subtype/Caret/Rect[400 500 440 540]', drawing, NOT],
    ['a caret of one', '/Subtype/Caret/Rect[400 500 440 540]', '2 2 8 12 re f', MAY],
    ['letters', '/Subtype/Text/Rect[400 500 440 540]', 'BT /F1 9 Tf 2 4 Td (Paid) Tj ET', NOT],
    ['a line', '/Subtype/Line/Rect[400 500 490 520]/L[400 510 490 510]', '0 10 m 90 10 l S', MAY],
    [
      'a line with a caption that is drawn',
      '/Subtype/Line/Rect[400 500 490 520]/L[400 510 490 510]/Cap true',
      '0 10 m 90 10 l S',
      MAY,
    ],
    [
      'a line whose caption readers write',
      '/Subtype/Line/Rect[400 500 490 520]/L[400 510 490 510]/Cap true/Contents(Paid)',
      undefined,
      NOT,
    ],
    ['a square', '/Subtype/Square/Rect[400 500 490 520]', '1 1 88 18 re S', MAY],
    ['a square that is filled', '/Subtype/Square/Rect[400 500 490 520]', '1 1 88 18 re f', NOT],
    ['a square that readers fill', '/Subtype/Square/Rect[400 500 490 520]/IC[1 0 0]', '1 1 88 18 re S', NOT],
    ['a square that nothing fills', '/Subtype/Square/Rect[400 500 490 520]/IC[]', '1 1 88 18 re S', MAY],
    ['a text', '/Subtype/FreeText/Rect[400 500 490 520]/Contents(Paid)', undefined, NOT],
    ['a stamp', '/Subtype/Stamp/Rect[400 500 490 520]', '1 1 88 18 re S', NOT],
  ])('MAP-8 %s', async (_, entries, content, expected) => {
    expect(await mark(entries, content)).toEqual(expected);
  });

  it.each([
    ['[396 504 408 516]', '[484 504 496 516]', 1, MAY],
    ['[396 504 408 516]', '[396 504 408 516]', 1, NOT],
    ['[396 504 410 516]', '[484 504 496 516]', 1, NOT],
    ['[396 504 410 516]', '[484 504 496 516]', 2, MAY],
    ['[420 504 432 516]', '[484 504 496 516]', 1, NOT],
    ['[396 520 408 532]', '[484 504 496 516]', 1, NOT],
    ['[396 488 408 500]', '[484 504 496 516]', 1, NOT],
  ])(
    'MAP-8 a line has its endings where it ends: %s, %s, of width %d',
    async (one, other, width, expected) => {
      const area = (box: string): string => {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box.slice(1, -1).split(' ').map(Number);
        return `${x0 - 300} ${y0 - 400} ${x1 - x0} ${y1 - y0} re f`;
      };
      const changes = await changesBy([], (file) => [
        instead(4, { '/Annots [': '/Annots [300 0 R ' }, file),
        {
          number: 300,
          body: `<</Type/Annot/Subtype/Line/F 4/Rect[300 400 550 600]/L[402 510 490 510]/BS<</W ${width}>>/AP<</N 301 0 R>>>>`,
        },
        {
          number: 301,
          body: Buffer.from(
            Buffer.from(look(`${area(one)} ${area(other)}`))
              .toString('latin1')
              .replace('[0 0 90 20]', '[0 0 250 200]'),
            'latin1',
          ),
        },
      ]);
      expect(linesOf(changes)).toEqual(expected);
    },
  );
});

describe('a lock of all fields', () => {
  it.each([
    ['/Action/All/Fields[(amount)]', 'field_locked /V'],
    ['/Action/Include/Fields[(amount)]', 'field_locked /V'],
    ['/Action/Exclude/Fields[(amount)]', 'form_value /V'],
  ])('MAP-8 names none that it leaves open: %s', (lock, expected) => {
    const signed = sealed(
      updated(document, [
        { number: 101, body: `<</Type/SigFieldLock${lock}>>` },
        instead(102, { '>>': '/V 310 0 R>>' }),
        { number: 310, body: `<</Type/Sig/SubFilter/ETSI.CAdES.detached${SLOT}>>` },
      ]),
    );
    const filled = instead(100, { '/FT': '/V(9)/FT' }, signed);
    expect(linesOf(changesOf(updated(signed, [filled]))?.changes ?? [])).toEqual([expected]);
  });
});
