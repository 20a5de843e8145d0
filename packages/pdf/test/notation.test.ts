import { appendUpdate, documentObjects, streamBody, writePdf, type XrefKind } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
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

  it('a stream whose data begin in the line of its word (§7.3.8.1)', () => {
    const body = latin1(streamBody('/P<</MCID 0>>BDC'));
    const stream = (end: string) => {
      const more = [{ number: 100, body: body.replace('stream\n', `stream${end}`) }];
      return open(writePdf({ kind: 'table', objects: documentObjects({ more }) }));
    };
    for (const end of ['', ' ', '\t\n']) refuses('broken_object', () => stream(end).object(100));
    for (const end of ['\n', '\r\n', '\r']) expect(stream(end).object(100)?.value.type).toBe('stream');
  });
});

describe('a file that says that it is linearized', () => {
  /** A file with parameters before its objects, and a section behind them that no other names. */
  const linearized = (length: number | string, section: string): string => {
    const objects = [
      { number: 90, body: `<</Linearized 1/L ${String(length).padStart(6, '0')}>>` },
      ...documentObjects(),
    ];
    const text = latin1(writePdf({ kind: 'table', objects }));
    return text.replace('\nendobj\n', (end) => end + section);
  };
  const filler = 'xref\n';

  it('and is as long as it says, has the section behind its parameters', () => {
    const moved = (text: string, by: number): string =>
      text
        .replace(
          /(\d{10}) 00000 n/g,
          (_, at: string) => `${String(Number(at) + by).padStart(10, '0')} 00000 n`,
        )
        .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + by}`);
    const file = moved(linearized(0, ''), 0);
    const other = linearized(0, filler);
    // The parameters themselves stay where they are.
    const text = moved(other, filler.length).replace(/^/, '');
    expect(text.length).toBe(file.length + filler.length);
    const sized = (length: number) =>
      bytes(text.replace('/L 000000', `/L ${String(length).padStart(6, '0')}`));
    refuses('broken_xref', () => open(sized(text.length)));
    expect(open(sized(text.length + 1)).sections).toHaveLength(1);
    expect(open(sized(text.length - 1)).sections).toHaveLength(1);
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
