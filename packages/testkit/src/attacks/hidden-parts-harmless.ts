import { streamBody } from '../pdf/index.ts';
import { type HiddenPages, line, listed, OPEN, SECRET } from './hidden-page.ts';
import { image, ON_LINE } from './hidden-paint.ts';
import { group, lines, mask, PATTERN, spotted, tiling } from './hidden-parts.ts';

const harmless: HiddenPages = {
  'a white full stop behind a number': ['', { content: `${line('It cost 50', 72)}1 g ${line('.', 132)}` }],
  'letters that are a mask through which a dark area is seen': [
    '',
    {
      content: `${OPEN}q /G0 gs ${line(SECRET)}Q q /G1 gs .2 g 60 680 340 60 re f Q`,
      states: mask('Alpha'),
      more: [group(20, line(SECRET), '/Resources<</Font<</F1 3 0 R>>>>')],
    },
  ],
  'through a mask of a gradient': [
    '',
    {
      content: `/G1 gs ${line(SECRET)}`,
      states: mask('Luminosity'),
      more: [group(20, '.4 g 0 0 300 842 re f 1 g 300 0 295 842 re f')],
    },
  ],
  'under a fine grid': ['', { content: `${line(SECRET)}.8 G .3 w ${lines(10, 2.8)}` }],
  'under the shadow of a picture': [
    '',
    {
      content: `${line(SECRET)}${ON_LINE} /Im1 Do Q`,
      objects: '/Im1 20 0 R',
      more: [image(20, 16, 0, '/SMask 21 0 R'), spotted(21, 20, 90)],
    },
  ],
  'under an open tiling': [
    '',
    {
      content: `${line(SECRET)}/Pattern cs /P1 scn 60 690 310 30 re f`,
      resources: PATTERN,
      more: [tiling('.8 g 0 0 8 1 re f')],
    },
  ],
  'words that the edge of a cell cuts': [
    '',
    { content: `q 60 690 90 30 re W n ${line('A heading that is too long')}Q ${line('Another', 152)}` },
  ],
  'a stamp whose words run past its box': [
    '',
    {
      content: OPEN,
      entries: '/MediaBox[0 0 595 842]/Annots[20 0 R]',
      more: [
        { number: 20, body: '<</Type/Annot/Subtype/Stamp/F 4/Rect[500 690 590 720]/AP<</N 21 0 R>>>>' },
        {
          number: 21,
          body: streamBody(
            line('Signed on 2026-11-22 20:18:19 UTC', 2, 8),
            '/Type/XObject/Subtype/Form/BBox[0 0 90 30]/Resources<</Font<</F1 3 0 R>>>>',
          ),
        },
      ],
    },
  ],
  'light grey of a calibrated space': [
    '',
    {
      content: `/C1 cs .5 scn ${line(SECRET)}`,
      resources: '/ColorSpace<</C1[/CalGray<</WhitePoint[.95 1 1.09]/Gamma 2.2>>]>>',
    },
  ],
};

export const partInnocents = listed(harmless);
