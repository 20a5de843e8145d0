import { streamBody, type TestObject, writePdf, type XrefKind } from '../pdf/index.ts';
import type { Attack } from './attack.ts';

/** A page of a document with hidden text; object 4 is the page, 5 its content, numbers from 20 up are free. */
export interface HiddenPage {
  content: string;
  /** Default an A4 page. */
  entries?: string;
  more?: TestObject[];
  /** Samples of the image Im and of the stencil Mask; a page of an A4 scan by default. */
  image?: [number, number];
}

const A4 = '/MediaBox[0 0 595 842]';

export function hiddenDocument(page: HiddenPage, kind: XrefKind = 'table'): Uint8Array {
  const [width, height] = page.image ?? [1240, 1754];
  const samples = new Uint8Array(Math.ceil(width / 8) * height);
  const size = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 1`;
  const resources =
    '/Font<</F1 3 0 R/F2 30 0 R>>/XObject<</Im 6 0 R/Mask 7 0 R>>/ExtGState<</G0<</ca 0/CA 0>>>>';
  return writePdf({
    kind,
    objects: [
      { number: 1, body: '<</Type/Catalog/Pages 2 0 R>>' },
      { number: 2, body: '<</Type/Pages/Kids[4 0 R]/Count 1>>' },
      { number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' },
      {
        number: 4,
        body: `<</Type/Page/Parent 2 0 R${page.entries ?? A4}/Resources<<${resources}>>/Contents 5 0 R>>`,
      },
      { number: 5, body: streamBody(page.content, '', 'flate') },
      { number: 6, body: streamBody(samples, `${size}/ColorSpace/DeviceGray`, 'flate') },
      { number: 7, body: streamBody(samples, `${size}/ImageMask true`, 'flate') },
      ...(page.more ?? []),
    ],
  });
}

/** A line of text. */
const line = (text: string, x = 72, y = 700, size = 12): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
const OPEN = line('This agreement is made between two parties.', 72, 780);
const SECRET = 'The fee is 900 euro';
const SCAN = 'q 595 0 0 842 0 0 cm /Im Do Q\n';
/** What a recognised page says. */
const WORDS = Array.from({ length: 30 }, (_, at) =>
  line('Recognised words of the page', 60, 800 - at * 25),
).join('');
const ROTATED = '/MediaBox[0 0 842 595]/Rotate 90';

const annotation = (entries: string, content: string): TestObject[] => [
  { number: 20, body: `<</Type/Annot/F 4/Rect[60 690 360 720]/AP<</N 21 0 R>>${entries}>>` },
  { number: 21, body: streamBody(content, '/Type/XObject/Subtype/Form/BBox[0 0 300 30]') },
];
const ANNOTATED = `${A4}/Annots[20 0 R]`;

/** A composite font all of whose glyphs are blank, as recognisers of text write it. */
function glyphless(): TestObject[] {
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

const attacks: Record<string, [expect: string, page: HiddenPage]> = {
  'a line in mode 3': ['invisible_text', { content: `${OPEN}3 Tr ${line(SECRET)}` }],
  'a line that only clips': ['invisible_text', { content: `${OPEN}q 7 Tr ${line(SECRET)}Q` }],
  'mode 3 over a logo': [
    'invisible_text',
    { content: `${OPEN}q 80 0 0 80 72 690 cm /Im Do Q 3 Tr ${line(SECRET)}`, image: [200, 200] },
  ],
  'mode 3 beside a scan of half the page': [
    'invisible_text',
    { content: `q 595 0 0 400 0 0 cm /Im Do Q 3 Tr ${line(SECRET)}` },
  ],
  'mode 3 over one sample as large as the page': [
    'invisible_text',
    { content: `${SCAN}3 Tr ${line(SECRET)}`, image: [1, 1] },
  ],
  'mode 3 off the page of a scan': ['invisible_text', { content: `${SCAN}3 Tr ${line(SECRET, 72, 900)}` }],
  'white on paper': ['same_colour_text', { content: `${OPEN}1 g ${line(SECRET)}` }],
  'nearly white on paper': ['same_colour_text', { content: `${OPEN}.98 g ${line(SECRET)}` }],
  'white in CMYK': ['same_colour_text', { content: `${OPEN}0 0 0 0 k ${line(SECRET)}` }],
  'red on red': ['same_colour_text', { content: `1 0 0 rg 60 690 300 40 re f ${line(SECRET)}` }],
  'white in a frame': ['same_colour_text', { content: `60 690 300 40 re S 1 g ${line(SECRET)}` }],
  'white on white in a dark page': [
    'same_colour_text',
    { content: `0 0 595 842 re f 1 g 60 690 300 40 re f ${line(SECRET)}` },
  ],
  'white in a grid of one path': [
    'same_colour_text',
    {
      content: `60 690 300 1 re 60 729 300 1 re 60 690 1 40 re 359 690 1 40 re f 1 g ${line(SECRET)}`,
    },
  ],
  'squeezed to a line': ['tiny_text', { content: `${OPEN}.5 Tz ${line(SECRET)}` }],
  'letters heaped on one place': ['tiny_text', { content: `${OPEN}-5.5 Tc ${line(SECRET)}` }],
  'running off the page': [
    'off_page_text',
    { content: OPEN + line(`${SECRET} and nothing more than that`, 500, 700) },
  ],
  'filled and outlined in white': ['same_colour_text', { content: `${OPEN}2 Tr 1 g 1 G ${line(SECRET)}` }],
  'white on a page shown turned': [
    'same_colour_text',
    { content: `1 g BT /F1 12 Tf 0 1 -1 0 400 100 Tm (${SECRET}) Tj ET`, entries: ROTATED },
  ],
  'alpha 0': ['transparent_text', { content: `${OPEN}/G0 gs ${line(SECRET)}` }],
  'one point high': ['tiny_text', { content: OPEN + line(SECRET, 72, 700, 1) }],
  'scaled to nothing': ['tiny_text', { content: `${OPEN}q .05 0 0 .05 70 700 cm ${line(SECRET, 0, 0)}Q` }],
  'small in small units': ['tiny_text', { content: line(SECRET, 72, 700, 10), entries: `${A4}/UserUnit .1` }],
  'small on a huge page': [
    'tiny_text',
    { content: line(SECRET, 72, 700, 5), entries: '/MediaBox[0 0 14000 14000]' },
  ],
  'off the page': ['off_page_text', { content: OPEN + line(SECRET, 72, 900) }],
  'outside the crop box': [
    'off_page_text',
    { content: OPEN + line(SECRET, 72, 30), entries: `${A4}/CropBox[0 60 595 842]` },
  ],
  'clipped away': ['clipped_text', { content: `${OPEN}q 0 0 50 50 re W n ${line(SECRET)}Q` }],
  'in an empty clip': ['clipped_text', { content: `${OPEN}q 0 0 0 0 re W n ${line(SECRET)}Q` }],
  'under a box': ['covered_text', { content: `${OPEN}${line(SECRET)}1 g 60 690 300 40 re f` }],
  'redacted in black': ['covered_text', { content: `${OPEN}${line(SECRET)}60 690 300 40 re f` }],
  'under two boxes': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}1 g 60 690 60 40 re f 118 690 240 40 re f` },
  ],
  'under a picture': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}q 300 0 0 40 60 690 cm /Im Do Q`, image: [600, 80] },
  ],
  'one line under a picture of the page': ['covered_text', { content: `${line(SECRET)}${SCAN}` }],
  'under a broad stroke': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}1 G 40 w 60 704 m 360 704 l S` },
  ],
  'under other words': [
    'covered_text',
    { content: OPEN + line(SECRET) + line('Nothing is to be paid', 70, 701) },
  ],
  'a word of a line under a box': [
    'covered_text',
    {
      content:
        line('The fee of this agreement is nothing or perhaps nine hundred euro a month') +
        '1 g 240 690 120 30 re f',
    },
  ],
  'under an annotation': [
    'text_under_annotation',
    {
      content: OPEN + line(SECRET),
      entries: ANNOTATED,
      more: annotation('/Subtype/Square', '1 g 0 0 300 30 re f'),
    },
  ],
  'under an empty field': [
    'text_under_annotation',
    {
      content: OPEN + line(SECRET),
      entries: ANNOTATED,
      more: annotation('/Subtype/Widget/FT/Sig/T(a)', '1 g 0 0 300 30 re f'),
    },
  ],
  'under a square that readers fill': [
    'text_under_annotation',
    {
      content: OPEN + line(SECRET),
      entries: ANNOTATED,
      more: [{ number: 20, body: '<</Type/Annot/Subtype/Square/F 4/Rect[60 690 360 720]/IC[1 1 1]>>' }],
    },
  ],
};

const harmless: Record<string, [expect: string, page: HiddenPage]> = {
  'a plain page': ['', { content: OPEN + line(SECRET) }],
  'recognised words over a scan': ['ocr_layer', { content: `${SCAN}3 Tr ${WORDS}` }],
  'recognised words of a scan beyond the crop box': [
    'ocr_layer',
    { content: `${SCAN}3 Tr ${WORDS}`, entries: `${A4}/CropBox[100 100 500 700]` },
  ],
  'recognised words in a font without glyphs': [
    'ocr_layer',
    {
      content: `${SCAN}BT 3 Tr 1 0 0 1 72 700 Tm /F2 11 Tf 92 Tz [<03A0039103A103910393039103A10395>] TJ ET`,
      more: glyphless(),
    },
  ],
  'recognised words under a scan': ['ocr_layer', { content: `q 3 Tr ${WORDS}Q ${SCAN}` }],
  'painted words under a scan': ['ocr_layer', { content: `${WORDS}${SCAN}` }],
  'recognised words at alpha 0': ['ocr_layer', { content: `${SCAN}q /G0 gs ${WORDS}Q` }],
  'recognised words over strips': [
    'ocr_layer',
    {
      content: `${Array.from({ length: 20 }, (_, at) => `q 595 0 0 42.1 0 ${at * 42.1} cm /Im Do Q`).join(' ')} 3 Tr ${WORDS}`,
      image: [1240, 88],
    },
  ],
  'recognised words over a stencil and a background': [
    'ocr_layer',
    {
      content: `q 595 0 0 842 0 0 cm /Im Do /Mask Do Q 3 Tr ${WORDS}`,
    },
  ],
  'recognised words over the few stencils of a page': [
    'ocr_layer',
    {
      content: `q 120 0 0 30 72 690 cm /Mask Do Q 3 Tr ${line('A heading', 74, 698, 20)}`,
      image: [500, 125],
    },
  ],
  'white on black': ['', { content: `60 690 300 40 re f 1 g ${line(SECRET)}` }],
  'white on a dark round shape': [
    '',
    { content: `60 690 m 360 690 l 380 710 360 730 340 730 c 60 730 l f 1 g ${line(SECRET)}` },
  ],
  'white on a picture': [
    '',
    { content: `q 300 0 0 40 60 690 cm /Im Do Q 1 g ${line(SECRET)}`, image: [600, 80] },
  ],
  'white with a black outline': ['', { content: `2 Tr 1 g 0 G ${line(SECRET)}` }],
  'red on green': ['', { content: `0 .5 0 rg 60 690 300 40 re f 1 0 0 rg ${line(SECRET)}` }],
  'letters filled by a picture': [
    '',
    { content: `q 7 Tr ${line('PICTURE', 72, 700, 60)}q 300 0 0 60 60 690 cm /Im Do Q Q`, image: [600, 120] },
  ],
  'four points high': ['', { content: OPEN + line(SECRET, 72, 700, 4) }],
  'a hairline of dots': ['', { content: OPEN + line('. . . . .', 72, 700, 1) }],
  'half off the page': ['', { content: OPEN + line('9 euro', 580, 700) }],
  'half under a box': ['', { content: `${OPEN}${line('9 euro')}1 g 90 690 12 40 re f` }],
  'blanks under a box': ['', { content: `${OPEN}${line('         ')}1 g 60 690 300 40 re f` }],
  'painted again over its background': [
    '',
    { content: `${line(SECRET)}.9 g 60 690 300 40 re f 0 g ${line(SECRET)}` },
  ],
  'a line through text': ['', { content: `${line(SECRET)}72 703 150 1.5 re f` }],
  'bold by painting twice': ['', { content: line(SECRET) + line(SECRET, 72.3, 700) }],
  'a watermark behind a page': [
    '',
    { content: `.8 g BT /F1 90 Tf .7 .7 -.7 .7 120 200 Tm (DRAFT) Tj ET 0 g ${WORDS}` },
  ],
  'a highlighted line': [
    '',
    {
      content: OPEN + line(SECRET),
      entries: ANNOTATED,
      more: [
        { number: 20, body: '<</Type/Annot/Subtype/Highlight/F 4/Rect[60 690 360 720]/AP<</N 21 0 R>>>>' },
        {
          number: 21,
          body: streamBody(
            '/GM gs 1 1 0 rg 0 0 300 30 re f',
            '/Type/XObject/Subtype/Form/BBox[0 0 300 30]/Resources<</ExtGState<</GM<</BM/Multiply>>>>>>',
          ),
        },
      ],
    },
  ],
  'a field with its own text': [
    '',
    {
      content: OPEN,
      entries: ANNOTATED,
      more: [
        {
          number: 20,
          body: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Maria)/F 4/Rect[60 690 360 720]/AP<</N 21 0 R>>>>',
        },
        {
          number: 21,
          body: streamBody(
            `1 g 0 0 300 30 re f 0 g ${line('Maria', 2, 8)}`,
            '/Type/XObject/Subtype/Form/BBox[0 0 300 30]/Resources<</Font<</F1 3 0 R>>>>',
          ),
        },
      ],
    },
  ],
};

const listed = (from: Record<string, [expect: string, page: HiddenPage]>): readonly Attack[] =>
  Object.entries(from).map(([name, [expect, page]]) => ({
    name,
    bytes: (kind) => hiddenDocument(page, kind),
    expect: expect === '' ? [] : [expect],
  }));

/** Text that is there and not seen. */
export const hiddenAttacks = listed(attacks);
/** The everyday neighbours of hidden text; `ocr_layer` is information. */
export const harmlessText = listed(harmless);
