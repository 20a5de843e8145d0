import { documentObjects, hiddenDocument, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect, type Limits, PdfError, type PdfErrorCode } from '../src/index.ts';
import { open, refuses } from './support.ts';

/** A hang, on the slowest machine that builds this. */
const HANG = 60_000;
const line = (text: string, x: number, y: number, size = 12): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const hidden = (content: string, limits?: Partial<Limits>): Finding[] =>
  inspect(open(hiddenDocument({ content, states: '/G1<</ca .3>>' }), limits)).findings;
/** Whether the file was looked at to its end, or refused since that is more work than it is worth. */
const ends = (content: string, limits?: Partial<Limits>): 'inspected' | PdfErrorCode =>
  outcome(() => hidden(content, limits));
/** An eighth of the work that a file may cost: what ends at that bound ends sooner. */
const LITTLE = { readBytes: 4 * 1024 * 1024 };
const outcome = (look: () => unknown): 'inspected' | PdfErrorCode => {
  try {
    look();
    return 'inspected';
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
};

describe('hidden text is looked for within bounds', () => {
  it(
    'a quarter of a million small areas on a page',
    () => {
      const areas = times(250_000, (at) => `${at % 590} ${at % 830} 4 4 re f\n`);
      expect(
        hidden(`${line('The fee is 900', 72, 700)}1 g\n${areas}60 690 300 40 re f`).map(({ kind }) => kind),
      ).toEqual(['covered_text']);
    },
    HANG,
  );

  it.each([
    [
      'veils over many lines',
      `${times(500, (at) => line(`line ${at} of many words`, 72, 20 + at))}/G1 gs ${times(20_000, () => '0 0 595 842 re f\n')}`,
    ],
    [
      'hatches over many lines',
      times(500, (at) => line(`line ${at} of many words`, 72, 20 + at)) +
        `1 G .5 w ${times(200, () => `${times(1000, (at) => `0 ${at * 0.8} m 595 ${at * 0.8} l `)}S\n`)}`,
    ],
    ['areas as large as half the page', times(400_000, (at) => `0 0 ${300 + (at % 9)} 842 re f\n`)],
    [
      'areas that touch many lines and cover none',
      times(2000, (at) => line(`line ${at}`, 72, 700)) + times(50_000, () => '0 697 595 4 re f\n'),
    ],
    ['words heaped on one place', times(20_000, (at) => line(`word ${at}`, 72, 700))],
    [
      'slanted words heaped on one place',
      times(5000, (at) => `BT /F1 90 Tf .7 .7 -.7 .7 90 90 Tm (wo ${at}) Tj ET\n`),
    ],
    ['images heaped on one place', times(20_000, () => 'q 500 0 0 800 0 0 cm /Im Do Q\n')],
    ['words that only clip', times(20_000, (at) => `7 Tr ${line(`word ${at}`, 72, 700)} 0 0 1 1 re f\n`)],
    [
      'lines of many words under covers side by side',
      times(100_000, () => line('abc def ghi jkl', 72, 700)) +
        times(16, (at) => `${72 + at * 6} 690 3 40 re f\n`),
    ],
    [
      'broad lines to and fro',
      times(5000, () => `20 w 0 0 m ${times(30, (at) => `${at * 19} ${(at * 71) % 800} l `)}S\n`),
    ],
    [
      'shapes of many corners',
      times(
        5000,
        (at) => `${at % 500} 9 m ${times(30, (to) => `${(at + to * 7) % 590} ${(to * 29) % 800} l `)}f\n`,
      ),
    ],
    ['clips within clips', times(20_000, () => '0 0 m 100 0 l 50 100 l h W n\n') + line('no', 9, 9)],
    ['hidden dots', times(20, () => `3 Tr ${line('.'.repeat(500_000), 72, 700)}`)],
    ['strings far away', times(50_000, (at) => line(`far ${at}`, 1e6 + at, -1e6, 9e5))],
  ])('%s', (_, content) => expect(['inspected', 'too_many_objects']).toContain(ends(content, LITTLE)), HANG);

  it(
    'a soft mask in thousands of places, which is drawn through itself',
    () => {
      const content = times(5000, (at) => `q 1 0 0 1 ${at} 0 cm /G2 gs ${line('words', 72, 700)} Q\n`);
      const body = streamBody(
        `/G2 gs ${times(200, () => '.5 g 0 0 595 842 re f ')}`,
        '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</ExtGState<</G2 21 0 R>>>>/Group<</S/Transparency>>',
      );
      const more = [
        { number: 20, body },
        { number: 21, body: '<</SMask<</S/Luminosity/G 20 0 R>>>>' },
      ];
      const bytes = hiddenDocument({ content, more, states: '/G2 21 0 R' });
      expect(['inspected', 'too_many_objects']).toContain(outcome(() => inspect(open(bytes))));
    },
    HANG,
  );

  it(
    'a page of a quarter of a million strings is refused',
    () => refuses('too_many_objects', () => hidden(`BT /F1 4 Tf\n${times(260_000, () => '(a)Tj\n')}ET`)),
    HANG,
  );

  it(
    'text heaped on text on every page: no more is looked for than is listed',
    () => {
      const ofPages = (lines: number) => {
        const words = times(700, (at) => line(`word number ${at} of a heap`, 72, 800 - (at % lines) * 18));
        const objects = documentObjects({ pages: Array.from({ length: 120 }, () => ({ content: words })) });
        const bytes = writePdf({ kind: 'table', objects });
        const before = process.cpuUsage();
        const { findings } = inspect(open(bytes));
        const covered = findings.filter(({ kind }) => kind === 'covered_text').length;
        return { covered, work: process.cpuUsage(before).user };
      };
      const apart = ofPages(700);
      const heaped = ofPages(40);
      expect([apart.covered, heaped.covered]).toEqual([0, 100]);
      // Looked for on every page they took many times what the same words take that lie apart.
      expect(heaped.work).toBeLessThan(3 * apart.work);
    },
    HANG,
  );

  it('one outline for a paragraph, and at most 100 of a kind', () => {
    const white = times(8, (at) => line(`hidden line ${at}`, 72, 700 - at * 14));
    const found = hidden(`1 g ${white}`);
    expect(found).toHaveLength(1);
    expect(found[0]?.excerpt).toHaveLength(8 * 14 - 1);
    expect(found[0]?.rect?.map(Math.round)).toEqual([72, 600, 140, 709]);
    const apart = times(300, (at) => line('no', 10 + (at % 10) * 55, 20 + Math.floor(at / 10) * 27, 6));
    expect(hidden(`1 g ${apart}`).filter(({ kind }) => kind === 'same_colour_text')).toHaveLength(100);
  });

  it('specks over a line, more than are kept, do not keep what veils a part of it from being told', () => {
    const words = `${line('The fee is 900 euro', 72, 700)}/G1 gs 1 g `;
    const veils = '133 698 25 14 re f '.repeat(10);
    const specks = times(400, (at) => `${80 + (at % 40)} ${702 + (at % 3)} .3 .3 re f `);
    for (const content of [`${words}${veils}`, `${words}${specks}${veils}`, `${words}${veils}${specks}`])
      expect(hidden(content)).toMatchObject([
        { kind: 'covered_text', excerpt: expect.stringContaining('00') },
      ]);
  });

  it.each([
    ['an area', '275 698 7 14 re f '],
    ['an area of six corners', '275 698 m 282 698 l 282.1 704 l 282 712 l 275 712 l 274.9 704 l f '],
  ])('slivers over a line, more than are kept, do not keep a digit under %s from being told', (_, cover) => {
    // The points of a line as long as this are further apart than a digit is broad.
    const words = line(`${'i'.repeat(75)} 9000 ${'word '.repeat(8)}`, 72, 700);
    const slivers = times(40, (at) => `${80 + at} 698 .05 14 re f `);
    for (const content of [`${words}1 g ${cover}`, `${words}1 g ${slivers}${cover}`])
      expect(hidden(content)).toMatchObject([{ kind: 'covered_text' }]);
  });

  it('frames around a line and areas over its blanks, more than are kept, do not keep a covered digit from being told', () => {
    const words = line(`${'u'.repeat(100)}${' '.repeat(20)}1000 ${'u'.repeat(20)}`, 30, 600, 5);
    const digit = 30 + 5 * (100 * 0.556 + 20 * 0.278);
    const cover = `${digit} 598 2.78 8 re f `;
    const shape = `${digit} 598 m ${digit + 2.78} 598 l ${digit + 2.8} 602 l ${digit + 2.78} 606 l ${digit} 606 l f `;
    const frames = times(310, (at) => `20 ${596 - at / 100} 560 16 re 21 597 558 14 re f* `);
    const blanks = times(80, (at) => `${308 + 0.1 * at} 598 ${20 - 0.2 * at} 8 re f `);
    for (const painted of [cover, shape])
      for (const content of [`${painted}${frames}${blanks}`, `${frames}${blanks}${painted}`])
        expect(hidden(`${words}1 g ${content}`)).toMatchObject([
          { kind: 'covered_text', excerpt: expect.stringContaining('1') },
        ]);
  });

  it('sixty thousand translucent marks over a watermark are read to the end', () => {
    const marks = times(60_000, (at) => {
      const [x, y] = [60 + ((at * 7) % 450), 310 + ((at * 3) % 90)];
      return `${x} ${y} m ${x + 3} ${y} l ${x + 3} ${y + 4} l ${x} ${y + 3} l f `;
    });
    expect(ends(`.9 g ${line('DRAFT', 60, 300, 150)}/G1 gs .2 .4 .8 rg ${marks}`)).toBe('inspected');
  });

  it('words on one place: more than are held against each other are refused, and not passed over', () => {
    const heap = times(3000, (at) => line(`words ${at}`, 72, 700));
    expect(ends(heap, LITTLE)).toBe('too_many_objects');
    expect(hidden(times(300, (at) => line(`words ${at}`, 72, 700)))).not.toEqual([]);
  });

  it('hidden signs: more than a page has are refused, and not passed over', () => {
    const signs = (count: number): string =>
      `3 Tr ${times(count, (at) => line('.', at % 590, at % 830))}0 Tr `;
    const amount = `${line('Fee 5', 72, 700)}3 Tr ${line('.', 102, 700)}0 Tr ${line('00 euro', 103, 700)}`;
    expect(hidden(`${signs(19_000)}${amount}`).map(({ kind }) => kind)).toContain('invisible_text');
    expect(ends(`${signs(20_001)}${amount}`)).toBe('too_many_objects');
  });

  it('an excerpt of 200 characters', () => {
    const found = hidden(`3 Tr ${times(40, (at) => line(`hidden words ${at}`, 72, 700 - at * 8, 6))}`);
    expect(found[0]?.excerpt).toHaveLength(200);
  });
});
