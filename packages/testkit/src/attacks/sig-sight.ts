import { streamBody, type TestObject } from '../pdf/index.ts';
import { annotated, type SignedChange, updated, withFields } from './sig-document.ts';

const OVER = '[70 690 300 730]';
const BESIDE = '[70 500 300 540]';

/** What a field or a mark shows: its look over a box of 230 by 40, and objects that it uses. */
export interface Painted {
  content: string;
  resources?: string;
  objects?: TestObject[];
  rect?: string;
  flags?: number;
}

const looks = (
  { content, resources = '', objects = [] }: Painted,
  numbers: readonly string[] = ['N'],
): TestObject[] => [
  ...numbers.map((_, at) => ({
    number: 301 + at,
    body: streamBody(
      content,
      `/Type/XObject/Subtype/Form/BBox[0 0 230 40]/Resources<</Font<</F1 3 0 R>>${resources}>>`,
    ),
  })),
  ...objects,
];

/** Puts the numbers into a /ByteRange that names the whole file but the /Contents behind it, as if it were signed. */
export function sealed(file: Uint8Array): Uint8Array {
  const text = Buffer.from(file).toString('latin1');
  const at = text.lastIndexOf('/ByteRange[0 ');
  const start = text.indexOf('<', at);
  const end = text.indexOf('>', start) + 1;
  const numbers = [start, end, text.length - end].map((number) => String(number).padEnd(10)).join(' ');
  const from = at + '/ByteRange[0 '.length;
  return Buffer.from(text.slice(0, from) + numbers + text.slice(from + numbers.length), 'latin1');
}

/** The file with a further signature, or a document time-stamp, of nobody: what follows is judged without its value. */
export function furtherSignature(
  signed: Uint8Array,
  painted: Painted,
  { type = 'Sig', keys = ['N'], more = '' } = {},
): Uint8Array {
  const { rect = OVER, flags = 4 } = painted;
  const place = `${' '.repeat(10)} ${' '.repeat(10)} ${' '.repeat(10)}`;
  const shown = keys.map((key, at) => `/${key} ${301 + at} 0 R`).join('');
  return sealed(
    updated(signed, [
      annotated(signed, 300),
      withFields(signed, 300),
      {
        number: 300,
        body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(further)/P 4 0 R/F ${flags}/Rect${rect}/V 310 0 R/AP<<${shown}>>${more}>>`,
      },
      {
        number: 310,
        body: `<</Type/${type}/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 ${place}]/Contents<3000>>>`,
      },
      ...looks(painted, keys),
    ]),
  );
}

const state = (entries: string): string => `/ExtGState<</G0<<${entries}>>>>`;
const box = '0 0 230 40 re f';
const strips = Array.from({ length: 40 }, (_, at) => `0 ${at} 230 0.8 re f`).join(' ');
const specks = Array.from({ length: 20_100 }, (_, at) => `${(at % 200) / 4} 39 .1 .1 re f`).join(' ');
const image = (entries: string, samples: Uint8Array): Uint8Array =>
  streamBody(samples, `/Type/XObject/Subtype/Image/Width 2/Height 2${entries}`);
const GREY = '/ColorSpace/DeviceGray/BitsPerComponent 8';
const whites = Uint8Array.of(255, 255, 255, 255);

/** What hides, or stands for, what was signed, without being an opaque rectangle. */
const covers: readonly [string, Painted][] = [
  ['a fill that is almost opaque', { content: `/G0 gs 1 g ${box}`, resources: state('/ca .97') }],
  [
    'many veils',
    { content: `/G0 gs 1 g ${Array.from({ length: 8 }, () => box).join(' ')}`, resources: state('/ca .2') },
  ],
  ['a fill that is no rectangle', { content: '1 g -90 20 m 115 160 l 320 20 l 115 -120 l h f' }],
  ['a fill with a curved edge', { content: '1 g 0 0 m 0 90 230 90 230 0 c 230 -50 0 -50 0 0 c f' }],
  ['strips', { content: `1 g ${strips}` }],
  [
    'thin strokes',
    { content: `1 G 1 w ${strips.replaceAll(/0 (\d+) 230 0\.8 re f/g, '0 $1 m 230 $1 l S')}` },
  ],
  ['twenty thousand specks before a cover', { content: `1 g ${specks} ${box}` }],
  ['a dark fill that multiplies', { content: `/G0 gs .1 g ${box}`, resources: state('/BM/Multiply') }],
  [
    'a soft mask',
    {
      content: `/G0 gs 1 g ${box}`,
      resources: state('/SMask<</S/Luminosity/G 320 0 R>>'),
      objects: [
        {
          number: 320,
          body: streamBody(
            `1 g ${box}`,
            '/Type/XObject/Subtype/Form/BBox[0 0 230 40]/Group<</S/Transparency/CS/DeviceGray>>',
          ),
        },
      ],
    },
  ],
  [
    'an image with a soft mask',
    {
      content: 'q 230 0 0 40 0 0 cm /I Do Q',
      resources: '/XObject<</I 320 0 R>>',
      objects: [
        { number: 320, body: image(`${GREY}/SMask 321 0 R`, whites) },
        { number: 321, body: image(GREY, whites) },
      ],
    },
  ],
  [
    'a stencil',
    {
      content: '1 g q 230 0 0 40 0 0 cm /I Do Q',
      resources: '/XObject<</I 320 0 R>>',
      objects: [{ number: 320, body: image('/ImageMask true/BitsPerComponent 1', Uint8Array.of(0, 0)) }],
    },
  ],
  [
    'a tiling pattern',
    {
      content: `/Pattern cs /P scn ${box}`,
      resources: '/Pattern<</P 320 0 R>>',
      objects: [
        {
          number: 320,
          body: streamBody(
            '1 g 0 0 5 5 re f',
            '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<<>>',
          ),
        },
      ],
    },
  ],
  [
    'a shading',
    {
      content: '/S sh',
      resources:
        '/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[.99]>>>>>>',
    },
  ],
  ['on paper only', { content: `1 g ${box}`, flags: 4 + 32 }],
  ['three zeros alone', { content: '1 g 62 5 30 30 re f' }],
  ['a zero behind the number', { content: 'BT /F1 15 Tf 0 10 Td (0) Tj ET', rect: '[172 690 402 730]' }],
];

const further = (
  kind: string,
  name: string,
  expect: SignedChange['expect'],
  make: (signed: Uint8Array) => Uint8Array,
  wish: SignedChange['wish'] = {},
): SignedChange => ({ name, class: kind, wish, make, expect });

const hides = { reason: 'covers_content' };

/** Further signatures and time-stamps that hide what was signed, or show what nobody signed. */
export const sightAttacks: readonly SignedChange[] = [
  ...covers.map(([name, painted]) =>
    further('sig-sight', `a further signature: ${name}`, hides, (signed) =>
      furtherSignature(signed, painted),
    ),
  ),
  ...(['N', 'R', 'D'] as const).map((key) =>
    further('sig-sight', `a document time-stamp that shows something (/${key})`, hides, (signed) =>
      furtherSignature(
        signed,
        { content: 'BT /F1 9 Tf 2 4 Td (Paid) Tj ET', rect: BESIDE },
        { type: 'DocTimeStamp', keys: [key] },
      ),
    ),
  ),
  further('sig-sight', 'a document time-stamp on paper only', hides, (signed) =>
    furtherSignature(
      signed,
      { content: 'BT /F1 9 Tf 2 4 Td (Paid) Tj ET', rect: BESIDE, flags: 36 },
      { type: 'DocTimeStamp' },
    ),
  ),
];

/** What further signatures show where it hides nothing. */
export const sightInnocents: readonly SignedChange[] = (
  [
    [
      'an opaque stamp beside the text',
      { content: `1 g ${box} 0 g BT /F1 9 Tf 2 4 Td (Well) Tj ET`, rect: BESIDE },
    ],
    ['letters over letters', { content: 'BT /F1 9 Tf 2 14 Td (Signed by Eleni) Tj ET' }],
    [
      'a pen stroke across',
      { content: '0 0 .6 RG 1.2 w 0 5 m 60 60 90 -30 140 20 c 160 40 200 0 230 30 c S' },
    ],
    ['a frame around', { content: '.5 w 1 1 228 38 re S' }],
    ['a light ground that multiplies', { content: `/G0 gs .95 g ${box}`, resources: state('/BM/Multiply') }],
    ['a faint ground', { content: `/G0 gs .5 g ${box}`, resources: state('/ca .15') }],
    [
      'an image that is clear there',
      {
        content: 'q 230 0 0 40 0 0 cm /I Do Q',
        resources: '/XObject<</I 320 0 R>>',
        objects: [
          { number: 320, body: image(`${GREY}/SMask 321 0 R`, whites) },
          { number: 321, body: image(GREY, Uint8Array.of(0, 0, 0, 0)) },
        ],
      },
    ],
  ] as [string, Painted][]
).map(([name, painted]) =>
  further('sig-diff-allowed', `a further signature: ${name}`, { level: 'form-filling' }, (signed) =>
    furtherSignature(signed, painted),
  ),
);
