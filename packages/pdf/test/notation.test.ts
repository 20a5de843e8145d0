import {
  appendUpdate,
  documentObjects,
  streamBody,
  type TestObject,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { objectWords } from '../src/syntax/words.ts';
import { latin1, open, refuses } from './support.ts';

const simple = (kind: XrefKind = 'table'): string => latin1(writePdf({ kind, objects: documentObjects() }));
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const edited = (file: string, from: string | RegExp, to: string): Uint8Array => {
  expect(file).toMatch(from);
  return bytes(file.replace(from, to));
};

describe('a cross-reference section that readers read in two ways is refused', () => {
  it.each<[string, string | RegExp, string]>([
    ['a fourth width', '/W[1 4 4]', '/W[1 4 3 1]'],
    ['two widths', '/W[1 4 4]', '/W[1 8]'],
    ['a type wider than any reader takes', '/W[1 4 4]', '/W[3 4 2]'],
    ['a place wider than any reader takes', '/W[1 4 4]', '/W[0 9 0]'],
    ['a detail wider than any reader takes', '/W[1 4 4]', '/W[1 3 5]'],
    ['a width that is a real', '/W[1 4 4]', '/W[1 4.0 4]'],
    ['subsections by a reference', /\/Index\[[^\]]*\]/, '/Index 999 0 R'],
    ['subsections that are a name', /\/Index\[[^\]]*\]/, '/Index/All'],
    ['subsections that are a dictionary', /\/Index\[[^\]]*\]/, '/Index<<>>'],
    ['a size that is a real', /\/Size (\d+)/, '/Size $1.0'],
    ['a filter by a reference', '/Type/XRef', '/Type/XRef/Filter 9 0 R'],
    ['two filters', '/Type/XRef', '/Type/XRef/Filter/FlateDecode/Filter/FlateDecode'],
    ['parameters of a filter by a reference', '/Type/XRef', '/Type/XRef/DecodeParms 9 0 R'],
    ['a section that only tables name', '/Type/XRef', '/Type/XRef/XRefStm 15'],
    ['another end than it says', /endstream\nendobj\nstartxref/, 'endstrean\nendobj\nstartxref'],
    ['no end', /endstream\nendobj\nstartxref/, 'endstream\nstartxref'],
    ['parameters under a name that only some readers know', '/Type/XRef', '/Type/XRef/DP<<>>'],
    ['data elsewhere', '/Type/XRef', '/Type/XRef/F(x)'],
    ['a comment before its object', /startxref\n(\d+)/, 'startxref\n%\n$1'],
    ['a number without a digit', '/Type/XRef', '/Type/XRef/Foo -/Bar 1'],
    ['a number that is a point', '/Type/XRef', '/Type/XRef/Foo ./Bar 1'],
    ['a number without end', '/Type/XRef', `/Type/XRef/Foo ${'0'.repeat(70_000)}1`],
    ['a name with half an octet', '/Type/XRef', '/Type/XRef/Foo/A#2'],
  ])('a stream with %s', (_, from, to) => {
    refuses('broken_xref', () => open(edited(simple('stream'), from, to)));
  });

  it.each<[string, number, number[]]>([
    ['number 0 in use', 0, [1, 15]],
    ['number 0 in use nowhere', 0, [1, 0]],
    ['number 0 in an object stream', 0, [2, 9]],
    ['an entry of a fourth type', 6, [3, 0]],
  ])('a stream with %s', (_, number, entries) => {
    const base = simple();
    const data = entries.map((octet) => String.fromCharCode(octet)).join('');
    const previous = /startxref\n(\d+)/.exec(base)?.[1];
    const parts = `/Type/XRef/Size 7/W[1 1 0]/Index[${number} 1]/Root 1 0 R/Prev ${previous}`;
    const end = `endstream\nendobj\nstartxref\n${base.length}\n%%EOF\n`;
    const file = (octets: string) =>
      bytes(`${base}6 0 obj\n<<${parts}/Length ${octets.length}>>\nstream\n${octets}\n${end}`);
    expect(open(file('\0'.repeat(data.length))).sections).toHaveLength(2);
    refuses('broken_xref', () => open(file(data)));
  });

  it('a stream whose subsections are null has one, as one without them', () => {
    const file = simple('stream');
    const size = Number(/\/Size (\d+)/.exec(file)?.[1]);
    expect(file).toContain(`/Index[0 ${size}]`);
    const pdf = open(edited(file, `/Index[0 ${size}]`, `/Index null${' '.repeat(String(size).length - 1)}`));
    expect(pdf.index.highest).toBe(size - 1);
  });

  it.each<[string, string | RegExp, string]>([
    ['a comment among its rows', '0000000000 65535 f \n', '0000000000 65535 f%\n'],
    ['a comment behind its word', 'xref\n0 ', 'xref%\n0 '],
    ['number 0 in use', '0000000000 65535 f', '0000000015 00000 n'],
    ['a hidden section at a real', '/Root 1 0 R', '/Root 1 0 R/XRefStm 15.0'],
    ['a hidden section by a reference', '/Root 1 0 R', '/Root 1 0 R/XRefStm 3 0 R'],
    ['a comment before its offset', /startxref\n/, 'startxref %\n'],
    ['a null before its offset', /startxref\n/, 'startxref\0\n'],
    ['a form feed before its offset', /startxref\n/, 'startxref\f\n'],
    ['a tab in a header', /xref\n0 /, 'xref\n0\t'],
    ['two blanks in a header', /xref\n0 /, 'xref\n0  '],
    ['entries whose parts touch', '0000000000 65535 f', '0000000000A65535Bf'],
  ])('a table with %s', (_, from, to) => {
    refuses('broken_xref', () => open(edited(simple(), from, to)));
  });

  it('a subsection that begins with a free entry for number 1, which some readers take for number 0', () => {
    const base = simple();
    const previous = /startxref\n(\d+)/.exec(base)?.[1];
    const body = '9 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n';
    const row = (number: number, place = base.indexOf(`\n${number} 0 obj`) + 1) =>
      `${String(place).padStart(10, '0')} 00000 n \n`;
    const update = (first: number, ...rows: string[]): Uint8Array => {
      const table = `xref\n${first} ${rows.length}\n${rows.join('')}9 1\n${row(9, base.length)}`;
      const trailer = `trailer\n<</Size 10/Root 9 0 R/Prev ${previous}>>\n`;
      return bytes(`${base}${body}${table}${trailer}startxref\n${base.length + body.length}\n%%EOF\n`);
    };
    for (const free of ['0000000000 65535 f \n', '0000000007 00001 f \n', '0000000000 00001 f\n']) {
      refuses('broken_xref', () => open(update(1, free, row(2))));
      refuses('broken_xref', () => open(update(1, free, row(2), row(3))));
      expect(open(update(1, free)).sections).toHaveLength(2);
      expect(open(update(3, free, row(4))).sections).toHaveLength(2);
    }
    expect(open(update(1, row(1), row(2))).sections).toHaveLength(2);
  });

  it.each(['table', 'stream'] as const)(
    'a %s with a subsection past the highest number, also an empty one',
    (kind) => {
      const at = (first: number): Uint8Array =>
        kind === 'table'
          ? edited(simple(), 'xref\n0 ', `xref\n${first} 0\n0 `)
          : edited(simple('stream'), /\/Index\[([^\]]*)\]/, `/Index[$1 ${first} 0]`);
      expect(open(at(8_388_607)).sections).toHaveLength(1);
      for (const first of [8_388_608, 99_999_999, 2_147_483_647, 4_294_967_296, 999_999_999_999])
        refuses('too_many_objects', () => open(at(first)));
    },
  );

  it.each<[kind: number, place: number, detail: number, isRead: boolean]>([
    [0, 9, 65_535, true],
    [0, 9, 65_536, false],
    [0, 0xffffffff, 0xffffffff, false],
    [2, 9, 0x7fffffff, true],
    [2, 9, 0x80000000, false],
  ])('an entry of type %i that says %i %i: %s', (kind, place, detail, isRead) => {
    const base = simple();
    const row = Buffer.alloc(9);
    row[0] = kind;
    row.writeUInt32BE(place, 1);
    row.writeUInt32BE(detail, 5);
    const file = (number: number) => {
      const parts = `/Type/XRef/Size 100/W[1 4 4]/Index[${number} 1]/Root 1 0 R/Prev ${/startxref\n(\d+)/.exec(base)?.[1]}`;
      const end = `endstream\nendobj\nstartxref\n${base.length}\n%%EOF\n`;
      return bytes(`${base}6 0 obj\n<<${parts}/Length 9>>\nstream\n${latin1(row)}\n${end}`);
    };
    if (isRead) expect(open(file(99)).sections).toHaveLength(2);
    else refuses('broken_xref', () => open(file(99)));
    // Of number 0 some writers give more.
    if (kind === 0) expect(open(file(0)).sections).toHaveLength(2);
  });

  it('a free entry of a table with more than five digits', () => {
    const free = (detail: string) => edited(simple(), '0000000000 65535 f \n', `0000000000 ${detail} f \n`);
    expect(open(free('65536')).sections).toHaveLength(1);
    refuses('broken_xref', () => open(free('100000')));
  });

  it('a comment before a table', () => {
    const at = Number(/startxref\n(\d+)/.exec(simple())?.[1]);
    const file = simple();
    refuses('broken_xref', () => open(bytes(`${file.slice(0, at)}%\n${file.slice(at)}`)));
    const white = open(bytes(`${file.slice(0, at)}\n\n${file.slice(at)}`));
    expect(white.sections).toHaveLength(1);
  });
});

describe('an object that readers read in two ways is none', () => {
  it('an object stream whose first object lies within its table (§7.5.7)', () => {
    const stream = (first: number) => {
      const body = streamBody(
        `100 ${12 - first} 101 ${14 - first}\n12 13`,
        `/Type/ObjStm/N 2/First ${first}`,
      );
      return appendUpdate(bytes(simple()), { kind: 'stream', objects: [{ number: 99, body }] });
    };
    expect(open(stream(12)).objectStream(99).numbers).toHaveLength(2);
    const elsewhere = (entries: string) => {
      const body = streamBody('100 0 101 2\n12 13', `/Type/ObjStm/N 2/First 12${entries}`);
      return open(appendUpdate(bytes(simple()), { kind: 'stream', objects: [{ number: 99, body }] }));
    };
    for (const entries of ['/DP<<>>', '/F(x)', '/FFilter/FlateDecode'])
      refuses('broken_stream', () => elsewhere(entries).objectStream(99));
    for (const first of [0, 4, 10]) refuses('broken_stream', () => open(stream(first)).objectStream(99));
  });

  it('a name with a null character in it (ISO 32000-2 §7.3.5)', () => {
    const objects = documentObjects({ more: [{ number: 100, body: '<</A#00B 1>>' }] });
    const pdf = open(writePdf({ kind: 'table', objects }));
    refuses('broken_object', () => pdf.object(100));
    refuses('broken_object', () => open(edited(simple(), '/Root 1 0 R', '/Root 1 0 R/Root#00 2 0 R')));
  });
});

it('a string with an octal number that is more than an octet is no object (§7.3.4.2)', () => {
  const string = (body: string) =>
    open(writePdf({ kind: 'table', objects: documentObjects({ more: [{ number: 100, body }] }) }));
  for (const body of ['(\\377)', '(\\\\461)', '(\\48)', '(\\47)'])
    expect(string(body).object(100)?.value.type).toBe('string');
  for (const body of ['(\\400)', '(\\461000)', '<</A[(\\777)]>>'])
    refuses('broken_object', () => string(body).object(100));
});

describe('a file that says that it is linearized', () => {
  const PREVIOUS = '9999999999';
  /** With parameters before its objects, and a section behind them, to which `startxref` leads unless told otherwise. */
  const linearized = (parameters: string, { isNewest = true, end = 'endobj' } = {}): string => {
    const body = `<</Linearized 1/L 000000${parameters}>>`;
    const whole = latin1(writePdf({ kind: 'table', objects: [{ number: 90, body }, ...documentObjects()] }));
    const file = whole.replace('endobj', end);
    const at = file.indexOf('xref\n0');
    const section = file.slice(at, file.lastIndexOf('startxref')).replace('/Root', `/Prev ${PREVIOUS}/Root`);
    const first = file.indexOf('\nendobj') + 8;
    const moved = (text: string): string =>
      text.replace(/(\d{10}) 00000 n/g, (_, place: string) => {
        const before = Number(place);
        return `${String(before < first ? before : before + section.length).padStart(10, '0')} 00000 n`;
      });
    const rest = moved(file.slice(first)).replace(
      /startxref\n\d+/,
      `startxref\n${isNewest ? first : at + section.length}`,
    );
    return (
      file.slice(0, first) +
      moved(section).replace(PREVIOUS, String(at + section.length).padStart(10, '0')) +
      rest
    );
  };
  const sized = (file: string, more = 0) =>
    bytes(file.replace('/L 000000', `/L ${String(file.length + more).padStart(6, '0')}`));

  it('and is as long as it says, has its newest section behind its parameters, and its first page by them', () => {
    const file = linearized('/O 4');
    expect(open(sized(file)).sections).toHaveLength(2);
    refuses('broken_xref', () => open(sized(linearized('/O 4', { isNewest: false }))));
    refuses('broken_xref', () => open(sized(linearized('/O 5'))));
    refuses('broken_xref', () => open(sized(linearized('/O 4/P 1'))));
    refuses('broken_xref', () => open(sized(linearized('/O 4/L 7'))));
    refuses('broken_xref', () => open(sized(linearized('/O 4', { end: 'x endobj' }))));
  });

  it.each([
    ['<<', '<</Foo abc'],
    ['<<', '<</Foo{'],
    ['<<', '<</Foo<4z>'],
    ['<<', '<</Foo 1-2'],
    ['<<', '<</Foo#00 1'],
    ['<</Linearized', '<</Foo abc/#4cinearize#64'],
    ['90 0 obj', '+90 0 obj'],
    ['90 0 obj', '90 +0 obj'],
    ['90 0 obj', '90. 0 obj'],
    ['90 0 obj', '90 0 %c\n obj'],
    ['90 0 obj', '9000000000000000000 0 obj'],
  ])('in an object that cannot be read is refused: %s as %s', (from, to) => {
    const file = linearized('/O 4').replace(from, to);
    // Its objects need not be where the tables say: the first one is looked at before.
    const table = latin1(writePdf({ kind: 'table', objects: documentObjects() }));
    const head = table.indexOf('1 0 obj');
    const first = file.slice(file.indexOf('\n', 9) + 1, file.indexOf('endobj') + 7);
    const shifted = table
      .replace(
        /(\d{10}) 00000 n/g,
        (_, at) => `${String(Number(at) + first.length).padStart(10, '0')} 00000 n`,
      )
      .replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + first.length}`);
    const whole = (text: string) => bytes(shifted.slice(0, head) + text + shifted.slice(head));
    const isRead = to.includes('%');
    if (isRead) expect(open(whole(first)).sections).toHaveLength(1);
    else refuses('broken_xref', () => open(whole(first)));
    // Without the name it is any object.
    const other = first.replace(/Linearized|#4cinearize#64/, (name) => 'x'.repeat(name.length));
    expect(open(whole(other)).sections).toHaveLength(1);
  });

  it('and is of another length, is read as any file', () => {
    for (const more of [-1, 1])
      for (const file of [linearized('/O 5'), linearized('/O 4', { isNewest: false })])
        expect(open(sized(file, more)).index.highest).toBeGreaterThan(4);
  });
});

describe('UP-6: an object that stands within another one', () => {
  const OTHER = '\n5 0 obj\n<</Length 0>>\nstream\n\nendstream\nendobj\n';
  const found = (...more: TestObject[]): string[] =>
    inspect(open(writePdf({ kind: 'table', objects: documentObjects({ more }) })))
      .findings.filter(({ kind }) => kind === 'unlisted_object')
      .map(({ object }) => String(object));

  it.each<[string, TestObject['body']]>([
    ['the data of a stream', streamBody(`xx${OTHER}`)],
    ['a string', `(${OTHER})`],
    ['a dictionary', `<</A[(${OTHER})]>>`],
  ])('is told in %s', (_, body) => {
    expect(found({ number: 100, body })).toEqual(['5']);
  });

  it('is nothing where no object has its number, in comments, and in a file that travels along', () => {
    expect(found({ number: 100, body: streamBody(OTHER.replace('5 0 obj', '900 0 obj')) })).toEqual([]);
    expect(found({ number: 100, body: streamBody('% 5 0 obj\n[1]\n% 4 0 obj\n') })).toEqual([]);
    expect(found({ number: 100, body: streamBody(OTHER, '/Type/EmbeddedFile') })).toEqual([]);
    expect(found({ number: 100, body: '% 5 0 obj\n<<>>' })).toEqual([]);
  });
});

it('words that begin an object are looked for in linear time, whatever stands before them', () => {
  const size = 2 ** 20;
  const hostile = [
    '\nobj',
    '%\nobj',
    '1%\nobj',
    '1 1%\nobj ',
    `${' '.repeat(1000)}obj`,
    `${'0'.repeat(1000)} obj`,
    `${'- '.repeat(500)}obj`,
    '%0\n%0\nobj\n',
    '%0 %0\n0\nobj ',
    `${'1%'.repeat(500)}\nobj`,
  ];
  const begun = performance.now();
  for (const text of hostile) {
    const data = bytes(text.repeat(size / text.length));
    expect([...objectWords(data, 0, data.length)].length).toBeLessThan(size);
  }
  const spread = bytes(`1${'\n'.repeat(size)}${'%'.repeat(size)}\nobj`);
  expect([...objectWords(spread, 0, spread.length)]).toEqual([]);
  const remarks = bytes(`${'%0 %\n'.repeat(size / 5)}obj ${'%0\n'.repeat(size / 3)}obj`);
  expect([...objectWords(remarks, 0, remarks.length)].length).toBeLessThan(3);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
