import { streamBody } from '../pdf/index.ts';
import type { Attack } from './attack.ts';
import {
  A4,
  ANNOTATED,
  annotation,
  glyphless,
  type HiddenPages,
  line,
  listed,
  OPEN,
  SCAN,
  SECRET,
  WORDS,
} from './hidden-page.ts';
import { partInnocents } from './hidden-parts-harmless.ts';

const TYPE3 =
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[600]/CharProcs<</a 31 0 R>>/Encoding<</BaseEncoding/WinAnsiEncoding>>>>';

const harmless: HiddenPages = {
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
  'painted words told again in mode 3': ['', { content: `${OPEN}${line(SECRET)}3 Tr ${line(SECRET)}` }],
  'glyphs that cannot be read, and may show anything': [
    '',
    {
      content: `${OPEN}BT /F2 12 Tf 72 700 Td (aaaa) Tj ET`,
      more: [
        { number: 30, body: TYPE3 },
        { number: 31, body: streamBody('600 0 d0 0 0 m 500 0 l 250 700 l f', '/Filter/Secret') },
      ],
    },
  ],
  'glyphs drawn by the names of a base encoding': [
    '',
    {
      content: `${OPEN}BT /F2 12 Tf 72 700 Td (aaaa) Tj ET`,
      more: [
        { number: 30, body: TYPE3 },
        { number: 31, body: streamBody('600 0 d0 0 0 m 500 0 l 250 700 l f') },
      ],
    },
  ],
  'recognised words of a scan with a typed stamp': [
    'ocr_layer',
    { content: `${SCAN}${line('Protocol number 9481, received on 21 November 2026', 72, 40)}3 Tr ${WORDS}` },
  ],
  'black that multiplies': ['', { content: `/G1 gs ${line(SECRET)}`, states: '/G1<</BM/Multiply>>' }],
  'white on a dark veil': [
    '',
    { content: `q /G1 gs 60 690 300 40 re f Q 1 g ${line(SECRET)}`, states: '/G1<</ca .8>>' },
  ],
  'under a light veil': [
    '',
    { content: `${line(SECRET)}/G1 gs 1 1 0 rg 60 690 300 40 re f`, states: '/G1<</ca .5>>' },
  ],
  'within a clip of another shape': [
    '',
    { content: `q 0 0 m 595 0 l 595 842 l 0 842 l 100 421 l h W n ${line(SECRET, 200)}Q` },
  ],
  'through a soft mask': [
    '',
    {
      content: `/G1 gs ${line(SECRET)}`,
      states: '/G1<</SMask<</S/Luminosity/G 20 0 R>>>>',
      more: [
        {
          number: 20,
          body: streamBody(
            '1 g 60 690 300 40 re f',
            '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/CS/DeviceGray>>',
          ),
        },
      ],
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
  'yellow on white': ['', { content: `1 1 0 rg ${line(SECRET)}` }],
  'red on green': ['', { content: `0 .5 0 rg 60 690 300 40 re f 1 0 0 rg ${line(SECRET)}` }],
  'letters filled by a picture': [
    '',
    { content: `q 7 Tr ${line('PICTURE', 72, 700, 60)}q 300 0 0 60 60 690 cm /Im Do Q Q`, image: [600, 120] },
  ],
  'four points high': ['', { content: OPEN + line(SECRET, 72, 700, 4) }],
  'a hairline of dots': ['', { content: OPEN + line('. . . . .', 72, 700, 1) }],
  'a signature over the edge of the page': [
    '',
    {
      content: OPEN + line(SECRET),
      entries: ANNOTATED,
      more: annotation(
        '/Subtype/Widget/FT/Sig/T(a)',
        'BT /F1 10 Tf 20 10 Td (Signed by Maria Papadopoulou) Tj ET',
        [480, 600, 780, 630],
      ),
    },
  ],
  'half off the page': ['', { content: OPEN + line('9 euro', 580, 700) }],
  'half under a box': ['', { content: `${OPEN}${line('9 euro')}1 g 90 690 12 40 re f` }],
  'blanks under a box': ['', { content: `${OPEN}${line('         ')}1 g 60 690 300 40 re f` }],
  'painted again over its background': [
    '',
    { content: `${line(SECRET)}.9 g 60 690 300 40 re f 0 g ${line(SECRET)}` },
  ],
  'a line through text': ['', { content: `${line(SECRET)}72 703 150 1.5 re f` }],
  'a form painted again over its background': [
    '',
    {
      content: `${OPEN}/Fm Do q 1 g 60 690 300 40 re f Q /Fm Do`,
      objects: '/Fm 20 0 R',
      more: [
        {
          number: 20,
          body: streamBody(
            line(SECRET),
            '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>',
          ),
        },
      ],
    },
  ],
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

/** The everyday neighbours of hidden text; `ocr_layer` is information. */
export const harmlessText: readonly Attack[] = [...listed(harmless), ...partInnocents];
