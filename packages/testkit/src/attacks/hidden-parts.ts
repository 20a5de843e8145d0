import { streamBody, type TestObject } from '../pdf/index.ts';
import { type HiddenPages, line, listed, OPEN, SECRET } from './hidden-page.ts';
import { image, ON_LINE, state } from './hidden-paint.ts';

export const group = (number: number, data: string, entries = ''): TestObject => ({
  number,
  body: streamBody(
    data,
    `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/CS/DeviceGray>>${entries}`,
  ),
});
export const mask = (kind: string, more = ''): string => state(`/SMask<</S/${kind}/G 20 0 R${more}>>`);
export const tiling = (data: string): TestObject => ({
  number: 20,
  body: streamBody(
    data,
    '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 8 8]/XStep 8/YStep 8/Resources<<>>',
  ),
});
export const PATTERN = '/Pattern<</P1 20 0 R>>';
const IN_PATTERN = `/Pattern cs /P1 scn ${line(SECRET)}`;
export const lines = (count: number, step: number): string =>
  Array.from({ length: count }, (_, at) => `60 ${690 + at * step} m 370 ${690 + at * step} l S `).join('');
/** 16 by 16 samples of which no two neighbours are alike. */
export const spotted = (number: number, low: number, high: number, entries = ''): TestObject => ({
  number,
  body: streamBody(
    new Uint8Array(256).map((_, at) => ((at + (at >> 4)) % 2 === 0 ? low : high)),
    `/Type/XObject/Subtype/Image/Width 16/Height 16/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`,
  ),
});

const attacks: HiddenPages = {
  'a white comma between digits': [
    'same_colour_text',
    { content: `${OPEN}${line('1', 72)}1 g ${line(',', 78.7)}0 g ${line('50', 78.7)}` },
  ],
  'a minus sign in mode 3': [
    'invisible_text',
    { content: `${OPEN}3 Tr ${line('-', 68)}0 Tr ${line('500', 72)}` },
  ],
  'a per cent sign under a box': [
    'covered_text',
    { content: `${OPEN}${line('25%', 72)}1 g 85.6 690 20 30 re f` },
  ],
  'a comma over which the next digit is struck': [
    'covered_text',
    { content: `${OPEN}BT /F1 18 Tf 72 700 Td [(1,) 278 (50)] TJ ET` },
  ],
  'white letters far apart': [
    'same_colour_text',
    { content: `${OPEN}1 g ${[...'VOIDNOW'].map((sign, at) => line(sign, 72 + at * 50)).join('')}` },
  ],
  'slanted along its line': [
    'tiny_text',
    { content: `${OPEN}BT /F1 14 Tf 1 0 9 1 72 700 Tm (${SECRET}) Tj ET` },
  ],
  'drawn out to low, wide letters': [
    'tiny_text',
    { content: `${OPEN}BT /F1 40 Tf 1 0 0 .05 72 700 Tm (${SECRET}) Tj ET` },
  ],
  'letters a quarter of their width apart': ['tiny_text', { content: `${OPEN}-4.2 Tc ${line(SECRET)}` }],
  'through a mask of one part in a hundred of light': [
    'transparent_text',
    {
      content: `${OPEN}/G1 gs ${line(SECRET)}`,
      states: mask('Luminosity'),
      more: [group(20, '.01 g 0 0 595 842 re f')],
    },
  ],
  'through a mask of one part in a hundred of alpha': [
    'transparent_text',
    {
      content: `${OPEN}/G1 gs ${line(SECRET)}`,
      states: mask('Alpha'),
      more: [group(20, '/Ga gs 0 0 595 842 re f', '/Resources<</ExtGState<</Ga<</ca .01>>>>>>')],
    },
  ],
  'through a white mask that a transfer function takes away': [
    'transparent_text',
    {
      content: `${OPEN}/G1 gs ${line(SECRET)}`,
      states: mask('Luminosity', '/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[.01]/N 1>>'),
      more: [group(20, '1 g 0 0 595 842 re f')],
    },
  ],
  'through a mask that is a dark image': [
    'transparent_text',
    {
      content: `${OPEN}/G1 gs ${line(SECRET)}`,
      states: mask('Luminosity'),
      more: [
        group(20, '595 0 0 842 0 0 cm /Im1 Do', '/Resources<</XObject<</Im1 21 0 R>>>>'),
        spotted(21, 1, 3),
      ],
    },
  ],
  'filled with a pattern of two whites': [
    'same_colour_text',
    { content: OPEN + IN_PATTERN, resources: PATTERN, more: [tiling('1 g 0 0 8 8 re f .98 g 0 0 4 4 re f')] },
  ],
  'filled with a shading from white to nearly white': [
    'same_colour_text',
    {
      content: OPEN + IN_PATTERN,
      resources: PATTERN,
      more: [
        {
          number: 20,
          body: '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 595 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[.98]/N 1>>>>>>',
        },
      ],
    },
  ],
  'white in a group that multiplies': [
    'same_colour_text',
    {
      content: `${OPEN}/G1 gs /Fm1 Do`,
      states: state('/BM/Multiply'),
      objects: '/Fm1 20 0 R',
      more: [group(20, `1 g ${line(SECRET)}`, '/Resources<</Font<</F1 3 0 R>>>>')],
    },
  ],
  'under an image with a soft mask that hides nearly all': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}${ON_LINE} /Im1 Do Q`,
      objects: '/Im1 20 0 R',
      more: [image(20, 16, 255, '/SMask 21 0 R'), spotted(21, 250, 255)],
    },
  ],
  'under lines side by side': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}1 G .6 w ${lines(60, 0.5)}` },
  ],
  'under a hatch that is one path': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}1 G .6 w ${lines(60, 0.5).replaceAll(' S', '')}S` },
  ],
  'under a tiling of two halves': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}/Pattern cs /P1 scn 60 690 310 30 re f`,
      resources: PATTERN,
      more: [tiling('1 g 0 0 4 8 re f .99 g 4 0 4 8 re f')],
    },
  ],
  'under veils, some of them on a part of it only': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}/G1 gs 1 g ${'60 690 80 30 re f 130 690 240 30 re f '.repeat(6)}`,
      states: state('/ca .5'),
    },
  ],
  'under a box that a round clip cuts': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}q 60 690 m 370 690 l 390 705 370 720 v 60 720 l h W n 1 g 0 680 595 60 re f Q`,
    },
  ],
  'under a dash as broad as a line': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}1 g ${line('\\227', 60, 655, 200)}` },
  ],
  'a number that a clip cuts': [
    'clipped_text',
    { content: `${OPEN}q 60 690 69 30 re W n ${line('The fee: 9000')}Q` },
  ],
  'the end of a number that is white on white': [
    'same_colour_text',
    { content: `${OPEN}60 690 70 30 re f 1 g ${line('Fees, all: 9000', 72)}` },
  ],
  'many words over a photograph on a page of text': [
    'invisible_text',
    {
      content: `${OPEN.repeat(4)}q 250 0 0 260 40 40 cm /Im Do Q 3 Tr ${line('The fee is 900 euro', 50, 60).repeat(20)}`,
      image: [600, 600],
    },
  ],
  'recognised on a blank part of a scan': [
    'invisible_text',
    {
      content: `q 595 0 0 842 0 0 cm /Im1 Do Q 3 Tr ${line('The fee is nine hundred euro')}`,
      objects: '/Im1 20 0 R',
      more: [image(20, 600, 255)],
    },
  ],
  'recognised on a picture of a few bytes': [
    'invisible_text',
    {
      content: `q 595 0 0 842 0 0 cm /Im1 Do Q 3 Tr ${line('The fee is nine hundred euro')}`,
      objects: '/Im1 20 0 R',
      more: [
        {
          number: 20,
          body: streamBody(
            new Uint8Array(12),
            '/Type/XObject/Subtype/Image/Width 1240/Height 1754/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 1240>>',
          ),
        },
      ],
    },
  ],
  'dark by its components, white by its calibration': [
    'same_colour_text',
    {
      content: `${OPEN}/C1 cs .1 scn ${line(SECRET)}`,
      resources: '/ColorSpace<</C1[/CalGray<</WhitePoint[.95 1 1.09]/Gamma .005>>]>>',
    },
  ],
  'black that a transfer function makes white': [
    'same_colour_text',
    {
      content: `${OPEN}/G1 gs ${line(SECRET)}`,
      states: state('/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>'),
    },
  ],
  'black in a default space that makes it white': [
    'same_colour_text',
    {
      content: `0 0 0 rg ${line(SECRET)}`,
      resources:
        '/ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[.95 1 1.09]/Gamma[0 0 0]/Matrix[.41 .21 .02 .36 .72 .12 .18 .07 .95]>>]>>',
    },
  ],
};

export const partAttacks = listed(attacks);
