import {
  appendUpdate,
  documentObjects,
  streamBody,
  type TestDocument,
  type TestFile,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { formFields, pages } from '../src/index.ts';
import {
  judgedBy,
  lacks,
  latin1,
  open,
  qpdfMessages,
  refuses,
  refusesLater,
  sign,
  tailOf,
  VISIBLE,
} from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];
const make = (document: TestDocument = {}, file: Partial<TestFile> = {}): Uint8Array =>
  writePdf({ kind: 'table', objects: documentObjects(document), ...file });

/** `number generation` of every object of an update. */
const objectsOf = (tail: string): string[] =>
  [...tail.matchAll(/(?:^|\n)(\d+ \d+) obj\n/g)].map(([, id]) => id ?? '');
const body = (tail: string, number: number): string =>
  new RegExp(`(?:^|\n)${number} \\d+ obj\n(.*?)\nendobj`, 's').exec(tail)?.[1] ?? '';

async function signed(bytes: Uint8Array, options = {}): Promise<string> {
  return tailOf(bytes, await sign(bytes, options));
}

describe('incremental update (ISO 32000-2 §7.5.6), SGN-10', () => {
  it.each(KINDS)('keeps the original as an exact prefix, and the kind of a %s section', async (kind) => {
    const more = [{ number: 100, body: '(hidden)' }];
    const bytes = make({ more }, { kind, hidden: [100] });
    const after = await sign(bytes);
    expect(Buffer.from(after.subarray(0, bytes.length)).equals(bytes)).toBe(true);
    const tail = tailOf(bytes, after);
    const table = kind === 'table' || kind === 'hybrid';
    expect(tail.includes('\nxref\n')).toBe(table);
    expect(tail.includes('/Type/XRef')).toBe(!table);
    expect(tail).not.toMatch(/ObjStm|XRefStm/);
    expect(open(after).sections[0]?.kind).toBe(table ? 'table' : 'stream');
  });

  it.skipIf(lacks('qpdf')).each(KINDS)(
    judgedBy(['qpdf'], 'qpdf has nothing to say of an update with a %s section'),
    async (kind) => {
      const bytes = make({}, { kind, hidden: [] });
      expect(qpdfMessages(await sign(bytes))).toEqual([]);
    },
  );

  it('points at the section before it and grows /Size', async () => {
    for (const kind of ['table', 'stream'] as const) {
      const bytes = make({}, { kind });
      const before = open(bytes);
      const tail = await signed(bytes);
      expect(tail).toContain(`/Prev ${before.startXref}`);
      const highest = Math.max(...objectsOf(tail).map((id) => Number.parseInt(id, 10)));
      expect(tail).toContain(`/Size ${highest + 1}`);
    }
  });

  it('writes table entries of 20 bytes with one end of line', async () => {
    const table = /xref\n(.*)trailer/s.exec(await signed(make()))?.[1] ?? '';
    const entries = table.match(/^\d{10} \d{5} [nf][^\n]*\n/gm) ?? [];
    expect(entries.length).toBeGreaterThan(3);
    for (const entry of entries) expect(entry).toMatch(/^\d{10} \d{5} n\r\n$/);
    expect(table.replaceAll(/^\d{10} \d{5} n\r\n/gm, '')).toMatch(/^(\d+ \d+\n)+$/);
  });

  it('every new entry points at its object', async () => {
    const bytes = make();
    const after = latin1(await sign(bytes));
    const pdf = open(Buffer.from(after, 'latin1'));
    for (let at = pdf.sections[0]?.entries.from ?? 0; at < (pdf.sections[0]?.entries.to ?? 0); at++) {
      const { number, place } = pdf.store.entry(at);
      expect(after.slice(place, place + 12)).toMatch(new RegExp(`^${number} 0 obj\n`));
    }
  });

  it.each([
    ['', true],
    ['\n', false],
    ['\r\n', false],
    ['\r', false],
    ['\0', true],
  ])('a file that ends with %j gets an end of line before the first object: %s', async (eol, needed) => {
    const tail = await signed(make({}, { eol }));
    expect(tail.startsWith('\n')).toBe(needed);
    expect(tail).toMatch(/^\n?\d+ 0 obj\n/);
  });

  it('keeps the trailer: /Info and what others put there; /ID its first half', async () => {
    const id = '[<00112233445566778899AABBCCDDEEFF>(second)]';
    const trailer = '/Info 100 0 R/DocChecksum /ABCD';
    const more = [{ number: 100, body: '<</Title(T)>>' }];
    for (const kind of ['table', 'stream'] as const) {
      const tail = await signed(make({ more }, { kind, id, trailer }));
      expect(tail).toContain('/Info 100 0 R');
      expect(tail).toContain('/DocChecksum /ABCD');
      expect(tail).toMatch(/\/ID \[<00112233445566778899AABBCCDDEEFF><[0-9a-f]{32}>\]/);
    }
  });

  it('adds the /ID that PDF/A asks for, and it differs with the content', async () => {
    const one = /\/ID \[<(.{32})><\1>\]/.exec(await signed(make()));
    const other = /\/ID \[<(.{32})><\1>\]/.exec(await signed(make({ tree: '/Other 1' })));
    expect(one?.[1]).toBeDefined();
    expect(other?.[1]).not.toBe(one?.[1]);
  });

  it('keeps generations', async () => {
    const objects = documentObjects().map((one) => (one.number === 4 ? { ...one, generation: 7 } : one));
    const bytes = Buffer.from(latin1(make({}, { objects })).replace('4 0 R', '4 7 R'), 'latin1');
    const after = await sign(bytes);
    expect(objectsOf(tailOf(bytes, after))).toContain('4 7');
    expect([...pages(open(after))][0]?.generation).toBe(7);
    expect(tailOf(bytes, after)).toContain('/P 4 7 R');
  });

  it('takes no number below the /Size that the file names', async () => {
    const bytes = Buffer.from(latin1(make()).replace(/\/Size \d+/, '/Size 500'), 'latin1');
    const numbers = objectsOf(tailOf(bytes, await sign(bytes))).map((id) => Number.parseInt(id, 10));
    expect(numbers.filter((number) => number > 99 && number < 500)).toEqual([]);
    expect(Math.max(...numbers)).toBeGreaterThan(500);
    expect(numbers.filter((number) => number < 500)).toEqual([1, 4]);
  });

  it('after a signature, /Extensions and /NeedAppearances stay as they are', async () => {
    const signature = '<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 9 19 9]/Contents<30>>>';
    const bytes = make({
      catalog: '/AcroForm<</NeedAppearances true/SigFlags 3/Fields[100 0 R]>>',
      more: [
        { number: 100, body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(A)/Rect[0 0 0 0]/V ${signature}>>` },
      ],
    });
    const tail = tailOf(bytes, await sign(bytes));
    expect(tail).toContain('/NeedAppearances true');
    expect(tail).not.toContain('/ESIC');
  });

  it('refuses generations that no table entry can hold', () => {
    const objects = documentObjects().map((one) => (one.number === 4 ? { ...one, generation: 65_536 } : one));
    refuses('broken_xref', () => open(make({}, { objects })));
  });

  it('changes only the catalog and the page, and adds the rest under new numbers', async () => {
    const bytes = make({ pages: [{}, {}] });
    expect(
      objectsOf(await signed(bytes))
        .map((id) => Number.parseInt(id, 10))
        .filter((n) => n < 8),
    ).toEqual([1, 4]);
  });

  it('takes numbers that no revision has used, freed ones included', async () => {
    const base = make({ more: [{ number: 50, body: '(once)' }] });
    const text = latin1(appendUpdate(base, { kind: 'table', objects: [] }));
    const smaller = Buffer.from(text.replace(/\/Size \d+(?!.*\/Size)/s, '/Size 8'), 'latin1');
    const fresh = objectsOf(await signed(smaller)).map((id) => Number.parseInt(id, 10));
    expect(fresh.every((number) => number < 6 || number > 50)).toBe(true);
  });

  it.each([...KINDS, 'sparse'] as const)(
    'takes no number that something in a %s file refers to in vain',
    async (way) => {
      const kind = way === 'sparse' ? 'table' : way;
      const size = way === 'sparse' ? 1_000_000 : 1;
      const more = [
        { number: 48, body: streamBody('x'.repeat(size)) },
        { number: 49, body: '<</A 50  0\nR/B[54 0 R 5555555 0 R]>>' },
      ];
      const bytes = make({ more }, { kind, hidden: [49] });
      const free = open(bytes).index.highest + 1;
      const fresh = objectsOf(await signed(bytes)).map((id) => Number.parseInt(id, 10));
      for (const number of [50, 54].filter((one) => one >= free)) expect(fresh).not.toContain(number);
      expect(fresh).toContain(55);
      expect(Math.max(...fresh)).toBeLessThan(100);
    },
  );

  it('an object of an object stream is written anew outside it', async () => {
    const tail = await signed(make({}, { kind: 'objstm' }));
    expect(body(tail, 1)).toMatch(/^<<\/Type\/Catalog.*>>$/);
  });

  it('refuses a changed key that stands there twice: readers differ on which one counts', async () => {
    await refusesLater('broken_object', signed(make({ pages: [{ entries: '/Annots[]/Annots[]' }] })));
  });
});

describe('what is spliced stays byte for byte', () => {
  const odd = '/PieceInfo << /X [ 1.0  -.5 (\\(\\051) <4 1> /N#41 ] % comment\n >>';
  it('the catalog and the page', async () => {
    const tail = await signed(make({ catalog: odd, pages: [{ entries: odd }] }));
    expect(body(tail, 1)).toContain(odd);
    expect(body(tail, 4)).toContain(odd);
  });

  it('/DR and /DA of the form', async () => {
    const form = '/AcroForm <</Fields [ ] /DR<</Font<</F 3 0 R>>>> /DA( /F 0 Tf ) >>';
    const tail = await signed(make({ catalog: form }));
    expect(body(tail, 1)).toContain('/DR<</Font<</F 3 0 R>>>> /DA( /F 0 Tf )');
    expect(body(tail, 1)).toContain('/SigFlags 3');
  });
});

describe('/Annots and /Fields stay direct or indirect as they were', () => {
  const note = { number: 100, body: '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>' };

  it('direct /Annots', async () => {
    const tail = await signed(make({ pages: [{ entries: '/Annots[100 0 R]' }], more: [note] }));
    expect(body(tail, 4)).toMatch(/\/Annots ?\[100 0 R \d+ 0 R\]/);
  });

  it('indirect /Annots: the page itself is left alone', async () => {
    const more = [note, { number: 101, body: '[ 100 0 R ]' }];
    const tail = await signed(make({ pages: [{ entries: '/Annots 101 0 R' }], more }));
    expect(body(tail, 101)).toMatch(/^\[ 100 0 R {2}\d+ 0 R\]$/);
    expect(body(tail, 4)).toBe('');
  });

  it('a dangling /Annots is replaced: its number gets no meaning that signed revisions lacked', async () => {
    const tail = await signed(make({ pages: [{ entries: '/Annots 77 0 R' }] }));
    expect(body(tail, 4)).toMatch(/\/Annots ?\[\d+ 0 R\]/);
    expect(body(tail, 77)).toBe('');
  });

  it('an /Annots array that two pages share is copied, not edited', async () => {
    const more = [note, { number: 101, body: '[100 0 R]' }];
    const shared = { entries: '/Annots 101 0 R' };
    const tail = await signed(make({ pages: [shared, shared], more }));
    expect(body(tail, 101)).toBe('');
    expect(body(tail, 4)).toMatch(/\/Annots \[100 0 R \d+ 0 R\]/);
    expect(body(tail, 6)).toBe('');
  });

  it('an array that is /Annots and /Fields at once is copied for each', async () => {
    const more = [
      { number: 100, body: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]>>' },
      { number: 101, body: '[100 0 R]' },
    ];
    const catalog = '/AcroForm<</Fields 101 0 R>>';
    const tail = await signed(make({ catalog, pages: [{ entries: '/Annots 101 0 R' }], more }));
    expect(body(tail, 101)).toBe('');
    expect(body(tail, 4)).toMatch(/\/Annots \[100 0 R \d+ 0 R\]/);
    expect(body(tail, 1)).toMatch(/\/Fields \[100 0 R \d+ 0 R\]/);
  });

  it('an indirect form and indirect /Fields: only what changes is written', async () => {
    const more = [
      { number: 100, body: '<</Fields 101 0 R/SigFlags 3>>' },
      { number: 101, body: '[]' },
    ];
    const bytes = make({ catalog: '/AcroForm 100 0 R/Extensions<</ESIC<<>>>>', more });
    const tail = await signed(bytes);
    expect(body(tail, 101)).toMatch(/^\[\d+ 0 R\]$/);
    expect(body(tail, 1)).toBe('');
  });
});

describe('the catalog', () => {
  const esic = '/ESIC <</BaseVersion/1.7/ExtensionLevel 1>>';
  it('below PDF 2.0 the first signature declares /ESIC, no later one does', async () => {
    const bytes = make();
    const first = await sign(bytes);
    expect(body(tailOf(bytes, first), 1)).toContain('/ESIC <</BaseVersion/1.7/ExtensionLevel 1>>');
    const second = await sign(first);
    expect(tailOf(first, second)).not.toContain('ESIC');
    expect(body(tailOf(first, second), 1)).toBe('');
  });

  it('beside other extensions, direct or not; never twice; never in PDF 2.0', async () => {
    const adbe = '<</ADBE<</BaseVersion/1.7/ExtensionLevel 3>>>>';
    expect(body(await signed(make({ catalog: `/Extensions${adbe}` })), 1)).toContain(esic);
    const more = [{ number: 100, body: adbe }];
    expect(body(await signed(make({ catalog: '/Extensions 100 0 R', more })), 100)).toContain(esic);
    const own = '/Extensions<</ESIC<</BaseVersion/1.7/ExtensionLevel 5>>>>';
    expect((await signed(make({ catalog: own }))).match(/ESIC/g)).toHaveLength(1);
    expect(await signed(make({}, { version: '2.0' }))).not.toContain('ESIC');
    expect(await signed(make({ catalog: '/Version/2.0' }))).not.toContain('ESIC');
  });

  it('a tagged file: /TU on the field, /Tabs /S on the page where it has none', async () => {
    const more = [{ number: 100, body: '<</Type/StructTreeRoot>>' }];
    const catalog = '/MarkInfo<</Marked true>>/StructTreeRoot 100 0 R';
    const bytes = make({ catalog, more });
    const first = await sign(bytes, { visible: VISIBLE });
    const tail = tailOf(bytes, first);
    expect(body(tail, 4)).toContain('/Tabs /S');
    expect(tail).toContain('/TU<FEFF');
    const untabbed = await sign(make({ catalog, more, pages: [{ entries: '/Tabs/R' }] }));
    expect(latin1(untabbed)).not.toContain('/Tabs /S');
    expect(await signed(make(), { visible: VISIBLE })).not.toContain('/Tabs');
  });

  it('once signed, the page gets no /Tabs', async () => {
    const untagged = await sign(make({ pages: [{}, {}] }));
    const text = latin1(untagged);
    expect(text).not.toContain('/Tabs');
    const more = [{ number: 100, body: '<</Type/StructTreeRoot>>' }];
    const tagged = make({ catalog: '/StructTreeRoot 100 0 R', more, pages: [{}, {}] });
    const first = await sign(tagged);
    const second = await sign(first, {
      visible: { ...VISIBLE, placement: { page: 2, x: 0, y: 0, width: 100, height: 50 } },
    });
    expect(tailOf(first, second)).not.toContain('/Tabs');
  });
});

describe('/NeedAppearances', () => {
  const field = (entries: string): TestDocument => ({
    catalog: '/AcroForm<</NeedAppearances true/Fields[100 0 R]>>',
    more: [{ number: 100, body: `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]${entries}>>` }],
  });

  it('is settled before the first signature where every value shows', async () => {
    const appearance = '/AP<</N<</Length 0>>>>';
    expect(await signed(make(field(`/V(x)${appearance}`)))).toContain('/NeedAppearances false');
    expect(await signed(make(field('')))).toContain('/NeedAppearances false');
    expect(await signed(make(field('/V()')))).toContain('/NeedAppearances false');
  });

  it('refuses where a value would no longer show', async () => {
    await refusesLater('need_appearances', signed(make(field('/V(x)'))));
  });

  it('is left alone once signed', async () => {
    const first = await sign(make());
    const form = formFields(open(first));
    expect(form).toHaveLength(1);
    const catalog =
      latin1(first)
        .match(/1 0 obj\n<<\/Type\/Catalog.*?>>\nendobj/gs)
        ?.at(-1) ?? '';
    const body1 = catalog.slice(8, -7).replace('/SigFlags 3', '/SigFlags 3/NeedAppearances true');
    const later = appendUpdate(first, { kind: 'table', objects: [{ number: 1, body: body1 }] });
    expect(await signed(later)).not.toContain('/NeedAppearances false');
  });
});
