import {
  appendUpdate,
  documentObjects,
  streamBody,
  type TestObject,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect, type SignatureOptions } from '../src/index.ts';
import { open, sign, VISIBLE } from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];
/** What an update of ours, or of a forger, is written as. */
const after = (kind: XrefKind): XrefKind => (kind === 'hybrid' ? 'table' : kind);

/**
 * A form with a text field (100), an appearance of it (101), an unsigned signature field (102) and a filled field
 * (103) whose appearance is 104, on a page (4) with the content 5.
 */
const FIELDS = '[100 0 R 102 0 R 103 0 R]';
const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4';
const text = (more: string): string => `<<${WIDGET}/FT/Tx/T(amount)/Rect[9 9 99 29]${more}>>`;
const filled = (more: string): string => `<<${WIDGET}/FT/Tx/T(name)/Rect[9 39 99 59]${more}>>`;
const look = (value: string): Uint8Array =>
  streamBody(`BT /F1 9 Tf (${value}) Tj ET`, '/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 3 0 R>>>>');

const document = documentObjects({
  catalog: '/AcroForm 110 0 R/Metadata 120 0 R/OCProperties<</OCGs[130 0 R]/D<<>>>>',
  pages: [{ entries: `/Annots ${FIELDS}` }],
  more: [
    { number: 100, body: text('') },
    { number: 102, body: `<<${WIDGET}/FT/Sig/T(approval)/Rect[9 109 99 159]>>` },
    { number: 103, body: filled('/V(Eleni)/AP<</N 104 0 R>>') },
    { number: 104, body: look('Eleni') },
    { number: 110, body: `<</Fields ${FIELDS}/DR<</Font<</F1 3 0 R>>>>>>` },
    { number: 120, body: streamBody('<x/>', '/Type/Metadata/Subtype/XML') },
    { number: 130, body: '<</Type/OCG/Name(Layer)>>' },
  ],
});

const signed = (kind: XrefKind, options: Partial<SignatureOptions> = {}): Promise<Uint8Array> =>
  sign(writePdf({ kind, objects: document, hidden: [120] }), options);

const changes = (bytes: Uint8Array): (string | undefined)[] =>
  told(bytes, 'changed_after_signature').map(({ excerpt }) => excerpt);
const told = (bytes: Uint8Array, kind: Finding['kind']): Finding[] =>
  inspect(open(bytes)).findings.filter((finding) => finding.kind === kind);

/** The page as the signed file has it, with an annotation more and other entries. */
function page(bytes: Uint8Array, annotation: string, entries = ''): TestObject {
  const dict = open(bytes).object(4)?.value;
  if (dict === undefined) throw new Error('no page');
  const body = Buffer.from(dict.source.subarray(dict.start, dict.end)).toString('latin1');
  return { number: 4, body: body.replace(/\/Annots ?\[([^\]]*)\]/, `/Annots[$1 ${annotation}]${entries}`) };
}

const update = (bytes: Uint8Array, kind: XrefKind, objects: TestObject[]): Uint8Array =>
  appendUpdate(bytes, { kind: after(kind), objects });

describe('changes after a signature', () => {
  it.each(KINDS)('none where nothing, or a further signature, came after (%s)', async (kind) => {
    const once = await signed(kind);
    expect(changes(once)).toEqual([]);
    const twice = await sign(once, { visible: VISIBLE });
    const thrice = await sign(twice, { field: 'approval' });
    expect(changes(thrice)).toEqual([]);
    expect(told(thrice, 'signature_malformed')).toEqual([]);
  });

  it.each<[string, TestObject[]]>([
    [
      'a field is filled',
      [
        { number: 100, body: text('/V(9)/AP<</N 200 0 R>>') },
        { number: 200, body: look('9') },
      ],
    ],
    [
      'a value is changed with what shows it',
      [
        { number: 103, body: filled('/V(Maria)/AP<</N 200 0 R>>') },
        { number: 200, body: look('Maria') },
      ],
    ],
    ['metadata are new', [{ number: 120, body: streamBody('<y/>', '/Type/Metadata/Subtype/XML') }]],
    ['an object is written again as it was', [{ number: 5, body: document[4]?.body ?? '' }]],
    ['an object that nothing refers to', [{ number: 300, body: '<</A 1>>' }]],
  ])('none where %s', async (_, objects) => {
    for (const kind of KINDS) expect(changes(update(await signed(kind), kind, objects))).toEqual([]);
  });

  it.each<[string, string, TestObject[]]>([
    ['the content of the page', '/Page', [{ number: 5, body: streamBody('BT (Other) Tj ET') }]],
    ['a font of the page', '/Font', [{ number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' }]],
    ['the page tree', '/Pages', [{ number: 2, body: '<</Type/Pages/Kids[4 0 R 4 0 R]/Count 2>>' }]],
    ['a layer', '/OCG', [{ number: 130, body: '<</Type/OCG/Name(Other)>>' }]],
    [
      'an appearance without its value',
      '/AP',
      [
        { number: 103, body: filled('/V(Eleni)/AP<</N 200 0 R>>') },
        { number: 200, body: look('Maria') },
      ],
    ],
    [
      'the place of a field',
      '/Rect',
      [{ number: 103, body: filled('/V(Eleni)/AP<</N 104 0 R>>').replace('[9 39', '[99 39') }],
    ],
    ['metadata that are none', '/Metadata', [{ number: 120, body: streamBody('words', '/Type/Metadata') }]],
    ['a field that goes away', '/AcroForm', [{ number: 103, body: 'null' }]],
  ])('%s', async (_, excerpt, objects) => {
    for (const kind of KINDS) {
      const found = changes(update(await signed(kind), kind, objects));
      expect(found).toHaveLength(1);
      if (excerpt.startsWith('/Page') && excerpt !== '/Pages') continue;
      if (excerpt === '/AcroForm') continue;
      expect(found).toEqual([excerpt]);
    }
  });

  it.each(KINDS)('an entry of the page, and of the catalog (%s)', async (kind) => {
    const bytes = await signed(kind);
    expect(changes(update(bytes, kind, [page(bytes, '', '/Rotate 90')]))).toEqual(['/Rotate']);
    const catalog = documentObjects({ catalog: '/OpenAction[4 0 R/Fit]' })[0];
    expect(changes(update(bytes, kind, catalog === undefined ? [] : [catalog]))).toHaveLength(1);
  });

  // An icon hides what it lies over; what is drawn by lines does not.
  const note = (subtype: string, more = ''): string =>
    `<</Type/Annot/Subtype/${subtype}/Rect${subtype === 'Text' ? '[300 300 320 320]' : '[9 9 99 99]'}${more}>>`;
  it.each<[string, string, boolean, Partial<SignatureOptions>]>([
    ['a note', note('Text'), true, {}],
    ['a circle', note('Circle', '/C[1 0 0]'), true, {}],
    ['a filled circle', note('Circle', '/IC[1 1 1]'), false, {}],
    ['a stamp', note('Stamp', '/AP<</N 201 0 R>>'), false, {}],
    ['a text over the page', note('FreeText', '/DA(/Helv 9 Tf)'), false, {}],
    ['a highlight that shows a text', note('Highlight', '/AP<</N 201 0 R>>'), false, {}],
    ['a field', `<<${WIDGET}/FT/Tx/T(new)/Rect[9 9 99 99]>>`, false, {}],
    ['a note where annotations are permitted', note('Text'), true, { certify: 3 }],
    ['a note where forms are permitted', note('Text'), false, { certify: 2 }],
    ['a note where nothing is permitted', note('Text'), false, { certify: 1 }],
    ['a note where all is locked', note('Text'), false, { lock: true }],
  ])('%s that is added', async (_, body, allowed, options) => {
    for (const kind of KINDS) {
      const bytes = await signed(kind, options);
      const objects = [page(bytes, '200 0 R'), { number: 200, body }, { number: 201, body: look('1,000') }];
      expect(changes(update(bytes, kind, objects))).toEqual(
        allowed ? [] : [body.includes('/Widget') ? '/Fields' : '/Annot'],
      );
    }
  });

  it.each<[string, string, boolean, Partial<SignatureOptions>]>([
    ['an empty signature field', '', true, {}],
    ['one that shows something', '/AP<</N 201 0 R>>', false, {}],
    ['one behind a certification', '', false, { certify: 2 }],
  ])('%s that is added to the form', async (_, more, allowed, options) => {
    for (const kind of KINDS) {
      const bytes = await signed(kind, options);
      const form = open(bytes).object(110)?.value;
      if (form === undefined) throw new Error('no form');
      const body = Buffer.from(form.source.subarray(form.start, form.end)).toString('latin1');
      const objects = [
        page(bytes, '200 0 R'),
        { number: 110, body: body.replace(/\/Fields ?\[([^\]]*)\]/, '/Fields[$1 200 0 R]') },
        { number: 200, body: `<<${WIDGET}/FT/Sig/T(new)/Rect[9 9 99 99]${more}>>` },
        { number: 201, body: look('1,000') },
      ];
      expect(changes(update(bytes, kind, objects))).toEqual(allowed ? [] : ['/Fields']);
    }
  });

  it.each(KINDS)('what is changed and changed back is told (%s)', async (kind) => {
    const bytes = await signed(kind);
    const other = update(bytes, kind, [{ number: 5, body: streamBody('BT (Other) Tj ET') }]);
    const back = update(other, kind, [{ number: 5, body: document[4]?.body ?? '' }]);
    expect(changes(back)).toHaveLength(2);
  });

  it.each(KINDS)('a number that the signed file names and lacks is given a meaning (%s)', async (kind) => {
    const objects = document.map((object) =>
      object.number === 4
        ? { ...object, body: String(object.body).replace('/Contents 5 0 R', '/Contents[5 0 R 400 0 R]') }
        : object,
    );
    const bytes = await sign(writePdf({ kind, objects, hidden: [120] }));
    expect(changes(bytes)).toEqual([]);
    expect(changes(update(bytes, kind, [{ number: 400, body: streamBody('BT (More) Tj ET') }]))).toHaveLength(
      1,
    );
  });

  it.each(KINDS)('a signature that is taken away (%s)', async (kind) => {
    const once = await sign(writePdf({ kind, objects: document, hidden: [120] }), { field: 'approval' });
    const twice = await sign(once);
    const emptied = { number: 102, body: `<<${WIDGET}/FT/Sig/T(approval)/Rect[9 109 99 159]>>` };
    expect(changes(update(twice, kind, [emptied]))).toEqual(['/Sig', '/V']);
  });
});

describe('signatures shaped like forgeries', () => {
  const rewritten = (bytes: Uint8Array, from: RegExp, to: (found: string) => string): Uint8Array =>
    Buffer.from(
      Buffer.from(bytes)
        .toString('latin1')
        .replace(from, (found) => to(found).padEnd(found.length)),
      'latin1',
    );

  it.each<[string, RegExp, (found: string) => string, string]>([
    ['no byte range', /\/ByteRange ?\[[^\]]*\]/, () => '/Nothing[]', 'byte_range_missing'],
    [
      'a byte range of nothing',
      /\/ByteRange ?\[[^\]]*\]/,
      () => '/ByteRange[0 0 0 0]',
      'byte_range_malformed',
    ],
    ['negative numbers', /\/ByteRange ?\[[^\]]*\]/, () => '/ByteRange[0 -9 9 9]', 'byte_range_malformed'],
    [
      'another gap',
      /(\/ByteRange ?\[0 )(\d+)/,
      (found) => found.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
      'gap_is_not_contents',
    ],
    ['no contents', /\/Contents ?</, () => '/Nothing<', 'contents_missing'],
  ])('MAP-8 %s', async (_, from, to, problem) => {
    for (const kind of KINDS) {
      const found = told(rewritten(await signed(kind), from, to), 'signature_malformed');
      expect(found.map(({ excerpt }) => excerpt)).toContain(problem);
      expect(found[0]?.object).toBeGreaterThan(0);
    }
  });

  it('bytes behind what is signed that are no update', async () => {
    const bytes = Buffer.concat([await signed('table'), Buffer.from('\n% more\n')]);
    expect(changes(bytes)).toEqual([]);
    expect(told(bytes, 'signature_malformed')).toEqual([]);
    expect(told(Buffer.concat([bytes, Buffer.from('more')]), 'trailing_bytes')).toHaveLength(1);
  });
});
