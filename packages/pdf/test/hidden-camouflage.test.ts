import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { jpegOf } from './hidden-scans.ts';
import { open } from './support.ts';

const OPEN = 'BT /F1 12 Tf 72 780 Td (This agreement is made between two parties) Tj ET\n';
const CLAUSE = 'The tenant gives up all of his rights';
const line = (text = CLAUSE, x = 72): string => `BT /F1 12 Tf ${x} 700 Td (${text}) Tj ET\n`;
/** Where a ground lies: under the line alone, or under all of the page. */
const BAND = 'q 400 0 0 30 60 690 cm ';
const PAGE = 'q 595 0 0 842 0 0 cm ';

/** What is told as text of the colour of its ground. */
function swallowed(content: string, resources = '', body?: string | Uint8Array): (string | undefined)[] {
  const entries = `/Resources<</Font<</F1 3 0 R>>${resources}>>`;
  const objects = documentObjects({
    pages: [{ content, entries, mediaBox: '/MediaBox[0 0 595 842]' }],
    more: body === undefined ? [] : [{ number: 100, body }],
  });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  return findings.flatMap(({ kind, excerpt }) => (kind === 'same_colour_text' ? [excerpt] : []));
}

const inline = (entries: string, data: string): string => `BI ${entries} ID ${data} EI Q\n`;
const one = (space: string, hex: string): string => inline(`/W 1/H 1/BPC 8/CS ${space}/F/AHx`, `${hex}>`);

describe('UP-6: text in the colour of an image within the content', () => {
  it.each([
    ['white on white', one('/G', 'ff'), '1 g'],
    [
      'white on white, by full names',
      inline('/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode', 'ff>'),
      '1 g',
    ],
    ['white on white that no filter packs', inline('/W 1/H 1/BPC 8/CS/G', '\xff'), '1 g'],
    ['white on white of many samples', inline('/W 20/H 20/BPC 8/CS/G', '\xff'.repeat(400)), '1 g'],
    ['white on white of a bit each', inline('/W 16/H 2/BPC 1/CS/G', '\xff\xff\xff\xff'), '1 g'],
    ['white on black that is turned round', inline('/W 1/H 1/BPC 8/CS/G/D[1 0]/F/AHx', '00>'), '1 g'],
    ['white on white of a palette', inline('/W 1/H 1/BPC 8/CS[/I/RGB 1<000000ffffff>]/F/AHx', '01>'), '1 g'],
    ['black on black', one('/G', '00'), '0 g'],
    ['nearly white on white', one('/RGB', 'ffffff'), '.99 g'],
    ['white on nearly white samples that differ', inline('/W 2/H 2/BPC 8/CS/G/F/AHx', 'fffefdfc>'), '1 g'],
    ['dark on dark samples that differ', inline('/W 8/H 1/BPC 8/CS/G/F/AHx', '0304070503060704>'), '.02 g'],
    ['a hue on the same', one('/RGB', 'c04020'), '.753 .251 .125 rg'],
    ['a hue on the same of other inks', one('/CMYK', '00ffff00'), '1 0 0 rg'],
    ['white on a white stencil', `1 g ${inline('/W 8/H 1/IM true/D[1 0]', '\xff')}`, '1 g'],
  ])('%s', (_, image, colour) => {
    expect(swallowed(`${BAND}${image}${OPEN}${colour} ${line()}`)).toEqual([CLAUSE]);
    expect(swallowed(`${PAGE}${image}.5 g ${OPEN}${colour} ${line()}`)).toEqual([CLAUSE]);
  });

  it('a space that the resources name', () =>
    expect(
      swallowed(
        `${BAND}${one('/Own', '00')}${OPEN}1 g ${line()}`,
        '/ColorSpace<</Own[/Separation/Ink/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>]>>',
      ),
    ).toEqual([CLAUSE]));

  it('each image of several by itself', () => {
    const [dark, light] = ['0304', 'fffe'].map((hex) => inline('/W 2/H 1/BPC 8/CS/G/F/AHx', `${hex}>`));
    const below = 'q 400 0 0 30 60 590 cm ';
    const both = (first = '', second = ''): string[] =>
      swallowed(
        `${BAND}${first}${below}${second}${OPEN}1 g ${line('Upper words of the page')}` +
          'BT /F1 12 Tf 72 600 Td (Lower words of the page) Tj ET',
      ).map(String);
    expect(both(dark, light)).toEqual(['Lower words of the page']);
    expect(both(light, dark)).toEqual(['Upper words of the page']);
  });

  it('a digit on a page of white', () => {
    const parts = 'BT /F1 12 Tf 72 700 Td (The rent is ) Tj .99 g (9) Tj 0 g (500 euro) Tj ET';
    expect(swallowed(`${PAGE}${one('/G', 'ff')}${OPEN}${parts}`)).toEqual(['9']);
  });

  it.each([
    ['black on white', one('/G', 'ff'), '0 g'],
    ['white on black', one('/G', '00'), '1 g'],
    ['a hue on a grey as light', one('/G', '5a'), '.753 .251 .125 rg'],
    ['a hue on another as light', one('/RGB', '205f2d'), '.753 .251 .125 rg'],
    ['white on samples of both', inline('/W 2/H 1/BPC 8/CS/G/F/AHx', '00ff>'), '1 g'],
    ['black on what a stencil leaves free', inline('/W 8/H 1/IM true/D[1 0]', '\x00'), '0 g'],
  ])('SGN-7: none of %s', (_, image, colour) =>
    expect(swallowed(`${BAND}${image}${OPEN}${colour} ${line()}`)).toEqual([]),
  );
});

/** Samples of a page, two to the unit, blank but for some lines of dots high above what is tested. */
function scanned(paper = 255): Uint8Array {
  return new Uint8Array(WIDE * HIGH).map((_, at) =>
    at > 60 * WIDE && at < 80 * WIDE && at % 3 > 0 ? 0 : paper,
  );
}
const [WIDE, HIGH] = [600, 840];
const IMAGE = `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}`;
const jpeg = (samples: Uint8Array): Uint8Array =>
  streamBody(
    jpegOf(samples, WIDE, HIGH),
    `${IMAGE}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode`,
  );

describe('UP-6: painted text on the blank paper of a scan', () => {
  const told = (body: Uint8Array, colour: string): (string | undefined)[] =>
    swallowed(`${PAGE}/Im Do Q ${colour} ${line()}`, '/XObject<</Im 100 0 R>>', body);

  it('white on a JPEG', () => expect(told(jpeg(scanned()), '1 g')).toEqual([CLAUSE]));
  it('grey on a JPEG of greyish paper', () => expect(told(jpeg(scanned(230)), '.9 g')).toEqual([CLAUSE]));
  it('white on samples', () =>
    expect(
      told(streamBody(scanned(), `${IMAGE}/BitsPerComponent 8/ColorSpace/DeviceGray`, 'flate'), '1 g'),
    ).toEqual([CLAUSE]));
  it('white on a fax', () => {
    const bits = new Uint8Array((WIDE / 8) * HIGH).map((_, at) =>
      at > 60 * 75 && at < 80 * 75 ? 0x49 : 0xff,
    );
    const body = streamBody(bits, `${IMAGE}/ImageMask true/Decode[0 1]`, 'flate');
    expect(told(body, '1 g')).toEqual([CLAUSE]);
  });
  it('SGN-7: none in black', () => expect(told(jpeg(scanned()), '0 g')).toEqual([]));
  it('SGN-7: none that white letters show on dark paper', () =>
    expect(told(jpeg(scanned(90)), '1 g')).toEqual([]));
});

describe('UP-6: text in the shading that lies under it', () => {
  const FUNCTION = '/Function<</FunctionType 2/Domain[0 1]/N 1/C0[.8 0 0]/C1[0 0 .8]>>';
  const axial = (coordinates: string): string =>
    `<</ShadingType 2/ColorSpace/DeviceRGB/Coords[${coordinates}]${FUNCTION}>>`;
  const radial = `<</ShadingType 3/ColorSpace/DeviceRGB/Coords[200 700 0 200 700 400]${FUNCTION}>>`;
  const resources = (ground: string, own = ground): string =>
    `/Shading<</S ${ground}>>/Pattern<</P<</PatternType 2/Shading ${ground}>>/Q<</PatternType 2/Shading ${own}>>>>`;
  const FILL = '/Pattern cs /P scn 60 690 400 30 re f';
  const ROUND = '/Pattern cs /P scn 60 690 m 460 690 l 470 705 l 460 720 l 60 720 l h f';
  const SHADE = 'q 60 690 400 30 re W n /S sh Q';
  const text = `/Pattern cs /Q scn ${line()}`;

  it.each([
    ['of a rectangle', FILL, axial('60 0 460 0')],
    ['of a path', ROUND, axial('60 0 460 0')],
    ['of a clip', SHADE, axial('60 0 460 0')],
    ['that is radial', FILL, radial],
  ])('%s', (_, ground, shading) =>
    expect(swallowed(`${OPEN}${ground} ${text}`, resources(shading))).toEqual([CLAUSE]),
  );

  it.each([
    ['another one', FILL, axial('60 0 460 0'), axial('460 0 60 0')],
    ['one that ends before it', FILL, axial('300 0 460 0'), `${axial('60 0 460 0')}`],
  ])('SGN-7: none in %s', (_, ground, shading, own) =>
    expect(swallowed(`${OPEN}${ground} ${text}`, resources(shading, own))).toEqual([]),
  );
  it('SGN-7: none of one colour', () =>
    expect(swallowed(`${OPEN}${FILL} 1 g ${line()}`, resources(axial('60 0 460 0')))).toEqual([]));
});

// In Helvetica of 12 points a digit is 6.67 points wide, and the stem of a one stands from 3 to 4.1 of them.
describe('UP-6: a one or a sign that lies in a line of its colour', () => {
  const figure = (rule: string, text: string): string => `${OPEN}${rule}\n${line(text, 200)}`;
  it.each([
    ['a one in the rule of a table', '1.6 w 203.7 690 m 203.7 720 l S', '1500', '15'],
    ['a one in a bar', '4.4 w 203.7 690 m 203.7 720 l S', '1500', '15'],
    ['a minus in a bar', '196 701 9 5 re f', '-500', '-5'],
    ['a point in a bar', '212 696 6 7 re f', '15.00', '5.0'],
    ['a minus in a thin rule', '.8 w 180 703 m 204 703 l S', '-500', '-5'],
    ['a minus in a thin rule into its digits', '.8 w 180 703 m 209 703 l S', '-500', '-5'],
    ['a minus in a thin rule behind its number', '.8 w 219 703 m 240 703 l S', '500-', '0-'],
  ])('%s', (_, rule, text, told) => expect(swallowed(figure(rule, text))).toEqual([told]));

  it.each([
    ['a one beside a rule', '1 w 199 690 m 199 720 l S', '1500'],
    ['a one in a rule of another colour', '1 0 0 RG 1.6 w 203.7 690 m 203.7 720 l S', '1500'],
    ['another digit', '1 w 203.7 690 m 203.7 720 l S', '8500'],
    ['a line under it', '196 696 40 1 re f', '1.500'],
    ['a point of no number', '210 696 6 7 re f', 'ab.cd'],
    ['a number that is struck out', '.8 w 196 703 m 230 703 l S', '-500'],
    ['years that are struck out', '.8 w 196 703 m 270 703 l S', '2020-2026'],
    ['a minus in a line of dashes', '.8 w [2 2] 0 d 180 703 m 204 703 l S', '-500'],
    ['a minus in a hairline', '.1 w 180 703 m 204 703 l S', '-500'],
  ])('SGN-7: none of %s', (_, rule, text) => expect(swallowed(figure(rule, text))).toEqual([]));
});
