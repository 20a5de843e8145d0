import { appendUpdate, documentObjects, type TestDocument, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import {
  formFields,
  isLocked,
  pageAt,
  pages,
  readPermissions,
  revisions,
  signatureFields,
} from '../src/index.ts';
import { latin1, open, prepare, refuses, sign } from './support.ts';

const make = (document: TestDocument = {}): Uint8Array =>
  writePdf({ kind: 'table', objects: documentObjects(document) });
const text = (value: string): Uint8Array => Buffer.from(value, 'latin1');

describe('pages', () => {
  it('inherit /MediaBox, /CropBox, /Rotate and /Resources', () => {
    const tree = '/MediaBox[0 0 200 100]/CropBox[10 10 150 300]/Rotate 90';
    const bytes = make({
      tree,
      pages: [{ mediaBox: '' }, { mediaBox: '', entries: '/Rotate 0/UserUnit 2' }],
    });
    expect([...pages(open(bytes))]).toMatchObject([
      {
        number: 1,
        object: 4,
        mediaBox: [0, 0, 200, 100],
        cropBox: [10, 10, 150, 100],
        rotate: 90,
        userUnit: 1,
      },
      { number: 2, object: 6, rotate: 0, userUnit: 2 },
    ]);
  });

  it.each([
    ['/Rotate -90', { rotate: 270 }],
    ['/Rotate 450', { rotate: 90 }],
    ['/Rotate 45', { rotate: 0 }],
    ['/CropBox[100 100 0 0]', { cropBox: [0, 0, 100, 100] }],
    ['/CropBox[900 900 999 999]', { cropBox: [0, 0, 595, 842] }],
    ['/UserUnit -1', { userUnit: 1 }],
    ['/MediaBox[0 0 9]', { mediaBox: [0, 0, 612, 792] }],
  ])('%s', (entries, expected) => {
    const mediaBox = entries.startsWith('/MediaBox') ? '' : '/MediaBox[0 0 595 842]';
    expect(pageAt(open(make({ pages: [{ mediaBox, entries }] })), 1)).toMatchObject(expected);
  });

  it('are refused where their tree loops, is broken, too deep or too large', () => {
    const edited = (from: string, to: string): ReturnType<typeof open> =>
      open(text(latin1(make({ pages: [{}, {}] })).replace(from, to)));
    const walk = (pdf: ReturnType<typeof open>): unknown => [...pages(pdf)];
    refuses('loop', () => walk(edited('4 0 R 6 0 R', '4 0 R 2 0 R')));
    refuses('broken_pages', () => walk(edited('4 0 R 6 0 R', '4 0 R 9 9 R')));
    refuses('broken_pages', () => walk(edited('/Kids[4 0 R 6 0 R]', '/Kids/Kids_0_R_6_0')));
    refuses('too_many_pages', () => walk(open(make({ pages: [{}, {}] }), { pages: 1 })));
    refuses('no_such_page', () => pageAt(open(make()), 2));
    const nodes = Array.from({ length: 30 }, (_, index) => ({
      number: 100 + index,
      body: `<</Type/Pages/Kids[${101 + index} 0 R]/Count 1>>`,
    }));
    nodes.push({ number: 130, body: '<</Type/Page>>' });
    const deep = latin1(make({ more: nodes })).replace('/Kids[4 0 R]', '/Kids[100 0 R]');
    const objects = documentObjects({ more: nodes });
    objects[1] = { number: 2, body: '<</Type/Pages/Kids[100 0 R]/Count 1>>' };
    expect(deep).toContain('100 0 R');
    refuses('too_deep', () => walk(open(writePdf({ kind: 'table', objects }), { depth: 20 })));
    expect(walk(open(writePdf({ kind: 'table', objects })))).toHaveLength(1);
  });
});

describe('form fields', () => {
  const form = (fields: string, more: [number, string][]): Uint8Array =>
    make({
      catalog: `/AcroForm<</Fields[${fields}]>>`,
      more: more.map(([number, body]) => ({ number, body })),
    });

  it('carry full names and what they inherit, in order', () => {
    const bytes = form('100 0 R 103 0 R', [
      [100, '<</T(a)/FT/Tx/Ff 3/V(v)/Kids[101 0 R 102 0 R]>>'],
      [101, '<</T(b)/Parent 100 0 R>>'],
      [102, '<</T(c)/Parent 100 0 R/FT/Btn/V/Yes/Kids[104 0 R]>>'],
      [103, '<</T<FEFF03B1>/FT/Sig>>'],
      [104, '<</Subtype/Widget/Parent 102 0 R>>'],
    ]);
    const fields = formFields(open(bytes));
    expect(fields.map(({ name, type, flags }) => ({ name, type, flags }))).toEqual([
      { name: 'a.b', type: 'Tx', flags: 3 },
      { name: 'a.c', type: 'Btn', flags: 3 },
      { name: 'α', type: 'Sig', flags: 0 },
    ]);
    expect(fields.map(({ widgets }) => widgets[0]?.ref?.number)).toEqual([101, 104, 103]);
  });

  it('end where they loop, and are bounded in number and depth', () => {
    const loop = form('100 0 R', [
      [100, '<</T(a)/Kids[101 0 R]>>'],
      [101, '<</T(b)/Kids[100 0 R]>>'],
    ]);
    expect(formFields(open(loop))).toEqual([]);
    const many = form('100 0 R 101 0 R', [
      [100, '<</T(a)>>'],
      [101, '<</T(b)>>'],
    ]);
    refuses('too_many_objects', () => formFields(open(many, { fields: 1 })));
    const deep = form('100 0 R', [
      ...Array.from({ length: 30 }, (_, i): [number, string] => [100 + i, `<</T(a)/Kids[${101 + i} 0 R]>>`]),
      [130, '<</T(z)>>'],
    ]);
    refuses('too_deep', () => formFields(open(deep, { depth: 20 })));
  });
});

describe('coverage of signatures: facts', () => {
  /** Signs, then rewrites bytes of the appended part. */
  async function forged(change: (tail: string) => string): Promise<ReturnType<typeof signatureFields>> {
    const bytes = make();
    const after = latin1(await sign(bytes));
    const tail = after.slice(bytes.length);
    return signatureFields(open(text(after.slice(0, bytes.length) + change(tail))));
  }
  const problemsOf = async (change: (tail: string) => string): Promise<unknown> =>
    (await forged(change))[0]?.signature?.problems;

  it('a signature covers the whole file, then its revision, and says who signed when', async () => {
    const options = { name: 'Ελένη', reason: 'OK', location: 'Αθήνα' };
    const first = await sign(make(), options);
    expect(signatureFields(open(first))).toMatchObject([
      {
        page: 1,
        signature: {
          covers: 'whole_file',
          revision: 2,
          problems: [],
          subFilter: 'ETSI.CAdES.detached',
          type: 'Sig',
          claimedTime: "D:20261121120000+02'00'",
          ...options,
        },
      },
    ]);
    const more = appendUpdate(first, { kind: 'table', objects: [] });
    expect(signatureFields(open(more))[0]?.signature).toMatchObject({ covers: 'revision', revision: 2 });
  });

  it('bytes after the end that belong to no revision', async () => {
    const [field] = await forged((tail) => `${tail}% more\n`);
    expect(field?.signature).toMatchObject({ covers: 'revision', revision: 2 });
    expect(
      await problemsOf((tail) =>
        tail.replace(/(\/ByteRange\[0 \d+ \d+) (\d+)/, (_, head, c) => `${head} ${c - 9}`),
      ),
    ).toEqual(['ends_inside_revision']);
  });

  it.each<[string, (tail: string) => string, string[]]>([
    ['no /ByteRange', (tail) => tail.replace('/ByteRange', '/ByteRangX'), ['byte_range_missing']],
    [
      'a start other than 0',
      (tail) => tail.replace('/ByteRange[0', '/ByteRange[1'),
      ['byte_range_malformed'],
    ],
    [
      'a negative number',
      (tail) => tail.replace('/ByteRange[0 ', '/ByteRange[0 -'),
      ['byte_range_malformed'],
    ],
    [
      'too few numbers',
      (tail) => tail.replace(/\/ByteRange\[0 \d+/, (all) => '/ByteRange[0'.padEnd(all.length)),
      ['byte_range_malformed'],
    ],
    [
      'an end outside',
      (tail) => tail.replace(/(\/ByteRange\[0 \d+ \d+ \d+) {4}/, '$19999'),
      ['byte_range_malformed'],
    ],
    ['no /Contents', (tail) => tail.replace('/Contents<', '/ContentX<'), ['contents_missing']],
    [
      'a gap that is wider',
      (tail) => tail.replace(/ByteRange\[0 (\d+)/, (_, a) => `ByteRange[0 ${Number(a) - 3}`),
      ['gap_is_not_contents'],
    ],
    ['a literal string', (tail) => tail.replace(/\/Contents<(.*?)>/, '/Contents($1)'), ['contents_not_hex']],
  ])('%s', async (_, change, problems) => {
    const [field] = await forged(change);
    expect(field?.signature?.covers).toBe('less');
    expect(field?.signature?.problems).toEqual(problems);
  });

  it('an empty field has no signature', () => {
    const bytes = make({
      catalog: '/AcroForm<</Fields[100 0 R]>>',
      more: [{ number: 100, body: '<</FT/Sig/T(a)/Lock<</Action/Include/Fields[(x)]>>>>' }],
    });
    expect(signatureFields(open(bytes))).toEqual([
      { name: 'a', object: 100, lock: { action: 'Include', fields: ['x'] } },
    ]);
  });
});

describe('permissions', () => {
  it('nothing said is nothing forbidden', () => {
    expect(readPermissions(open(make()))).toEqual({ certified: false, locks: [] });
  });

  it('the strictest /P wins, /Lock and FieldMDP included; SGN-6', () => {
    const signature = (number: number, references: string, lock = ''): [number, string][] => [
      [number, `<</FT/Sig/T(s${number})/V ${number + 1} 0 R${lock}>>`],
      [number + 1, `<</Type/Sig/Contents<>/Reference[${references}]>>`],
    ];
    const docMdp = (p: string): string => `<</TransformMethod/DocMDP/TransformParams<<${p}>>>>`;
    const read = (...all: [number, string][]): ReturnType<typeof open> =>
      open(
        make({
          catalog: '/AcroForm<</Fields[100 0 R 102 0 R]>>',
          more: all.map(([number, body]) => ({ number, body })),
        }),
      );
    const certified = read(...signature(100, docMdp('/P 3')), ...signature(102, docMdp('')));
    expect(readPermissions(certified)).toEqual({ certified: true, locks: [], permission: 2 });
    expect(isLocked(certified)).toBe(false);
    const locked = read(
      ...signature(100, docMdp('/P 3')),
      ...signature(102, '', '/Lock<</Action/Include/Fields[(a)]/P 1>>'),
    );
    expect(readPermissions(locked).permission).toBe(1);
    expect(isLocked(locked)).toBe(true);
    const all = '<</TransformMethod/FieldMDP/TransformParams<</Action/All>>>>';
    expect(isLocked(read(...signature(100, all)))).toBe(true);
    expect(isLocked(read(...signature(100, all.replace('All', 'Unheard'))))).toBe(true);
  });

  it('a certification that no field reaches counts too', () => {
    const more = [
      { number: 100, body: '<</Reference[<</TransformMethod/DocMDP/TransformParams<</P 1>>>>]>>' },
    ];
    expect(isLocked(open(make({ catalog: '/Perms<</DocMDP 100 0 R>>', more })))).toBe(true);
  });

  it('a later update takes no restriction away', async () => {
    const first = await sign(make(), { certify: 1 });
    const [field] = signatureFields(open(first));
    const number = field?.signature?.object ?? 0;
    const dictionary = new RegExp(`\\n${number} 0 obj\\n(<<.*?)/Reference`, 's').exec(latin1(first))?.[1];
    const later = appendUpdate(first, {
      kind: 'table',
      objects: [
        { number, body: `${dictionary}>>` },
        ...documentObjects({ catalog: `/AcroForm<</Fields[${field?.object} 0 R]>>` }).slice(0, 1),
      ],
    });
    expect(signatureFields(open(later))).toHaveLength(1);
    expect(isLocked(open(later))).toBe(true);
  });

  it('nothing locks where nobody locked', async () => {
    const first = await sign(make());
    expect(isLocked(open(first))).toBe(false);
    expect((await prepare(first)).field).toMatch(/^Signature\d+$/);
  });
});

describe('a cross-reference section hidden in what is signed', () => {
  /** A stream that holds a section whose /Prev is `prev`. */
  const holding = (prev: number): Uint8Array => {
    const section = `xref\n0 0\ntrailer\n<</Root 1 0 R/Size 200/Prev ${String(prev).padStart(8, '0')}>>\n`;
    const body = `<</Length ${section.length}>>\nstream\n${section}\nendstream`;
    const objects = documentObjects({ more: [{ number: 100, body }] });
    return writePdf({ kind: 'table', objects: [...objects.slice(-1), ...objects.slice(0, -1)] });
  };

  it('is a revision of its own where a later startxref revives it: the signature does not cover that', async () => {
    const startXref = open(await sign(holding(0))).startXref;
    const signed = await sign(holding(startXref));
    expect(signatureFields(open(signed))).toMatchObject([{ signature: { covers: 'whole_file' } }]);
    const hidden = latin1(signed).indexOf('xref\n0 0');
    const revived = Buffer.concat([signed, text(`startxref\n${hidden}\n%%EOF\n`)]);
    expect(revisions(open(revived)).map(({ end }) => end)).toEqual([
      holding(0).length,
      signed.length,
      revived.length,
    ]);
    expect(signatureFields(open(revived))).toMatchObject([
      { signature: { covers: 'revision', revision: 2 } },
    ]);
  });
});
