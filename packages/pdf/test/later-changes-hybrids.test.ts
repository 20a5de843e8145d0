import { bodyOf, signedDocument, streamBody, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { saying } from './later-changes-objects.ts';
import { lines, once, signed } from './later-changes-sealed.ts';
import { latin1, open, refuses } from './support.ts';

type Row = readonly [number: number, kind: number, place: number, detail?: number];

const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(once))?.[1];
const FIELD = bodyOf(once, 103);
const CONTENT = latin1(once).search(/(?<=\n)5 0 obj/);
const OTHER = FIELD.replace('(Eleni)', '(Nikos)');

/** The rows of a cross-reference stream of /W[1 4 2]. */
function dataOf(rows: readonly Row[]): Buffer {
  const data = Buffer.alloc(7 * rows.length);
  rows.forEach(([, kind, place, detail = 0], row) => {
    data[7 * row] = kind;
    data.writeUInt32BE(place, 7 * row + 1);
    data.writeUInt16BE(detail, 7 * row + 5);
  });
  return data;
}

/**
 * An update with these objects, whose table names some of them, or frees numbers (kind 0), and whose stream, for readers
 * that know streams (ISO 32000-2 §7.5.8.4), names some, too.
 */
function hybrid(
  objects: readonly (readonly [number: number, body: string | Uint8Array])[],
  table: (places: readonly number[]) => readonly Row[],
  stream: (places: readonly number[]) => readonly Row[],
  between = '',
  extra = '',
): Uint8Array {
  let text = latin1(once);
  const places = objects.map(([number, body]) => {
    const at = text.length;
    text += `${number} 0 obj\n${typeof body === 'string' ? body : latin1(body)}\nendobj\n`;
    return at;
  });
  const rows = stream(places);
  const data = dataOf(rows);
  const index = rows.map(([number]) => `${number} 1`).join(' ');
  const hidden = text.length;
  text += `981 0 obj\n${latin1(streamBody(data, `/Type/XRef/W[1 4 2]/Index[${index}]/Size 990${extra}`))}\nendobj\n`;
  text += between;
  const at = text.length;
  const entries = table(places).map(([number, kind, place]) => {
    const end = kind === 0 ? '65535 f' : '00000 n';
    return `${number} 1\n${String(place).padStart(10, '0')} ${end} \n`;
  });
  text += `xref\n${entries.join('')}trailer\n<</Size 990/Root 1 0 R/Info 160 0 R/Prev ${previous}/XRefStm ${hidden}>>\n`;
  return Buffer.from(`${text}startxref\n${at}\n%%EOF\n`, 'latin1');
}
const told = (...parts: Parameters<typeof hybrid>): string[] => lines(hybrid(...parts));
const AMBIGUOUS = '3 ambiguous /XRefStm 103';

describe('an object that the table and the stream of an update name', () => {
  it('MAP-8 is in use somewhere: some readers find one at the beginning of the file', () => {
    const at = (kind: number): string[] =>
      told(
        [],
        () => [],
        () => [[700, kind, 0]],
      );
    expect(at(1)).toContain('3 ambiguous xref');
    expect(at(0)).not.toContain('3 ambiguous xref');
  });

  it('MAP-8 is one where both mean the same', () => {
    const both = [
      [103, FIELD],
      [103, FIELD],
    ] as const;
    expect(
      told(
        both,
        ([one = 0]) => [[103, 1, one]],
        ([, other = 0]) => [[103, 1, other]],
      ),
    ).toEqual([]);
    expect(
      told(
        both,
        ([one = 0]) => [[103, 1, one]],
        ([one = 0]) => [[103, 1, one]],
      ),
    ).toEqual([]);
  });

  it('MAP-8 is that of the table where the stream frees it', () => {
    expect(
      told(
        [[103, FIELD]],
        ([one = 0]) => [[103, 1, one]],
        () => [[103, 0, 0]],
      ),
    ).toEqual([]);
  });

  it('MAP-8 is told where they mean two things', () => {
    for (const [one, other] of [
      [FIELD, OTHER],
      [OTHER, FIELD],
    ] as const) {
      const objects = [
        [103, one],
        [103, other],
      ] as const;
      expect(
        told(
          objects,
          ([at = 0]) => [[103, 1, at]],
          ([, at = 0]) => [[103, 1, at]],
        ),
      ).toContain(AMBIGUOUS);
    }
  });

  it('MAP-8 is told where the stream has it in an object stream', () => {
    const packed = (body: string): readonly [number, Uint8Array] => [
      980,
      streamBody(`103 0 ${body}`, '/Type/ObjStm/N 1/First 6'),
    ];
    const named = (body: string) =>
      told(
        [[103, FIELD], packed(body)],
        ([one = 0, stream = 0]) => [
          [103, 1, one],
          [980, 1, stream],
        ],
        () => [[103, 2, 980, 0]],
      );
    expect(named(OTHER)).toContain(AMBIGUOUS);
    expect(named(FIELD)).toEqual([]);
  });

  it('MAP-8 is told for each of them, and only where both name it', () => {
    const objects = [
      [103, FIELD],
      [103, OTHER],
      [104, '(one)'],
      [104, '(other)'],
      [300, '(new)'],
    ] as const;
    const all = told(
      objects,
      ([one = 0, , three = 0]) => [
        [103, 1, one],
        [104, 1, three],
      ],
      ([, two = 0, , four = 0, five = 0]) => [
        [103, 1, two],
        [104, 1, four],
        [300, 1, five],
      ],
    );
    expect(all.filter((line) => line.includes('ambiguous'))).toEqual([AMBIGUOUS, '3 ambiguous /XRefStm 104']);
  });
});

describe('an object that the stream of an update alone names', () => {
  it('MAP-8 is compared as others are', () => {
    const objects = [
      [104, saying('Maria')],
      [300, '(new)'],
    ] as const;
    const found = told(
      objects,
      ([, other = 0]) => [[300, 1, other]],
      ([at = 0]) => [[104, 1, at]],
    );
    expect(found).toEqual(['3 appearance /AP 104', '3 unused_object object 300']);
  });

  it('MAP-8 is a stream of objects, of which each is looked at', () => {
    const head = `103 0 4 ${FIELD.length + 1} `;
    const stream = streamBody(`${head}${FIELD} (other)`, `/Type/ObjStm/N 2/First ${head.length}`);
    const objects = [
      [980, stream],
      [300, '(new)'],
    ] as const;
    const names = ([at = 0]: readonly number[]): readonly Row[] => [
      [980, 1, at],
      [103, 2, 980, 0],
    ];
    expect(told(objects, ([, other = 0]) => [[300, 1, other]], names)).toContain(
      '3 unlisted_object /ObjStm 4',
    );
  });

  it('MAP-8 and what neither names is told, wherever it stands', () => {
    const other = '5 0 obj\n(Pay 9)\nendobj\n';
    const found = told(
      [[103, FIELD]],
      ([at = 0]) => [[103, 1, at]],
      ([at = 0]) => [[103, 1, at]],
      other,
    );
    expect(found).toEqual([expect.stringContaining('unlisted_object byte')]);
  });
});

describe('an entry that leads into an older object stream', () => {
  const base = signed(signedDocument('objstm'));
  /** An update of nothing but a cross-reference stream that names an object as the one before did. */
  function renamed(number: number): string[] {
    const pdf = open(base);
    const { place, detail } = pdf.store.entry(pdf.index.get(number) ?? 0);
    const row = Buffer.alloc(7);
    row[0] = 2;
    row.writeUInt32BE(place, 1);
    row.writeUInt16BE(detail, 5);
    const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(base))?.[1];
    const entries = `/Type/XRef/W[1 4 2]/Index[${number} 1]/Size 990/Root 1 0 R/Info 160 0 R/Prev ${before}`;
    const text = `${latin1(base)}981 0 obj\n${latin1(streamBody(row, entries))}\nendobj\nstartxref\n${base.length}\n%%EOF\n`;
    return lines(Buffer.from(text, 'latin1'));
  }

  it('MAP-8 is another than one that a new stream holds at the same place', () => {
    const stream = streamBody('1 0 <</Type/Catalog>>', '/Type/ObjStm/N 1/First 4');
    expect(lines(updated(base, [{ number: 985, body: stream }]))).toContain('3 unlisted_object /ObjStm 1');
  });

  it('says nothing of what else that holds', () => {
    expect(renamed(107)).toEqual([]);
  });
});

describe('an object that the table of an update frees and its stream names', () => {
  const METADATA = streamBody('<a>Another</a>', '/Type/Metadata/Subtype/XML');
  const frees =
    (number: number): (() => readonly Row[]) =>
    () => [[number, 0, 0]];
  const names =
    (number: number) =>
    ([at = 0]: readonly number[]): readonly Row[] => [[number, 1, at]];

  it('MAP-8 is told where it was signed', () => {
    expect(told([[120, METADATA]], frees(120), names(120))).toContain('3 ambiguous /XRefStm 120');
  });

  it('MAP-8 is told once, by the update that does so', () => {
    const twice = updated(hybrid([[120, METADATA]], frees(120), names(120)), [
      { number: 300, body: '(new)' },
    ]);
    expect(lines(twice).filter((line) => line.includes('XRefStm'))).toEqual(['3 ambiguous /XRefStm 120']);
  });

  it('is new, as hybrid files have it', () => {
    expect(told([[300, '(new)']], frees(300), names(300))).toEqual([]);
  });

  it('MAP-8 is nothing that readers could paint: such a file is refused', () => {
    refuses('hybrid_ambiguous', () => told([[103, OTHER]], frees(103), names(103)));
  });
});

describe('an object that the table of an update names and its stream frees', () => {
  const both = (generation: number): string[] =>
    told(
      [],
      () => [[5, 1, CONTENT]],
      () => [[5, 0, 0, generation]],
    );

  it('MAP-8 is told where it is freed under a higher generation', () => {
    expect(both(0)).toEqual([]);
    expect(both(1)).toEqual(['3 ambiguous xref 5']);
    expect(both(65_535)).toEqual(['3 ambiguous xref 5']);
  });
});

describe('a number that was free under a generation', () => {
  const freed = (generation: number): Uint8Array => {
    const text = latin1(once);
    const row = `0000000000 ${String(generation).padStart(5, '0')} f \n`;
    const section = `xref\n300 1\n${row}trailer\n<</Size 990/Root 1 0 R/Info 160 0 R/Prev ${previous}>>\n`;
    return Buffer.from(`${text}${section}startxref\n${text.length}\n%%EOF\n`, 'latin1');
  };
  const used = (was: number, generation: number): string[] =>
    lines(updated(freed(was), [{ number: 300, generation, body: '(new)' }]));

  it('MAP-8 is not used under a lower one: some readers keep to the higher, and find nothing there', () => {
    expect(used(1, 0)).toContain('4 ambiguous xref 300');
    expect(used(65_535, 1)).toContain('4 ambiguous xref 300');
  });

  it('is used under that, or one above it', () => {
    for (const [was, is] of [
      [0, 0],
      [1, 1],
      [1, 2],
    ] as const)
      expect(used(was, is)).toEqual(['4 unused_object object 300']);
  });
});

describe('a stream that an update’s table names (ISO 32000-2 §7.5.8.4) leads to no other section', () => {
  const file = (extra: string): Uint8Array =>
    hybrid(
      [[103, FIELD]],
      ([at = 0]) => [[103, 1, at]],
      () => [],
      '',
      extra,
    );

  it.each(['/Prev 15', '/Prev 0', `/Prev ${once.length}`, '/XRefStm 15', '/XRefStm null'])(
    'MAP-8 is refused where it does: %s',
    (extra) => {
      refuses('broken_xref', () => open(file(extra)));
    },
  );

  it('is read where it repeats what the table says, as some writers have it', () => {
    expect(lines(file(`/Prev ${previous}`))).toEqual([]);
    expect(lines(file('/Prev null'))).toEqual([]);
  });
});

describe('streams of an update that readers may take for what they are not', () => {
  const listed = ([at = 0]: readonly number[]): readonly Row[] => [[300, 1, at]];
  const brings = (body: string | Uint8Array): string[] => told([[300, body]], listed, () => []);

  it('MAP-8 a cross-reference stream that is no section of it is told', () => {
    const stray = streamBody(Buffer.alloc(7), '/Type/XRef/W[1 4 2]/Index[5 1]/Size 990');
    expect(brings(stray)).toEqual(['3 ambiguous /XRef 300']);
  });

  it.each(['/Type/Foo/X/XRef', '', '/Type/XRef/Type/Foo', '/Type/Foo/Type/XRef'])(
    'MAP-8 whatever its type says, of which some readers ask nothing: %s',
    (type) => {
      const stray = streamBody(Buffer.alloc(7), `${type}/W[1 4 2]/Index[5 1]/Size 990`);
      expect(brings(stray)).toContainEqual(expect.stringMatching(/^3 ambiguous .* 300$/));
    },
  );

  it.each(['/Type/XRef', '/Type/XRef/Type/Foo', '/Type/Foo/Type/XRef', '/Type/XRef/W 1'])(
    'MAP-8 and one that does not say how wide its columns are: %s',
    (entries) => {
      expect(brings(streamBody('x', entries))).toContainEqual(expect.stringMatching(/^3 ambiguous .* 300$/));
    },
  );

  it('MAP-8 and where it is led to, too', () => {
    const stray = streamBody(Buffer.alloc(7), '/Type/XRef/W[1 4 2]/Index[5 1]/Size 990');
    const store = `<</Type/DSS/Certs[300 0 R]>>`;
    const catalog = bodyOf(once, 1).replace(/>>\s*$/, `/DSS ${store}>>`);
    const objects = [
      [1, catalog],
      [300, stray],
    ] as const;
    const names = ([one = 0, other = 0]: readonly number[]): readonly Row[] => [
      [1, 1, one],
      [300, 1, other],
    ];
    expect(told(objects, names, () => [])).toContain('3 ambiguous /XRef 300');
  });

  it('an image whose width is written short is none', () => {
    expect(brings(streamBody('x', '/Type/XObject/Subtype/Image/W 1/H 1'))).toEqual([
      '3 unused_object /XObject 300',
    ]);
  });

  it('nor is one told that repeats what the sections say, as some writers leave it behind', () => {
    const repeated = streamBody(
      Buffer.from([0, 0, 0, 0, 0, 0, 0]),
      '/Type/XRef/W[1 4 2]/Index[0 1]/Size 990/Root 1 0 R',
    );
    expect(brings(repeated)).toEqual([]);
    const otherwise = streamBody(
      Buffer.from([0, 0, 0, 0, 0, 0, 0]),
      '/Type/XRef/W[1 4 2]/Index[0 1]/Size 990/Root 5 0 R',
    );
    expect(brings(otherwise)).toContain('3 ambiguous /XRef 300');
    const freed = streamBody(
      Buffer.from([0, 0, 0, 0, 0, 0, 0]),
      '/Type/XRef/W[1 4 2]/Index[5 1]/Size 990/Root 1 0 R',
    );
    expect(brings(freed)).toEqual(['3 ambiguous /XRef 300']);
  });

  it.each<[string, readonly Row[], string, boolean]>([
    ['an object where it is', [[5, 1, CONTENT]], '', true],
    ['an object elsewhere', [[5, 1, CONTENT + 1]], '', false],
    ['an object of another generation', [[5, 1, CONTENT, 1]], '', false],
    ['an object in a stream', [[5, 2, CONTENT]], '', false],
    ['a number that is free', [[900, 0, 0]], '', true],
    [
      'an object that is free, too',
      [
        [0, 0, 0],
        [5, 0, 0],
      ],
      '',
      false,
    ],
    ['what no reader can read', [[0, 0, 0]], '/Filter/Unheard', false],
    ['what readers read in part', [[0, 0, 0]], '/Filter/ASCIIHexDecode', false],
  ])('and one that names %s', (_, rows, filter, isRepeated) => {
    const index = rows.map(([number]) => `${number} 1`).join(' ');
    const entries = `/Type/XRef/W[1 4 2]/Index[${index}]/Size 990/Root 1 0 R${filter}`;
    const body = streamBody(dataOf(rows), entries);
    expect(brings(body).includes('3 ambiguous /XRef 300')).toBe(!isRepeated);
  });

  it('MAP-8 and one whose rows have no form is told', () => {
    expect(brings(streamBody(Buffer.alloc(7), '/Type/XRef/W[1]/Index[0 1]/Size 990/Root 1 0 R'))).toContain(
      '3 ambiguous /XRef 300',
    );
  });

  it('MAP-8 and one behind the stream that its table names', () => {
    const stray = latin1(streamBody(Buffer.alloc(7), '/Type/XRef/W[1 4 2]/Index[5 1]/Size 990'));
    const behind = (place: number): Uint8Array =>
      hybrid(
        [],
        () => [[300, 1, place]],
        () => [],
        `300 0 obj\n${stray}\nendobj\n`,
      );
    expect(lines(behind(latin1(behind(0)).indexOf('300 0 obj')))).toContain('3 ambiguous /XRef 300');
  });

  it('and one that its table names is none, where it is listed, too', () => {
    const length = '300 0 obj\n(new)\nendobj\n'.length;
    const both = ([at = 0]: readonly number[]): readonly Row[] => [...listed([at]), [981, 1, at + length]];
    expect(told([[300, '(new)']], both, () => [])).toEqual(['3 unused_object object 300']);
  });

  it('MAP-8 one with the entries of an object stream is such a stream to some, whatever its type', () => {
    const disguised = streamBody('4 0 <</Type/Page>>', '/Type/XObject/N 1/First 4');
    expect(brings(disguised)).toContain('3 unlisted_object /ObjStm 300');
    expect(brings(streamBody('4 0', '/N 1'))).toEqual(['3 unused_object object 300']);
  });
});
