import type { Attack } from './attack.ts';
import { coverAttacks } from './hidden-cover.ts';
import {
  A4,
  ANNOTATED,
  annotation,
  type HiddenPages,
  line,
  listed,
  OPEN,
  ROTATED,
  SCAN,
  SECRET,
} from './hidden-page.ts';
import { paintAttacks } from './hidden-paint.ts';
import { partAttacks } from './hidden-parts.ts';

const attacks: HiddenPages = {
  'a line in mode 3': ['invisible_text', { content: `${OPEN}3 Tr ${line(SECRET)}` }],
  'a line in mode 3 behind many blanks': [
    'invisible_text',
    { content: `${OPEN}3 Tr ${line(' '.repeat(5000) + SECRET, 72, 700, 8)}` },
  ],
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
  'of less than two points': ['tiny_text', { content: `${OPEN}q .14 0 0 .14 200 500 cm ${line(SECRET)} Q` }],
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
  'an amount of a signature off the page': [
    'off_page_text',
    {
      content: OPEN + line(SECRET),
      entries: ANNOTATED,
      more: annotation(
        '/Subtype/Widget/FT/Sig/T(a)',
        'BT /F1 10 Tf 20 10 Td (Signed for the sum of 900 euro) Tj ET',
        [480, 600, 780, 630],
      ),
    },
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

/** Text that is there and not seen. */
export const hiddenAttacks: readonly Attack[] = [
  ...listed(attacks),
  ...paintAttacks,
  ...coverAttacks,
  ...partAttacks,
];
