import {
  documentObjects,
  jbig2Generic,
  jbig2Page,
  jbig2Symbols,
  jbig2Text,
  streamBody,
  type TestObject,
  writeJbig2,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { MOST_WORK } from '../../src/content/jbig2/stream.ts';
import type { Pdf } from '../../src/index.ts';
import { open } from '../support.ts';
import { noise } from './jbig2s.ts';
import { pictureOf } from './jpegs.ts';

const [WIDE, HIGH] = [24, 16];
const SHOWN = noise(WIDE, HIGH, 5, 'areas');
const WHOLE = writeJbig2([jbig2Page(WIDE, HIGH), jbig2Generic(SHOWN)]);
const SYMBOLS = [SHOWN];
const SHARED = writeJbig2([{ ...jbig2Symbols([{ pixels: SHOWN }]), page: 0 }]);
const TEXT = writeJbig2(
  [
    jbig2Page(WIDE, HIGH),
    {
      ...jbig2Text([WIDE, HIGH], { symbols: SYMBOLS, instances: [{ symbol: 0, s: 0, t: 0 }] }),
      references: [0],
    },
  ],
  1,
);
const GREY = '/BitsPerComponent 1/ColorSpace/DeviceGray';

interface Image {
  data?: Uint8Array;
  entries?: string;
  filter?: string;
}

function documentOf(image: Image, more: readonly TestObject[] = []): Pdf {
  const { data = WHOLE, entries = GREY, filter = '/JBIG2Decode' } = image;
  const body = streamBody(data, `/Subtype/Image/Width ${WIDE}/Height ${HIGH}/Filter${filter}${entries}`);
  return open(
    writePdf({ kind: 'table', objects: documentObjects({ more: [{ number: 90, body }, ...more] }) }),
  );
}

/** What is shown at each sample, by rows from above, or how much a stencil hides; undefined where it is not read. */
function levels(
  image: Image,
  kind: 'light' | 'alpha' = 'light',
  more: readonly TestObject[] = [],
): number[] | undefined {
  const level = pictureOf(documentOf(image, more))[kind];
  return level === undefined
    ? undefined
    : Array.from({ length: WIDE * HIGH }, (_, at) =>
        level(((at % WIDE) + 0.5) / WIDE, 1 - (Math.floor(at / WIDE) + 0.5) / HIGH),
      );
}
const light = (black: number, white: number): number[] =>
  SHOWN.flatMap((row) => Array.from(row, (pixel) => (pixel === 1 ? black : white)));

describe('UP-6: images that are JBIG2', () => {
  it.each<[string, Image, number[]]>([
    ['one is black, as other readers have it', {}, light(0, 255)],
    ['turned', { entries: `${GREY}/Decode[1 0]` }, light(255, 0)],
    ['without bits of a component', { entries: '/ColorSpace/DeviceGray' }, light(0, 255)],
    [
      'of a palette',
      { entries: '/BitsPerComponent 1/ColorSpace[/Indexed/DeviceGray 1<3399>]' },
      light(0x33, 0x99),
    ],
  ])('%s', (_, image, expected) => expect(levels(image)).toEqual(expected));

  it('stencils paint zeros, which are black, or ones', () => {
    expect(levels({ entries: '/ImageMask true' }, 'alpha')).toEqual(light(1, 0));
    expect(levels({ entries: '/ImageMask true/Decode[1 0]' }, 'alpha')).toEqual(light(0, 1));
  });

  it.each<[string, Image]>([
    ['of more bits', { entries: '/BitsPerComponent 8/ColorSpace/DeviceGray' }],
    ['of more components', { entries: '/BitsPerComponent 1/ColorSpace/DeviceRGB' }],
    ['whose data are others', { data: noise(30, 1, 7)[0] ?? WHOLE }],
    ['whose data are none', { data: new Uint8Array(0) }],
  ])('none is read %s', (_, image) => expect(levels(image)).toBeUndefined());

  const globals: TestObject = { number: 91, body: streamBody(SHARED, '') };
  const shares = `${GREY}/DecodeParms<</JBIG2Globals 91 0 R>>`;

  it('share segments', () => {
    expect(levels({ data: TEXT, entries: shares }, 'light', [globals])).toEqual(light(0, 255));
    expect(levels({ data: TEXT })).toBeUndefined();
    expect(levels({ data: TEXT, entries: shares }, 'light', [{ ...globals, body: '<<>>' }])).toBeUndefined();
    expect(
      levels({ entries: shares }, 'light', [{ ...globals, body: streamBody('none of these', '') }]),
    ).toBeUndefined();
    expect(levels({ entries: `${GREY}/DecodeParms<</JBIG2Globals null>>` })).toEqual(light(0, 255));
  });

  it('which are read once', () => {
    const image = (number: number): TestObject => ({
      number,
      body: streamBody(TEXT, `/Subtype/Image/Width ${WIDE}/Height ${HIGH}/Filter/JBIG2Decode${shares}`),
    });
    const pdf = documentOf({ data: TEXT, entries: shares }, [globals, image(92), image(93)]);
    const work = [90, 92, 93].map((number) => {
      expect(pictureOf(pdf, number).light).toBeDefined();
      return pdf.budget.pictureWork.jbig2;
    }) as [number, number, number];
    expect(work[2] - work[1]).toBeLessThan(work[0] - WIDE * HIGH);
  });

  it('not by parameters that readers pair with filters in several ways', () => {
    const entries = `${GREY}/DecodeParms[<</JBIG2Globals 91 0 R>>]`;
    expect(levels({ data: TEXT, entries, filter: '[/JBIG2Decode]' }, 'light', [globals])).toEqual(
      light(0, 255),
    );
    expect(levels({ data: TEXT, entries }, 'light', [globals])).toBeUndefined();
    const twice = `${GREY}/DecodeParms<</JBIG2Globals 91 0 R/JBIG2Globals 91 0 R>>`;
    expect(levels({ data: TEXT, entries: twice }, 'light', [globals])).toBeUndefined();
  });

  it('SEC-3: of a document so much work is done', () => {
    const workBehind = (before: number): number | undefined => {
      const pdf = documentOf({});
      pdf.budget.pictureWork.jbig2 = before;
      return pictureOf(pdf).light === undefined ? undefined : pdf.budget.pictureWork.jbig2;
    };
    const work = workBehind(0) ?? 0;
    expect(work).toBeGreaterThan(WIDE * HIGH);
    expect(workBehind(MOST_WORK - work)).toBe(MOST_WORK);
    expect(workBehind(MOST_WORK - work + 1)).toBeUndefined();
  });

  it('SEC-3: of which one picture has a quarter, and one that would take more is left out before it costs any', () => {
    const [width, height] = [2 ** 14, 2 ** 13 + 1];
    const generic = jbig2Generic(SHOWN);
    const data = Uint8Array.from(generic.data);
    const sizes = new DataView(data.buffer);
    sizes.setUint32(0, width);
    sizes.setUint32(4, height);
    const bytes = writeJbig2([jbig2Page(width, height), { ...generic, data: [...data] }]);
    const entries = `/Subtype/Image/Width ${width}/Height ${height}/Filter/JBIG2Decode${GREY}`;
    const more = [{ number: 90, body: streamBody(bytes, entries) }];
    const pdf = open(writePdf({ kind: 'table', objects: documentObjects({ more }) }));
    expect(pictureOf(pdf).light).toBeUndefined();
    expect(pdf.budget.pictureWork.jbig2).toBeLessThan(MOST_WORK / 16);
  });
});
