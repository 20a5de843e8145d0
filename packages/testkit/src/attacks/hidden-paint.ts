import { streamBody, type TestObject } from '../pdf/index.ts';
import { testTrueType } from './fontprograms.ts';
import { type HiddenPages, line, listed, OPEN, SECRET } from './hidden-page.ts';

const form = (number: number, data: string, entries = ''): TestObject => ({
  number,
  body: streamBody(data, `/Type/XObject/Subtype/Form/BBox[0 0 595 842]${entries}`),
});
export const image = (number: number, size: number, sample: number, entries = ''): TestObject => ({
  number,
  body: streamBody(
    new Uint8Array(size * size).fill(sample),
    `/Type/XObject/Subtype/Image/Width ${size}/Height ${size}/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`,
    'flate',
  ),
});
const GROUP = '/Group<</S/Transparency/CS/DeviceGray>>';
const TEXT = '/Resources<</Font<</F1 3 0 R>>>>';
const tiling = (number: number, data: string, paint = 1): TestObject => ({
  number,
  body: streamBody(
    data,
    `/PatternType 1/PaintType ${paint}/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>`,
  ),
});
export const state = (entries: string): string => `/G1<<${entries}>>`;
const blankFont = (): TestObject[] => [
  {
    number: 30,
    body: '<</Type/Font/Subtype/TrueType/BaseFont/Blank/Encoding/WinAnsiEncoding/FirstChar 110/LastChar 111/Widths[500 500]/FontDescriptor 31 0 R>>',
  },
  { number: 31, body: '<</Type/FontDescriptor/FontName/Blank/Flags 32/FontFile2 32 0 R>>' },
  {
    number: 32,
    body: streamBody(
      testTrueType([
        { name: 'n', character: 'n', drawn: 'nothing' },
        { name: 'o', character: 'o', drawn: 'nothing' },
      ]),
      '',
      'flate',
    ),
  },
];
const DRAWN = 'BT /F2 12 Tf 72 700 Td (aaaa) Tj ET\n';
const glyphs = (procedure: string): TestObject[] => [
  {
    number: 30,
    body: '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[600]/CharProcs<</a 31 0 R>>/Encoding<</Differences[97/a]>>>>',
  },
  { number: 31, body: streamBody(procedure) },
];
/** A function of white. */
export const WHITE = '/FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[1 1 1]/N 1';
const MASK = '/SMask<</S/Luminosity/G 20 0 R>>';
/** The place of a picture over the line. */
export const ON_LINE = 'q 300 0 0 40 60 690 cm';

const attacks: HiddenPages = {
  // what blend modes make of a colour
  'white that multiplies': [
    'same_colour_text',
    { content: `0 1 1 rg 60 690 300 40 re f /G1 gs 1 g ${line(SECRET)}`, states: state('/BM/Multiply') },
  ],
  'black that lightens a white area': [
    'same_colour_text',
    {
      content: `${OPEN}1 g 60 690 300 40 re f 0 g /G1 gs ${line(SECRET)}`,
      states: state('/BM[/Bogus/Lighten]'),
    },
  ],
  'black that takes the hue of a white area': [
    'same_colour_text',
    { content: `${OPEN}1 g 60 690 300 40 re f 0 g /G1 gs ${line(SECRET)}`, states: state('/BM/Hue') },
  ],
  'under white that screens': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}/G1 gs 1 g 60 690 300 40 re f`, states: state('/BM/Screen') },
  ],
  'under black that multiplies': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}/G1 gs 60 690 300 40 re f`, states: state('/BM/Multiply') },
  ],
  'under a box that lets three parts in a hundred through': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}/G1 gs 1 g 60 690 300 40 re f`, states: state('/ca .97') },
  ],
  'under ten veils': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}/G1 gs 1 g ${'60 690 300 40 re f '.repeat(10)}`,
      states: state('/ca .5'),
    },
  ],
  'in the colour that a veil has on paper': [
    'same_colour_text',
    { content: `${OPEN}q /G1 gs .5 g 60 690 300 40 re f Q .751 g ${line(SECRET)}`, states: state('/ca .5') },
  ],
  // tints of white and of black
  'pale yellow on white': ['same_colour_text', { content: `${OPEN}1 1 .8 rg ${line(SECRET)}` }],
  'dark blue on black': [
    'same_colour_text',
    { content: `${OPEN}0 g 60 690 300 40 re f 0 0 .2 rg ${line(SECRET)}` },
  ],
  // what seems to lie behind, and is not seen there
  'white on a veil': [
    'same_colour_text',
    { content: `${OPEN}q /G1 gs 0 0 595 842 re f Q 1 g ${line(SECRET)}`, states: state('/ca .02') },
  ],
  'white on white that multiplies': [
    'same_colour_text',
    { content: `${OPEN}q /G1 gs 1 g 0 0 595 842 re f Q 1 g ${line(SECRET)}`, states: state('/BM/Multiply') },
  ],
  'white beside a thin triangle': [
    'same_colour_text',
    { content: `${OPEN}0 0 m 595 842 l 595 841 l f 1 g ${line(SECRET)}` },
  ],
  'white on black that a soft mask takes away': [
    'same_colour_text',
    {
      content: `${OPEN}q /G1 gs 0 0 595 842 re f Q 1 g ${line(SECRET)}`,
      states: state(MASK),
      more: [form(20, '', GROUP)],
    },
  ],
  'white on a pattern of nothing': [
    'same_colour_text',
    {
      content: `${OPEN}q /Pattern cs /P1 scn 0 0 595 842 re f Q 1 g ${line(SECRET)}`,
      resources: '/Pattern<</P1 20 0 R>>',
      more: [tiling(20, '')],
    },
  ],
  'white on a transparent picture': [
    'same_colour_text',
    {
      content: `${OPEN}q 595 0 0 842 0 0 cm /X Do Q 1 g ${line(SECRET)}`,
      objects: '/X 20 0 R',
      more: [image(20, 1, 0, '/SMask 21 0 R'), image(21, 4, 0)],
    },
  ],
  'white on a white picture': [
    'same_colour_text',
    {
      content: `${OPEN}${ON_LINE} /X Do Q 1 g ${line(SECRET)}`,
      objects: '/X 20 0 R',
      more: [image(20, 40, 255)],
    },
  ],
  'white on a white shading': [
    'same_colour_text',
    {
      content: `/S1 sh 1 g ${line(SECRET)}`,
      resources: `/Shading<</S1<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 0]/Extend[true true]/Function<<${WHITE}>>>>>>`,
    },
  ],
  'in a white of Lab': [
    'same_colour_text',
    {
      content: `${OPEN}/C1 cs 1 scn ${line(SECRET)}`,
      resources:
        '/ColorSpace<</C1[/Indexed[/Lab<</WhitePoint[.95 1 1.08]/Range[-128 127 -128 127]>>] 1<008080ff8080>]>>',
    },
  ],
  // letters filled with what is not seen
  'in a white tiling': [
    'same_colour_text',
    {
      content: `${OPEN}/Pattern cs /P1 scn ${line(SECRET)}`,
      resources: '/Pattern<</P1 20 0 R>>',
      more: [tiling(20, '1 g 0 0 9 9 re f')],
    },
  ],
  'in a tiling without a colour of its own': [
    'same_colour_text',
    {
      content: `${OPEN}/C1 cs 1 1 1 /P1 scn ${line(SECRET)}`,
      resources: '/ColorSpace<</C1[/Pattern/DeviceRGB]>>/Pattern<</P1 20 0 R>>',
      more: [tiling(20, '0 0 9 9 re f', 2)],
    },
  ],
  'in a tiling of nothing': [
    'transparent_text',
    {
      content: `${OPEN}/Pattern cs /P1 scn ${line(SECRET)}`,
      resources: '/Pattern<</P1 20 0 R>>',
      more: [tiling(20, '')],
    },
  ],
  'in a pattern that is not there': [
    'transparent_text',
    { content: `${OPEN}/Pattern cs /P1 scn ${line(SECRET)}` },
  ],
  'in a white shading': [
    'same_colour_text',
    {
      content: `${OPEN}/Pattern cs /P1 scn ${line(SECRET)}`,
      resources: `/Pattern<</P1<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 0]/Extend[true true]/Function<<${WHITE}>>>>>>>>`,
    },
  ],
  'in letters that are clipped and filled with white': [
    'invisible_text',
    { content: `${OPEN}q 7 Tr ${line(SECRET)}1 g 0 0 595 842 re f Q` },
  ],
  // soft masks
  'in a group that a soft mask takes away': [
    'clipped_text',
    {
      content: `${OPEN}q /G1 gs /X Do Q`,
      states: state(MASK),
      objects: '/X 21 0 R',
      more: [form(20, '0 g 0 0 595 842 re f', GROUP), form(21, line(SECRET), GROUP + TEXT)],
    },
  ],
  'beside what a soft mask of alpha lets through': [
    'clipped_text',
    {
      content: `${OPEN}/G1 gs ${line(SECRET)}`,
      states: state('/SMask<</S/Alpha/G 20 0 R>>'),
      more: [form(20, '0 0 50 50 re f', GROUP)],
    },
  ],
  // clips that are no rectangles
  'in a clip that cancels itself out': [
    'clipped_text',
    { content: `${OPEN}q 0 0 595 842 re 0 0 595 842 re W* n ${line(SECRET)}Q` },
  ],
  'in the middle of a frame': [
    'clipped_text',
    { content: `${OPEN}q 0 0 595 20 re 0 822 595 20 re W n ${line(SECRET)}Q` },
  ],
  'beside a triangle': [
    'clipped_text',
    { content: `${OPEN}q 0 0 m 595 0 l 595 842 l h W n ${line(SECRET)}Q` },
  ],
  'clipped to a line': ['clipped_text', { content: `${OPEN}q 0 0 m 595 842 l W n ${line(SECRET)}Q` }],
  // glyphs that are drawn so that nobody sees them
  'in white glyphs': [
    'same_colour_text',
    { content: OPEN + DRAWN, more: glyphs('600 0 d0 1 g 0 0 500 700 re f') },
  ],
  'in glyphs that are dots': [
    'tiny_text',
    { content: OPEN + DRAWN, more: glyphs('600 0 0 0 1 1 d1 0 0 .1 .1 re f') },
  ],
  'in glyphs that are dots far from each other': [
    'tiny_text',
    { content: OPEN + DRAWN, more: glyphs('600 0 0 0 800 800 d1 0 0 1 1 re 799 799 1 1 re f') },
  ],
  'in white glyphs with a grey speck': [
    'same_colour_text',
    { content: OPEN + DRAWN, more: glyphs('600 0 d0 1 g 0 0 500 700 re f .5 g 0 0 2 2 re f') },
  ],
  'in transparent glyphs': [
    'invisible_text',
    { content: OPEN + DRAWN, more: glyphs('600 0 d0 /G0 gs 0 0 500 700 re f') },
  ],
  'in glyphs that are clipped away': [
    'invisible_text',
    { content: OPEN + DRAWN, more: glyphs('600 0 d0 0 0 0 0 re W n 0 0 500 700 re f') },
  ],
  'in a TrueType font whose glyphs have no outline': [
    'invisible_text',
    { content: `${OPEN}BT /F2 12 Tf 72 700 Td (no) Tj ET`, more: blankFont() },
  ],
  'white, in a font whose text map says nothing of it': [
    'same_colour_text',
    {
      content: `${OPEN}1 g BT /F2 12 Tf 72 700 Td (no) Tj ET`,
      more: [
        {
          number: 30,
          body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 31 0 R>>',
        },
        { number: 31, body: streamBody('2 beginbfchar <6e><0020><6f><0020> endbfchar') },
      ],
    },
  ],
  // letters of no width
  'letters squeezed to a line one by one': [
    'tiny_text',
    {
      content: `${OPEN}BT /F1 12 Tf 72 700 Td 1 Tz ${[...SECRET].map((letter) => `(${letter}) Tj`).join(' ')} ET`,
    },
  ],
  'letters that fall on one line': [
    'tiny_text',
    { content: `${OPEN}BT /F1 12 Tf 1 1 1 1 72 700 Tm (${SECRET}) Tj ET` },
  ],
  'white in a font that is missing': [
    'same_colour_text',
    { content: `${OPEN}1 g BT /None 12 Tf 72 700 Td (${SECRET}) Tj ET` },
  ],
};

/** Text that is hidden by how things are painted: blends, masks, patterns, clips and shapes. */
export const paintAttacks = listed(attacks);
