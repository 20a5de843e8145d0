import { streamBody } from '../pdf/index.ts';
import {
  ANNOTATED,
  type HiddenPage,
  type HiddenPages,
  line,
  listed,
  OPEN,
  SCAN,
  SECRET,
} from './hidden-page.ts';
import { image, ON_LINE, WHITE } from './hidden-paint.ts';

const overlaid = (entries: string): HiddenPage => ({
  content: OPEN + line(SECRET),
  entries: ANNOTATED,
  more: [{ number: 20, body: `<</Type/Annot/F 4/Rect[60 690 360 720]${entries}>>` }],
});

const attacks: HiddenPages = {
  // covers that are no rectangles on the page
  'under a picture with an opaque mask': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}${ON_LINE} /X Do Q`,
      objects: '/X 20 0 R',
      more: [image(20, 40, 255, '/SMask 21 0 R'), image(21, 40, 255)],
    },
  ],
  'under a picture none of whose colours is masked': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}${ON_LINE} /X Do Q`,
      objects: '/X 20 0 R',
      more: [image(20, 8, 255, '/Mask[3 3]')],
    },
  ],
  'under a stencil without a hole': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}1 g ${ON_LINE} /X Do Q`,
      objects: '/X 20 0 R',
      more: [
        {
          number: 20,
          body: streamBody(
            new Uint8Array(8),
            '/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ImageMask true',
          ),
        },
      ],
    },
  ],
  'slanted, under a slanted picture': [
    'covered_text',
    {
      content: `${OPEN}BT /F1 12 Tf .966 .259 -.259 .966 72 600 Tm (${SECRET}) Tj ET q .966 .259 -.259 .966 72 600 cm 200 0 0 20 -5 -5 cm /Im Do Q`,
    },
  ],
  'slanted, under a broad line': [
    'covered_text',
    {
      content: `${OPEN}BT /F1 12 Tf .866 .5 -.5 .866 72 500 Tm (${SECRET}) Tj ET 1 G 40 w 52 489 m 272 615 l S`,
    },
  ],
  'under a line that goes to and fro': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}1 G 8 w 60 690 m 360 690 l 360 696 l 60 696 l 60 702 l 360 702 l 360 708 l 60 708 l S`,
    },
  ],
  'under a shape that is not convex': [
    'covered_text',
    { content: `${OPEN}${line(SECRET)}1 g 60 690 m 360 690 l 360 720 l 210 716 l 60 720 l h f` },
  ],
  'under a radial shading': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}q 60 690 300 30 re W n /S1 sh Q`,
      resources: `/Shading<</S1<</ShadingType 3/ColorSpace/DeviceRGB/Coords[100 700 0 100 700 900]/Extend[true true]/Function<<${WHITE}>>>>>>`,
    },
  ],
  'under a square of Zapf Dingbats': [
    'covered_text',
    {
      content: `${OPEN}${line(SECRET)}1 g BT /F2 60 Tf 62 690 Td (nnn) Tj ET`,
      more: [{ number: 30, body: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>' }],
    },
  ],
  'under the border of a link': ['text_under_annotation', overlaid('/Subtype/Link/Border[0 0 40]/C[1 1 1]')],
  'under the border of a square': ['text_under_annotation', overlaid('/Subtype/Square/BS<</W 40>>/C[1 1 1]')],
  'under the border of a field': [
    'text_under_annotation',
    overlaid('/Subtype/Widget/FT/Tx/T(a)/MK<</BC[1 1 1]>>/BS<</W 40>>'),
  ],
  'under a line that readers draw': [
    'text_under_annotation',
    overlaid('/Subtype/Line/C[1 1 1]/BS<</W 40>>/L[60 705 360 705]'),
  ],
  'under ink that readers draw': [
    'text_under_annotation',
    overlaid('/Subtype/Ink/C[1 1 1]/BS<</W 40>>/InkList[[60 705 360 705]]'),
  ],
  'under a polygon that readers fill': [
    'text_under_annotation',
    overlaid('/Subtype/Polygon/IC[1 1 1]/Vertices[60 690 360 690 360 720 60 720]'),
  ],
  'under a black highlight': [
    'text_under_annotation',
    overlaid('/Subtype/Highlight/C[0 0 0]/QuadPoints[60 720 360 720 60 690 360 690]'),
  ],
  // among painted words
  'mode 3 over the picture that lies under a written page': [
    'invisible_text',
    {
      content: `${SCAN}1 g ${Array.from({ length: 20 }, (_, at) => line('Words of an agreement that all can read', 72, 780 - at * 20)).join('')}3 Tr ${line(SECRET, 72, 100)}`,
    },
  ],
  // parts of a line
  'the word that turns a sentence round': [
    'covered_text',
    { content: `${line('The owner is not liable for any damage of the house')}1 g 143.5 697 21 14 re f` },
  ],
  'the first digit of a number': [
    'covered_text',
    { content: `${line('The fee is 9000 euro each and every month')}1 g 127.5 697 7.5 14 re f` },
  ],
};

/** Text under what is no plain rectangle, and parts of a line. */
export const coverAttacks = listed(attacks);
