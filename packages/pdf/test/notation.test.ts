import {
  appendUpdate,
  bodyOf,
  documentObjects,
  streamBody,
  type TestObject,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { document } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { latin1, open, refuses, sign } from './support.ts';

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
    ['a width that is a real', '/W[1 4 4]', '/W[1 4.0 4]'],
    ['subsections by a reference', /\/Index\[[^\]]*\]/, '/Index 999 0 R'],
    ['subsections that are a name', /\/Index\[[^\]]*\]/, '/Index/All'],
    ['subsections that are a dictionary', /\/Index\[[^\]]*\]/, '/Index<<>>'],
    ['a size that is a real', /\/Size (\d+)/, '/Size $1.0'],
    ['a filter by a reference', '/Type/XRef', '/Type/XRef/Filter 9 0 R'],
    ['two filters', '/Type/XRef', '/Type/XRef/Filter/FlateDecode/Filter/FlateDecode'],
    ['parameters of a filter by a reference', '/Type/XRef', '/Type/XRef/DecodeParms 9 0 R'],
    ['a section that only tables name', '/Type/XRef', '/Type/XRef/XRefStm 15'],
    ['a comment before its object', /startxref\n(\d+)/, 'startxref\n%\n$1'],
  ])('a stream with %s', (_, from, to) => {
    refuses('broken_xref', () => open(edited(simple('stream'), from, to)));
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
  ])('a table with %s', (_, from, to) => {
    refuses('broken_xref', () => open(edited(simple(), from, to)));
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
  it('a name with a null character in it (ISO 32000-2 §7.3.5)', () => {
    const objects = documentObjects({ more: [{ number: 100, body: '<</A#00B 1>>' }] });
    const pdf = open(writePdf({ kind: 'table', objects }));
    refuses('broken_object', () => pdf.object(100));
    refuses('broken_object', () => open(edited(simple(), '/Root 1 0 R', '/Root 1 0 R/Root#00 2 0 R')));
  });
});

describe('a file that says that it is linearized', () => {
  const SECTION = 'xref\n';
  /** With parameters before its objects, and a section behind them that no other names. */
  const linearized = (length: number): string => {
    const parameters = { number: 90, body: '<</Linearized 1/L 000000>>' };
    return latin1(writePdf({ kind: 'table', objects: [parameters, ...documentObjects()] }))
      .replace('\nendobj\n', (end) => end + SECTION)
      .replace(/(\d{10}) 00000 n/g, (_, at: string) => `${later(at).padStart(10, '0')} 00000 n`)
      .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${later(at)}`)
      .replace('/L 000000', `/L ${String(length).padStart(6, '0')}`);
  };
  const later = (at: string): string => String(Number(at) + SECTION.length);

  it('and is as long as it says, has the section behind its parameters', () => {
    const { length } = linearized(0);
    refuses('broken_xref', () => open(bytes(linearized(length))));
    for (const other of [length - 1, length + 1])
      expect(open(bytes(linearized(other))).sections).toHaveLength(1);
  });
});

const signed = await sign(document);
const told = (file: Uint8Array): string[] =>
  (changesOf(file)?.changes ?? []).map(({ reason, rule, object }) => `${reason ?? rule} ${object}`);

const trailer = '/Info 160 0 R/ID[<01><02>]';

describe('an update whose entries do not lead to their objects', () => {
  const update = (rows: (text: string) => string): Uint8Array => {
    const file = appendUpdate(signed, { kind: 'table', objects: [{ number: 300, body: '(new)' }], trailer });
    const text = latin1(file);
    return bytes(latin1(signed) + rows(text.slice(signed.length)));
  };
  const more = (row: string) => update((text) => text.replace('trailer', `${row}\ntrailer`));

  it('MAP-8 an entry of an unused number that leads nowhere', () => {
    expect(told(more('700 1\n0009999999 00000 n '))).toContain('content 700');
    expect(told(more('700 1\n0000000017 00000 n '))).toContain('content 700');
    expect(told(more('700 1\n0000000000 00001 f '))).toEqual(['unused_object 300']);
  });

  it('MAP-8 an entry that names the same place under another generation', () => {
    const at = latin1(signed).indexOf('\n5 0 obj') + 1;
    const row = (generation: number) => `5 1\n${String(at).padStart(10, '0')} 0000${generation} n `;
    expect(told(more(row(9)))).toContain('freed 5');
    expect(told(more(row(0)))).toEqual(['unused_object 300']);
  });
});

describe('a stream whose data begin in the line of its word (ISO 32000-2 §7.3.8.1)', () => {
  const NUMBER = 5;
  const update = (end: string): Uint8Array => {
    const body = bodyOf(signed, NUMBER).replace(/stream\r?\n/, `stream${end}`);
    return appendUpdate(signed, { kind: 'table', objects: [{ number: NUMBER, body }], trailer });
  };

  it.each([' ', '\t\n', '\r'])('MAP-8 is told in an update: %j', (end) => {
    expect(told(update(end))).toContain(`ambiguous ${NUMBER}`);
  });

  it.each(['\n', '\r\n'])('MAP-8 is nothing where a line ends there: %j', (end) => {
    expect(told(update(end))).toEqual([]);
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
