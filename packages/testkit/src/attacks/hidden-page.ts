import { streamBody, type TestObject, writePdf, type XrefKind } from '../pdf/index.ts';
import type { Attack } from './attack.ts';

/** A page of a document with hidden text; object 4 is the page, 5 its content, numbers from 20 to 99 are free. */
export interface HiddenPage {
  content: string;
  /** Of more pages, alike but for what they show. */
  next?: string[];
  /** Default an A4 page. */
  entries?: string;
  more?: TestObject[];
  /** More resources: of other categories, XObjects, parameters of the graphics state. */
  resources?: string;
  objects?: string;
  states?: string;
  /** Samples of the image Im and of the stencil Mask; a page of an A4 scan by default. */
  image?: [number, number];
}

export const A4 = '/MediaBox[0 0 595 842]';

export function hiddenDocument(page: HiddenPage, kind: XrefKind = 'table'): Uint8Array {
  const [width, height] = page.image ?? [1240, 1754];
  // Dots, as a scan has them.
  const samples = new Uint8Array(Math.ceil(width / 8) * height).map((_, at) => (at % 7 === 0 ? 0x18 : 0));
  const size = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 1`;
  const resources =
    `/Font<</F1 3 0 R/F2 30 0 R>>/XObject<</Im 6 0 R/Mask 7 0 R${page.objects ?? ''}>>` +
    `/ExtGState<</G0<</ca 0/CA 0>>${page.states ?? ''}>>${page.resources ?? ''}`;
  const next = page.next ?? [];
  const kids = ['4 0 R', ...next.map((_, at) => `${100 + 2 * at} 0 R`)];
  const pageBody = (content: number): string =>
    `<</Type/Page/Parent 2 0 R${page.entries ?? A4}/Resources<<${resources}>>/Contents ${content} 0 R>>`;
  return writePdf({
    kind,
    objects: [
      { number: 1, body: '<</Type/Catalog/Pages 2 0 R>>' },
      { number: 2, body: `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${kids.length}>>` },
      { number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' },
      { number: 4, body: pageBody(5) },
      { number: 5, body: streamBody(page.content, '', 'flate') },
      { number: 6, body: streamBody(samples, `${size}/ColorSpace/DeviceGray`, 'flate') },
      { number: 7, body: streamBody(samples, `${size}/ImageMask true`, 'flate') },
      ...(page.more ?? []),
      ...next.flatMap((content, at) => [
        { number: 100 + 2 * at, body: pageBody(101 + 2 * at) },
        { number: 101 + 2 * at, body: streamBody(content, '', 'flate') },
      ]),
    ],
  });
}

/** A line of text. */
export const line = (text: string, x = 72, y = 700, size = 12): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
export const OPEN = line('This agreement is made between two parties.', 72, 780);
export const SECRET = 'The fee is 900 euro';
export const SCAN = 'q 595 0 0 842 0 0 cm /Im Do Q\n';
/** What a recognised page says. */
export const WORDS = Array.from({ length: 30 }, (_, at) =>
  line('Recognised words of the page', 60, 800 - at * 25),
).join('');
export const ROTATED = '/MediaBox[0 0 842 595]/Rotate 90';

export const annotation = (
  entries: string,
  content: string,
  rect: readonly number[] = [60, 690, 360, 720],
): TestObject[] => [
  { number: 20, body: `<</Type/Annot/F 4/Rect[${rect.join(' ')}]/AP<</N 21 0 R>>${entries}>>` },
  {
    number: 21,
    body: streamBody(content, '/Type/XObject/Subtype/Form/BBox[0 0 300 30]/Resources<</Font<</F1 3 0 R>>>>'),
  },
];
export const ANNOTATED = `${A4}/Annots[20 0 R]`;

/** A composite font all of whose glyphs are blank, as recognisers of text write it. */
export function glyphless(): TestObject[] {
  const toUnicode =
    '1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange';
  return [
    {
      number: 30,
      body: '<</Type/Font/Subtype/Type0/BaseFont/GlyphLess/Encoding/Identity-H/DescendantFonts[31 0 R]/ToUnicode 32 0 R>>',
    },
    {
      number: 31,
      body: '<</Type/Font/Subtype/CIDFontType2/BaseFont/GlyphLess/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500>>',
    },
    { number: 32, body: streamBody(toUnicode) },
  ];
}

/** By name: the kind of finding that it must give, '' for none. */
export type HiddenPages = Record<string, [expect: string, page: HiddenPage]>;

export const listed = (from: HiddenPages): readonly Attack[] =>
  Object.entries(from).map(([name, [expect, page]]) => ({
    name,
    bytes: (kind) => hiddenDocument(page, kind),
    expect: expect === '' ? [] : [expect],
  }));
