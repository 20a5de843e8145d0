import { deflateSync } from 'node:zlib';
import { appendUpdate, documentObjects, streamBody, writePdf, type XrefKind } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { pages, revisions } from '../src/index.ts';
import { latin1, open, refuses } from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];
const simple = (kind: XrefKind = 'table'): Uint8Array =>
  // A hybrid file may hide what no page shows.
  writePdf({ kind, objects: documentObjects({ more: [{ number: 100, body: '(hidden)' }] }), hidden: [100] });
const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');
const edited = (bytes: Uint8Array, from: string | RegExp, to: string): Uint8Array =>
  text(latin1(bytes).replace(from, to));
const startXref = (bytes: Uint8Array): number =>
  Number(/startxref\n(\d+)\n%%EOF\n$/.exec(latin1(bytes))?.[1]);

describe('openPdf: cross-reference sections', () => {
  it.each(KINDS)('reads a file with a section of kind %s', (kind) => {
    const pdf = open(simple(kind));
    expect(pdf.sections[0]?.kind).toBe(kind === 'table' || kind === 'hybrid' ? 'table' : 'stream');
    expect([...pages(pdf)].map(({ object }) => object)).toEqual([4]);
    expect(pdf.version).toBe('1.7');
  });

  it.each(KINDS)('reads every revision of a file of kind %s', (kind) => {
    const first = simple(kind);
    const objects = [{ number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' }];
    const second = appendUpdate(first, { kind: kind === 'hybrid' ? 'table' : kind, objects });
    const pdf = open(second);
    const font = (one: typeof pdf): string | undefined =>
      one.name(one.dict(one.object(3)?.value)?.entries.get('BaseFont'));
    expect(font(pdf)).toBe('Courier');
    const all = revisions(pdf);
    expect(all.map(({ end }) => end)).toEqual([first.length, second.length]);
    expect(font(pdf.as(all[0]?.sections ?? []))).toBe('Helvetica');
  });

  it('a hybrid file: the stream beside a table goes before the older sections', () => {
    const base = simple('table');
    const update = appendUpdate(base, {
      kind: 'hybrid',
      objects: [{ number: 3, body: '(newer)' }],
      hidden: [3],
    });
    // As Word writes it: the newest table does not mention what its stream defines.
    const bytes = edited(update, /3 1\n0000000000 65535 f \n/, '');
    const pdf = open(bytes);
    expect(pdf.text(pdf.object(3)?.value)).toBe('newer');
  });

  it('a hybrid file whose hidden objects are aside opens; one whose pages are hidden is ambiguous', () => {
    expect(open(simple('hybrid')).disputed.has(100)).toBe(true);
    const objects = documentObjects();
    refuses('hybrid_ambiguous', () => open(writePdf({ kind: 'hybrid', objects, hidden: [3] })));
    const catalog = '/AcroForm 100 0 R';
    const more = [{ number: 100, body: '<</Fields[]>>' }];
    const form = documentObjects({ catalog, more });
    refuses('hybrid_ambiguous', () => open(writePdf({ kind: 'hybrid', objects: form, hidden: [100] })));
    const tree = documentObjects({ catalog: '/StructTreeRoot 100 0 R', more });
    expect(open(writePdf({ kind: 'hybrid', objects: tree, hidden: [100] })).disputed.size).toBe(1);
    const outlines = documentObjects({ catalog: '/Outlines 100 0 R/PageLabels 100 0 R', more });
    expect(open(writePdf({ kind: 'hybrid', objects: outlines, hidden: [100] })).disputed.size).toBe(1);
    const annotated = documentObjects({ pages: [{ entries: '/Annots 100 0 R' }], more });
    refuses('hybrid_ambiguous', () => open(writePdf({ kind: 'hybrid', objects: annotated, hidden: [100] })));
    // A catalog that only one reading has at all.
    const bare = documentObjects({ more });
    refuses('hybrid_ambiguous', () => open(writePdf({ kind: 'hybrid', objects: bare, hidden: [1] })));
  });

  it('takes entries that are not 20 bytes wide', () => {
    const bytes = simple();
    const loose = latin1(bytes).replaceAll(/ ([nf]) \n/g, ' $1\n');
    expect([...pages(open(text(loose)))]).toHaveLength(1);
  });

  it('a linearized file is one revision', () => {
    const bytes = latin1(simple());
    const at = bytes.indexOf('\nxref') + 1;
    // The main section at the end, a first-page section before it that points forward.
    const first = `xref\n0 0\ntrailer\n<</Size 101/Root 1 0 R/Prev ${at + 76}>>\nstartxref\n0\n%%EOF\n`;
    const padded = first.padEnd(76, ' ');
    const file = text(
      `${bytes.slice(0, at)}${padded}${bytes.slice(at).replace(/startxref\n\d+/, `startxref\n${at}`)}`,
    );
    expect(revisions(open(file)).map(({ end }) => end)).toEqual([file.length]);
  });
});

describe('openPdf: refuses by a code, and never repairs', () => {
  it.each<[string, Parameters<typeof refuses>[0], () => Uint8Array]>([
    ['no header', 'not_a_pdf', () => text('hello')],
    ['nothing', 'not_a_pdf', () => text('')],
    ['no version', 'not_a_pdf', () => edited(simple(), '%PDF-1.7', '%PDF-x.y')],
    ['bytes before the header', 'header_offset', () => text(`\n${latin1(simple())}`)],
    ['no startxref', 'broken_xref', () => edited(simple(), 'startxref', 'startxxxx')],
    ['startxref far from the end', 'broken_xref', () => text(latin1(simple()) + ' '.repeat(2000))],
    ['startxref outside', 'broken_xref', () => edited(simple(), /startxref\n\d+/, 'startxref\n999999')],
    ['startxref beside', 'broken_xref', () => edited(simple(), /startxref\n\d+/, 'startxref\n12')],
    ['/Prev outside', 'broken_xref', () => edited(simple(), '/Root 1 0 R', '/Root 1 0 R/Prev 99999')],
    ['/Prev no number', 'broken_xref', () => edited(simple(), '/Root 1 0 R', '/Root 1 0 R/Prev(x)')],
    ['no trailer dictionary', 'broken_xref', () => edited(simple(), /trailer\n<<.*>>/, 'trailer\n(x)')],
    ['no catalog in the trailer', 'broken_xref', () => edited(simple(), '/Root 1 0 R', '/Root null  ')],
    [
      'catalog at a wrong place',
      'broken_xref',
      () => edited(simple(), /0000000015 00000 n/, '0000000017 00000 n'),
    ],
    ['catalog missing', 'broken_object', () => edited(simple(), '/Root 1 0 R', '/Root 99 0 R')],
    ['a subsection that lies', 'broken_xref', () => edited(simple(), /\n0 6\n/, '\n0 99999999\n')],
    ['an entry of nonsense', 'broken_xref', () => edited(simple(), '00000 n ', '0000x n ')],
    ['no pages', 'broken_pages', () => edited(simple(), '/Pages 2 0 R', '/Pages null ')],
    ['encrypted', 'encrypted', () => edited(simple(), '/Root 1 0 R', '/Root 1 0 R/Encrypt 3 0 R')],
    [
      'protected by a MAC',
      'encrypted_mac',
      () => edited(simple(), '/Root 1 0 R', '/Root 1 0 R/Encrypt 3 0 R/AuthCode<<>>'),
    ],
  ])('%s: %s', (_, code, make) => refuses(code, () => open(make())));

  it('an object that one section names twice, at two places', () => {
    const bytes = latin1(simple());
    const at = startXref(text(bytes));
    const twice = bytes.slice(at).replace('trailer', '3 1\n0000000010 00000 n \ntrailer');
    refuses('broken_xref', () => open(text(bytes.slice(0, at) + twice)));
  });

  it('dynamic XFA', () => {
    const catalog = '/NeedsRendering true/AcroForm<</Fields[]/XFA(x)>>';
    refuses('dynamic_xfa', () => open(writePdf({ kind: 'table', objects: documentObjects({ catalog }) })));
  });

  it('sections that refer to each other', () => {
    const bytes = simple();
    const at = startXref(bytes);
    refuses('loop', () => open(edited(bytes, '/Root 1 0 R', `/Root 1 0 R/Prev ${at}`)));
  });

  it.each(['table', 'objstm'] as const)('an object that is a reference, in a file of kind %s', (kind) => {
    const more = [
      { number: 100, body: '101 0 R' },
      { number: 101, body: '(held)' },
    ];
    const pdf = open(writePdf({ kind, objects: documentObjects({ more }) }));
    refuses('broken_object', () => pdf.object(100));
  });

  it('an object stream that lies in itself or is none', () => {
    const base = simple('objstm');
    const pdf = open(base);
    const container = [...Array(110).keys()].find((number) => {
      const type = pdf.dict(pdf.object(number)?.value)?.entries.get('Type');
      return pdf.name(type) === 'ObjStm';
    });
    const put = (body: string | Uint8Array): Uint8Array =>
      appendUpdate(base, { kind: 'stream', objects: [{ number: container ?? 0, body }] });
    refuses('broken_xref', () => open(put('(none)')));
    refuses('broken_stream', () => open(put(streamBody('1 0 2 3', '/N 2/First 8'))));
    refuses('broken_stream', () => open(put(streamBody('1 0 2 3', '/Type/ObjStm/N 99999999/First 3'))));
    refuses('broken_xref', () => open(put(streamBody('9 0 null', '/Type/ObjStm/N 1/First 4'))));
    refuses('broken_stream', () =>
      open(put('<</Type/ObjStm/N 1/First 1/Length 99999>>\nstream\nx\nendstream')),
    );
  });

  it.each([
    ['/W[1 4 4]', '/W[1 4 9]'],
    ['/W[1 4 4]', '/W[0 0 0]'],
    ['/W[1 4 4]', '/W[1 4 6]'],
    ['/Type/XRef', '/Type/Xref'],
    ['/Index[', '/Index[1 '],
  ])('a cross-reference stream with %s as %s', (from, to) => {
    refuses('broken_xref', () => open(edited(simple('stream'), from, to)));
  });
});

describe('openPdf: bounds', () => {
  it('size, sections, entries, object numbers', () => {
    const bytes = simple();
    refuses('too_large', () => open(bytes, { fileBytes: bytes.length - 1 }));
    refuses('too_many_objects', () => open(bytes, { entries: 3 }));
    refuses('too_many_objects', () => open(bytes, { objectNumber: 3 }));
    const twice = appendUpdate(bytes, { kind: 'table', objects: [] });
    expect(open(twice, { sections: 2 }).sections).toHaveLength(2);
    refuses('too_many_revisions', () => open(twice, { sections: 1 }));
  });

  it('one stream and all streams together', () => {
    const bytes = simple('objstm');
    refuses('inflate_limit', () => open(bytes, { streamBytes: 20 }));
    refuses('inflate_limit', () => open(bytes, { inflatedBytes: 20 }));
    const bomb = streamBody(deflateSync(Buffer.alloc(1e6)), '/Filter[/FlateDecode/FlateDecode]', 'none');
    const pdf = open(
      writePdf({ kind: 'table', objects: documentObjects({ more: [{ number: 100, body: bomb }] }) }),
      {
        streamBytes: 1e5,
      },
    );
    const stream = pdf.object(100)?.value;
    refuses('inflate_limit', () => stream?.type === 'stream' && pdf.decoded(stream));
  });

  it('what filters put out counts where it is thrown away, and where it fails', () => {
    const streams = [
      streamBody(deflateSync(deflateSync(Buffer.alloc(1e5))), '/Filter[/FlateDecode/FlateDecode]', 'none'),
      streamBody(
        deflateSync(Buffer.alloc(1e5, 9)),
        '/Filter/FlateDecode/DecodeParms<</Predictor 12>>',
        'none',
      ),
    ];
    const more = streams.map((body, at) => ({ number: 100 + at, body }));
    const bytes = writePdf({ kind: 'table', objects: documentObjects({ more }) });
    for (const [number, first] of [
      [100, undefined],
      [101, 'broken_stream'],
    ] as const) {
      const pdf = open(bytes, { inflatedBytes: 2.5e5 });
      const stream = pdf.object(number)?.value;
      if (stream?.type !== 'stream') throw new Error('no stream');
      const attempt = (): unknown => pdf.decodedWithin(stream, 1.5e5);
      for (let time = 0; time < 2; time++) {
        if (first === undefined) expect(attempt()).toHaveLength(1e5);
        else refuses(first, attempt);
      }
      refuses('inflate_limit', attempt);
    }
  });

  it('more than a caller wants is no bound of the file, until all that was tried is', () => {
    const more = [{ number: 100, body: streamBody(Buffer.alloc(1e6), '', 'flate') }];
    const pdf = open(writePdf({ kind: 'table', objects: documentObjects({ more }) }), {
      inflatedBytes: 2.5e5,
    });
    const stream = pdf.object(100)?.value;
    if (stream?.type !== 'stream') throw new Error('no stream');
    for (let time = 0; time < 2; time++) expect(pdf.decodedWithin(stream, 1e5)).toBeUndefined();
    refuses('inflate_limit', () => pdf.decodedWithin(stream, 1e5));
  });

  it('a stream whose length is wrong', () => {
    const more = [{ number: 100, body: '<</Length 3>>\nstream\n12345\nendstream' }];
    const pdf = open(writePdf({ kind: 'table', objects: documentObjects({ more }) }));
    const stream = pdf.object(100)?.value;
    refuses('broken_stream', () => stream?.type === 'stream' && pdf.streamData(stream));
  });
});
