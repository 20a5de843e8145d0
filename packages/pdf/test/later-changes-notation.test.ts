import { appendUpdate, bodyOf, streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesBy, document, instead } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { latin1, sign } from './support.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const signed = await sign(document);
const told = (file: Uint8Array): string[] =>
  (changesOf(file)?.changes ?? []).map(({ reason, rule, object }) => `${reason ?? rule} ${object}`);

const trailer = '/Info 160 0 R/ID[<01><02>]';

/** An update that only brings an unused object, written otherwise. */
const withRows = (rows: (text: string) => string): Uint8Array => {
  const file = appendUpdate(signed, { kind: 'table', objects: [{ number: 300, body: '(new)' }], trailer });
  const text = latin1(file);
  return bytes(latin1(signed) + rows(text.slice(signed.length)));
};

describe('an update whose entries do not lead to their objects', () => {
  const more = (row: string) => withRows((text) => text.replace('trailer', `${row}\ntrailer`));

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

describe('an update whose table is written otherwise than by 20 octets an entry (§7.5.4)', () => {
  it.each<[string, RegExp, string]>([
    ['19 octets', /( 00000 n) \n/, '$1\n'],
    ['21 octets', /( 00000 n) \n/, '$1  \n'],
    ['numbers without zeros', /0{3,}(\d+) 00000 n \n/, '$1 0 n\n'],
  ])('MAP-8 is told: %s', (_, from, to) => {
    expect(told(withRows((text) => text.replace(from, to)))).toContain('ambiguous undefined');
  });
});

describe('an update whose table is parted otherwise than by one end of a line (§7.5.4)', () => {
  /** The update, with another row of its own before its last subsection. */
  const parted = (parts: { word?: string; header?: string; between?: string; last?: string }) => {
    const { word = '\n', header = '\n', between = '', last = '' } = parts;
    const row = `xref${word}700 1${header}0000000000 00001 f \n${between}`;
    return told(withRows((text) => text.replace('xref\n', row).replace('trailer', `${last}trailer`)));
  };

  it.each([
    { header: '\n\n' },
    { header: '\r\n\n' },
    { header: '\n\r' },
    { header: '\f' },
    { header: '  \n' },
    { header: ' ' },
    { header: '\n ' },
    { header: '\n'.repeat(12) },
    { word: '\n\n' },
    { word: ' ' },
    { word: '\0\n' },
    { between: '\n' },
    { between: ' ' },
    { between: '\r\n' },
  ])('MAP-8 is told: %j', (parts) => {
    expect(parted(parts)).toContain('ambiguous undefined');
  });

  it.each([
    {},
    { header: '\r' },
    { header: ' \r\n', word: ' \n' },
    { word: '\r\n', header: ' \r' },
    { last: '\n' },
    { last: '\n'.repeat(400) },
  ])('is one end of a line, with a blank before it at most, and anything before the trailer: %j', (parts) => {
    expect(parted(parts)).toEqual(['unused_object 300']);
  });
});

describe('an update whose section has an object in use where the file begins', () => {
  /** An update whose stream says that of an object. */
  const streamed = (kind: number, place: number): string[] => {
    const at = signed.length;
    const [previous] = /(?<=startxref\s+)\d+(?=\s+%%EOF\s*$)/.exec(latin1(signed)) ?? [];
    const rows = Buffer.alloc(12);
    rows.writeUInt8(kind, 0);
    rows.writeUInt32BE(place, 1);
    rows.writeUInt8(1, 6);
    rows.writeUInt32BE(at, 7);
    const section = `/Type/XRef/W[1 4 1]/Index[700 1 701 1]/Size 702/Root 1 0 R${trailer}/Prev ${previous}`;
    const text = `701 0 obj\n${latin1(streamBody(rows, section))}\nendobj\nstartxref\n${at}\n%%EOF\n`;
    return told(bytes(latin1(signed) + text));
  };

  it('MAP-8 is told: some readers pass over the header and find the first object', () => {
    const row = (letter: string) =>
      withRows((text) => text.replace('trailer', `700 1\n0000000000 00000 ${letter} \ntrailer`));
    expect(told(row('n'))).toContain('ambiguous undefined');
    expect(told(row('f'))).toEqual(['unused_object 300']);
    expect(streamed(1, 0)).toEqual(['ambiguous undefined']);
    expect(streamed(0, 0)).toEqual([]);
  });

  it('MAP-8 is not opened where it is number 0', () => {
    const row = (letter: string) =>
      withRows((text) => text.replace('xref\n', `xref\n0 1\n0000000000 65535 ${letter} \n`));
    expect(changesOf(row('n'))).toBeUndefined();
    expect(told(row('f'))).toEqual(['unused_object 300']);
  });
});

describe('values that readers take in two ways are not the same', () => {
  it('MAP-8 a reference whose generation is not that of its object', async () => {
    const contents = (reference: string) => (signed: Uint8Array) => [
      instead(4, { '399 0 R': reference }, signed),
      { number: 430, body: streamBody('BT /F1 24 Tf 72 600 Td (more) Tj ET') },
    ];
    const before = [instead(4, { '/Contents 5 0 R': '/Contents[5 0 R 399 0 R]' })];
    const reasons = async (reference: string) =>
      (await changesBy(before, contents(reference))).map(({ reason, rule }) => reason ?? rule);
    expect(await reasons('null')).toEqual(['unused_object']);
    expect(await reasons('398 0 R')).toEqual(['content', 'unused_object']);
    expect(await reasons('430 7 R')).toContain('page');
  });

  it('MAP-8 an object in a circle, and one that leads to itself', async () => {
    const held = (to: number): Uint8Array =>
      streamBody('/X Do', `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${to} 0 R>>>>`);
    const before = [
      instead(4, { '/Resources<<': '/Resources<</XObject<</X 420 0 R>>' }),
      { number: 420, body: held(420) },
    ];
    const reasons = async (...numbers: number[]) => {
      const copies = numbers.map((number, at) => ({
        number,
        body: held(numbers[(at + 1) % numbers.length] ?? 0),
      }));
      const changes = await changesBy(before, (signed) => [
        instead(4, { '/X 420 0 R': `/X ${numbers[0]} 0 R` }, signed),
        ...copies,
      ]);
      return changes.map(({ reason, rule }) => reason ?? rule);
    };
    expect(await reasons(430)).toEqual([]);
    expect(await reasons(430, 431)).toContain('page');
  });

  it('MAP-8 numbers that are real in one entry, and integers in another', async () => {
    const font = (list: number) => `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Ascent ${list} 0 R`;
    const lists = (first: string, ...numbers: number[]): TestObject[] =>
      numbers.map((number) => ({ number, body: `[${first}/nine]` }));
    const encoded = (list: number) => `${font(list)}/Encoding<</Differences ${list} 0 R>>>>`;
    const held = (list: number) => (signed?: Uint8Array) =>
      instead(4, { '/Resources<<': `/Resources<</Properties<</A ${encoded(list)}>>` }, signed);
    const before = [held(420)(), ...lists('49', 420)];
    const reasons = async (first: string) => {
      const changes = await changesBy(before, (signed) => [
        { number: 4, body: instead(4, {}, signed).body.toString().replaceAll('420 0 R', '521 0 R') },
        ...lists(first, 521),
      ]);
      return changes.map(({ reason, rule }) => reason ?? rule);
    };
    expect(await reasons('49')).toEqual([]);
    expect(await reasons('49.0')).toContain('page');
  });

  it('MAP-8 a string with a carriage return as it stands', async () => {
    const palette = (string: string) => ({ number: 420, body: `[/Indexed/DeviceGray 1 (${string})]` });
    const before = [instead(4, { '/Resources<<': '/Resources<</ColorSpace<</P 420 0 R>>' }), palette('\\n.')];
    const reasons = async (string: string) =>
      (await changesBy(before, [palette(string)])).map(({ reason, rule }) => reason ?? rule);
    expect(await reasons('\\012.')).toEqual([]);
    expect(await reasons('\r\n.')).toContain('content');
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
