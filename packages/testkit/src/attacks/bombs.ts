import { deflateSync } from 'node:zlib';
import { streamBody, type TestObject, writePdf, type XrefKind } from '../pdf/index.ts';

/** A small file that asks for more work, memory or depth than any reader has. */
export interface Bomb {
  name: string;
  bytes(kind?: XrefKind): Uint8Array;
}

const MANY = 20_000;
const MIB = 1024 * 1024;

/** What a bomb puts into a document of one page; objects from 100 up are its own. */
interface Charge {
  /** Entries of the page. */
  page?: string;
  /** Entries of its resources. */
  resources?: string;
  content?: string;
  /** Instead of the page's own content. */
  contents?: string;
  catalog?: string;
  /** Instead of the page tree's root. */
  pages?: string;
  more?: TestObject[];
}

const bomb = (name: string, charge: () => Charge): Bomb => ({
  name,
  bytes: (kind = 'table') => writePdf({ kind, objects: documentOf(charge()) }),
});

function documentOf({
  page = '',
  resources,
  content = '',
  contents,
  catalog = '',
  pages,
  more = [],
}: Charge): TestObject[] {
  const used = resources ?? '/Font<</F1 3 0 R>>';
  return [
    { number: 1, body: `<</Type/Catalog/Pages ${pages ?? '2 0 R'}${catalog}>>` },
    { number: 2, body: '<</Type/Pages/Kids[4 0 R]/Count 1>>' },
    { number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' },
    {
      number: 4,
      body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<${used}>>/Contents ${contents ?? '5 0 R'}${page}>>`,
    },
    { number: 5, body: streamBody(content) },
    ...more,
  ];
}

const times = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join('');
const objects = (count: number, body: (at: number) => string | Uint8Array): TestObject[] =>
  Array.from({ length: count }, (_, at) => ({ number: 100 + at, body: body(at) }));
const form = (content: string, xobjects: string): Uint8Array =>
  streamBody(
    content,
    `/Type/XObject/Subtype/Form/BBox[0 0 600 850]/Resources<</XObject<<${xobjects}>>/Font<</F1 3 0 R>>>>`,
  );
const text = 'BT /F1 9 Tf 10 10 Td (x) Tj ET ';

/** Bombs of every kind that a check of pages, forms and structure can be made to step on. */
export const bombs: readonly Bomb[] = [
  bomb('a content that is inflated again and again', () => ({
    contents: `[${'100 0 R '.repeat(MANY)}]`,
    more: [{ number: 100, body: streamBody(' '.repeat(4 * MIB), '', 'flate') }],
  })),
  bomb('a stream deflated three times', () => {
    const once = deflateSync(Buffer.alloc(64 * MIB, ' '));
    return {
      contents: '100 0 R',
      more: [
        {
          number: 100,
          body: streamBody(
            deflateSync(deflateSync(Buffer.concat(Array.from({ length: 64 }, () => once)))),
            '/Filter[/FlateDecode/FlateDecode/FlateDecode]',
          ),
        },
      ],
    };
  }),
  bomb('forms that draw ten forms each, ten deep', () => ({
    resources: '/XObject<</X 100 0 R>>',
    content: '/X Do',
    more: objects(10, (at) => form(at === 9 ? text : '/X Do '.repeat(10), `/X ${101 + at} 0 R`)),
  })),
  bomb('a form that draws itself', () => ({
    resources: '/XObject<</X 100 0 R>>',
    content: '/X Do',
    more: objects(1, () => form('/X Do /X Do', '/X 100 0 R')),
  })),
  bomb('arrays in arrays', () => ({ more: objects(1, () => '['.repeat(500_000) + ']'.repeat(500_000)) })),
  bomb('a page tree whose every node has the next one twice', () => ({
    pages: '100 0 R',
    more: objects(40, (at) => `<</Type/Pages/Count 9/Kids[${101 + at} 0 R ${101 + at} 0 R]>>`),
  })),
  bomb('a name tree whose every node has the next one twice', () => ({
    catalog: '/Names<</EmbeddedFiles 100 0 R/JavaScript 100 0 R/Dests 100 0 R>>',
    more: objects(40, (at) => `<</Kids[${101 + at} 0 R ${101 + at} 0 R]>>`),
  })),
  bomb('outlines that go round', () => ({
    catalog: '/Outlines 100 0 R',
    more: objects(
      3,
      (at) =>
        `<</First ${100 + ((at + 1) % 3)} 0 R/Next ${100 + ((at + 2) % 3)} 0 R/A<</S/GoTo/Next ${100 + at} 0 R>>>>`,
    ),
  })),
  bomb('actions that follow one another round and round', () => ({
    catalog: '/OpenAction 100 0 R',
    more: objects(2, (at) => `<</S/GoTo/Next[${101 - at} 0 R ${101 - at} 0 R]>>`),
  })),
  bomb('fields in fields that go round', () => ({
    catalog: '/AcroForm<</Fields[100 0 R]>>',
    more: objects(2, (at) => `<</T(f${at})/FT/Tx/Kids[${101 - at} 0 R ${101 - at} 0 R]>>`),
  })),
  bomb('twenty thousand fields in one place', () => ({
    page: `/Annots[${times(MANY, (at) => `${100 + at} 0 R `)}]`,
    catalog: `/AcroForm<</Fields[${times(MANY, (at) => `${100 + at} 0 R `)}]>>`,
    more: objects(
      MANY,
      (at) =>
        `<</Type/Annot/Subtype/Widget/FT/Tx/F 4/T(f${at})/V(v)/Rect[10 10 ${400 + (at % 100)} 400]/P 4 0 R>>`,
    ),
  })),
  bomb('twenty thousand words, each covered twenty thousand times', () => ({
    content:
      times(MANY, (at) => `BT /F1 9 Tf ${at % 500} ${Math.floor(at / 30)} Td (word) Tj ET `) +
      times(MANY, (at) => `${at % 7} 0 ${600 - (at % 11)} 850 re f `),
  })),
  bomb('a million saved states', () => ({ content: 'q '.repeat(1_000_000) + text })),
  bomb('a clip of a million corners', () => ({
    content: `0 0 m ${times(300_000, (at) => `${at % 600} ${at % 850} l `)}W n ${text.repeat(1000)}`,
  })),
  bomb('a pattern of tiny tiles over the page', () => ({
    resources: '/Pattern<</P 100 0 R>>',
    content: `/Pattern cs /P scn ${'0 0 600 850 re f '.repeat(1000)}`,
    more: objects(1, () =>
      streamBody(
        text.repeat(1000),
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 99 99]/XStep 0.0001/YStep 0.0001/Resources<</Font<</F1 3 0 R>>>>',
      ),
    ),
  })),
  bomb('an image of a hundred thousand lines of a hundred thousand samples', () => ({
    resources: '/XObject<</X 100 0 R>>',
    content: '600 0 0 850 0 0 cm /X Do',
    more: objects(1, () =>
      streamBody(
        ' '.repeat(MIB),
        '/Type/XObject/Subtype/Image/Width 100000/Height 100000/ColorSpace/DeviceRGB/BitsPerComponent 16',
        'flate',
      ),
    ),
  })),
  bomb('a map of characters that maps everything, ten thousand times', () => ({
    resources: '/Font<</F1 100 0 R>>',
    content: text.repeat(1000),
    more: [
      { number: 100, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 101 0 R>>' },
      {
        number: 101,
        body: streamBody(
          `1 begincodespacerange <0000> <ffff> endcodespacerange ${'1 beginbfrange <0000> <ffff> <0000> endbfrange '.repeat(10_000)}`,
          '',
          'flate',
        ),
      },
    ],
  })),
  bomb('a Type 3 font whose glyphs show text in itself', () => ({
    resources: '/Font<</F1 100 0 R>>',
    content: text,
    more: [
      {
        number: 100,
        body: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 120/LastChar 120/Widths[1]/Encoding<</Differences[120/x]>>/CharProcs<</x 101 0 R>>/Resources<</Font<</F1 100 0 R>>>>>>',
      },
      { number: 101, body: streamBody(`1 0 d0 ${'BT /F1 1 Tf (xxxxxxxxxx) Tj ET '.repeat(10)}`) },
    ],
  })),
];
