import { streamBody, type TestObject } from '../pdf/index.ts';
import { change, innocent, type Objects } from './sig-change.ts';
import { annotated, type SignedChange } from './sig-document.ts';

/** A note that comes after a signature: its entries, and what its look draws over a box of 230 by 40. */
interface Remark {
  subtype: string;
  entries?: string;
  content?: string;
  resources?: string;
  objects?: TestObject[];
  rect?: string;
  flags?: number;
}

const OVER = '[70 690 300 730]';
const BESIDE = '[70 500 300 540]';
const FONT = '/Resources<</Font<</F1 3 0 R>>>>';
const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 230 40]';
const WORDS = 'BT /F1 15 Tf 2 10 Td (Pay 9000) Tj ET';
const box = '0 0 230 40 re f';

const added =
  ({
    subtype,
    entries = '',
    content,
    resources = '',
    objects = [],
    rect = OVER,
    flags = 4,
  }: Remark): Objects =>
  (signed) => [
    annotated(signed, 300),
    {
      number: 300,
      body:
        `<</Type/Annot/Subtype/${subtype}/Rect${rect}/F ${flags}${entries}` +
        `${content === undefined || entries.includes('/AP') ? '' : '/AP<</N 301 0 R>>'}>>`,
    },
    ...(content === undefined
      ? []
      : [
          {
            number: 301,
            body: streamBody(content, `${FORM}/Resources<</Font<</F1 3 0 R>>${resources}>>`),
          },
        ]),
    ...objects,
  ];

const pattern = (cell: string): Pick<Remark, 'content' | 'resources' | 'objects'> => ({
  content: `/Pattern cs /P scn ${box}`,
  resources: '/Pattern<</P 320 0 R>>',
  objects: [
    {
      number: 320,
      body: streamBody(
        cell,
        `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 230 40]/XStep 230/YStep 40${FONT}`,
      ),
    },
  ],
});
const masked = (mask: string): Pick<Remark, 'content' | 'resources' | 'objects'> => ({
  content: `/G0 gs 0 g ${box}`,
  resources: '/ExtGState<</G0<</SMask<</S/Luminosity/G 320 0 R>>>>>>',
  objects: [
    {
      number: 320,
      body: streamBody(mask, `${FORM}/Group<</S/Transparency/CS/DeviceGray>>${FONT}`),
    },
  ],
});
/** Two figures drawn as areas. */
const figures = '2 2 m 8 2 l 8 20 l 2 20 l h f* 12 2 m 18 2 l 15 20 l h f*';

const attacks: readonly [string, Remark][] = [
  ['words in a tiling pattern', { subtype: 'Highlight', rect: BESIDE, ...pattern(WORDS) }],
  ['figures in a tiling pattern', { subtype: 'Underline', rect: BESIDE, ...pattern(figures) }],
  ['words that a soft mask lets through', { subtype: 'Highlight', rect: BESIDE, ...masked(`1 g ${WORDS}`) }],
  ['figures that a soft mask lets through', { subtype: 'Link', rect: BESIDE, ...masked(`1 g ${figures}`) }],
  ['figures that are areas', { subtype: 'StrikeOut', rect: BESIDE, content: figures }],
  ['words in a popup', { subtype: 'Popup', rect: BESIDE, content: WORDS }],
  [
    'words in a state of which none is named',
    { subtype: 'Highlight', rect: BESIDE, content: WORDS, entries: '/AP<</N<</On 301 0 R>>>>' },
  ],
  ['an area whose operator a comment ends', { subtype: 'Highlight', content: '1 g 0 0 230 40 re f%\n' }],
  ['an area of a tiling pattern', { subtype: 'Highlight', ...pattern(`1 g ${box}`) }],
  ['an area on paper only', { subtype: 'Highlight', content: `1 g ${box}`, flags: 36 }],
  [
    'a dark highlight without a look',
    { subtype: 'Highlight', entries: '/C[0 0 0]/QuadPoints[70 730 300 730 70 690 300 690]' },
  ],
  ['a broad border of a link', { subtype: 'Link', entries: '/C[1 1 1]/Border[0 0 40]' }],
  ['a broad border style of a link', { subtype: 'Link', entries: '/C[1 1 1]/BS<</W 30>>' }],
  ['a caption of a line', { subtype: 'Line', entries: '/L[70 710 300 710]/Cap true/Contents(9000)' }],
  ['a note of no known type', { subtype: 'Remark', content: `1 g ${box}` }],
];

/** Notes that hide what was signed, or show what was not. */
export const remarkAttacks: readonly SignedChange[] = attacks.map(([name, remark]) =>
  change('sig-cert-eaa', `a note: ${name}`, 'covers_content', added(remark), { certify: 3 }),
);

/** Marks that leave what they are made on. */
export const remarkInnocents: readonly SignedChange[] = (
  [
    [
      'a light highlight that multiplies',
      {
        subtype: 'Highlight',
        content: `/G0 gs 1 1 0 rg ${box}`,
        resources: '/ExtGState<</G0<</BM/Multiply>>>>',
      },
    ],
    ['a line under the text', { subtype: 'Underline', content: '1 0 0 RG 1 w 0 2 m 230 2 l S' }],
    ['a wave under the text', { subtype: 'Squiggly', content: '.5 w 0 2 m 4 5 l 8 2 l 12 5 l 16 2 l S' }],
    ['a thin frame', { subtype: 'Square', content: '1 0 0 RG 1 w 1 1 228 38 re S' }],
    ['a link without a border', { subtype: 'Link', entries: '/Border[0 0 0]/Dest[4 0 R/Fit]' }],
    ['a popup', { subtype: 'Popup', entries: '/Open true', rect: BESIDE }],
  ] as [string, Remark][]
).map(([name, remark]) => innocent(`a mark: ${name}`, 'annotations', added(remark), { certify: 3 }));
