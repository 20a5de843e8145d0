import { isInstalled } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/index.ts';
import { open } from '../support.ts';
import { apart, lightOf, pictured, type Shown, shownTo } from './jpegs.ts';
import { bytesOf, HEIGHT, type PICTURES, sampleAt, shownAs, WIDTH } from './jpxs.ts';

type Name = keyof typeof PICTURES;

const lightness = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  0.3 * red + 0.59 * green + 0.11 * blue;
const at = (
  light: (x: number, y: number) => number,
  { width, height } = { width: WIDTH, height: HEIGHT },
): number[] =>
  Array.from({ length: width * height }, (_, index) => light(index % width, Math.floor(index / width)));

/** Colours are counted in steps of so much. */
const STEP = 8.5;
const GREYS = at((x, y) => sampleAt(x, y));
const COLOURS = at((x, y) => lightness([0, 1, 2].map((component) => sampleAt(x, y, component))));

const read = (name: Name, shown: Shown): number[] => lightOf(bytesOf(name), shown) ?? [];

describe('JPEG 2000 pictures are read as they were written', () => {
  it.each<Name>([
    ...([
      'lossless',
      'greyFile',
      'tiles',
      'shifted',
      'precincts',
      'layers',
      'marked',
      'bypassed',
      'reset',
    ] as const),
    ...(['terminated', 'causal', 'segmented', 'bypassedTerminated', 'everyWay', 'region', 'alone'] as const),
  ])('to the sample: %s', (name) => {
    expect(apart(GREYS, read(name, shownAs(1)))).toBeLessThan(0.01);
  });

  it.each<Name>(['colourFile', 'rlcp', 'rpcl', 'pcrl', 'cprl', 'changing', 'unmixed', 'parts'])(
    'in colour: %s',
    (name) => {
      expect(apart(COLOURS, read(name, shownAs(3)))).toBeLessThan(STEP);
    },
  );

  it('with losses', () => {
    const mean = (one: readonly number[], other: readonly number[]): number =>
      one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
    expect(apart(GREYS, read('lossy', shownAs(1)))).toBeLessThan(40);
    expect(mean(GREYS, read('lossy', shownAs(1)))).toBeLessThan(4);
    expect(mean(COLOURS, read('lossyColour', shownAs(3)))).toBeLessThan(6);
  });

  it('of other depths', () => {
    // As readers show them: of twelve bits the highest eight, and of four bits each is 16.
    expect(apart(GREYS, read('deep', shownAs(1)))).toBeLessThan(0.01);
    const few = at((x, y) => (sampleAt(x, y) >> 4) * 16);
    expect(apart(few, read('few', shownAs(1)))).toBeLessThan(0.01);
  });

  it('of inks', () => {
    const light = at((x, y) => {
      const black = sampleAt(x, y) === 20 ? 200 : 10;
      return lightness([0, 1, 2].map((ink) => (255 - sampleAt(x, y, ink)) * (1 - black / 255)));
    });
    expect(apart(light, read('inks', shownAs(4)))).toBeLessThanOrEqual(9);
  });

  it('by their own colour space where the dictionary has none', () => {
    for (const name of ['greyFile', 'lossless'] as const)
      expect(apart(GREYS, read(name, shownAs(1, { space: '' })))).toBeLessThan(0.01);
    expect(apart(COLOURS, read('colourFile', shownAs(3, { space: '' })))).toBeLessThan(STEP);
  });

  it('with a palette of their own', () => {
    const columns = (level: number): number[] => [255 - level * 17, level * 17, 30];
    const palette = [16, 3, ...[7, 7, 7], ...Array.from({ length: 16 }, (_, level) => columns(level)).flat()];
    const channels = [0, 1, 2].flatMap((column) => [0, 0, 1, column]);
    const boxes = [box('pclr', [0, ...palette]), box('cmap', channels)];
    const light = at((x, y) => lightness(columns(sampleAt(x, y) >> 4)));
    const file = wrapped(bytesOf('few'), 16, boxes);
    expect(apart(light, lightOf(file, shownAs(3)) ?? [])).toBeLessThan(STEP);
  });

  it('with channels in another order', () => {
    // Each channel, that it is a colour, and which.
    const order = [0, 3, ...[0, 0, 3, 1, 0, 2, 2, 0, 1].flatMap((value) => [0, value])];
    const light = at((x, y) => lightness([2, 1, 0].map((component) => sampleAt(x, y, component))));
    const file = wrapped(bytesOf('unmixed'), 16, [box('cdef', order)]);
    expect(apart(light, lightOf(file, shownAs(3)) ?? [])).toBeLessThan(STEP);
  });

  it('whose headers of packets stand apart, for a tile or for all', () => {
    for (const apartly of [withTileHeaders, withMainHeaders])
      expect(apart(GREYS, lightOf(apartly(bytesOf('marked')), shownAs(1)) ?? [])).toBeLessThan(0.01);
  });

  it('that end between packets, coarser', () => {
    const bytes = bytesOf('marked');
    const starts = placesOf(bytes, [0xff, 0x91]);
    const cut = withLength(bytes.subarray(0, starts.at(-4)));
    const light = lightOf(cut, shownAs(1)) ?? [];
    expect(light).toHaveLength(WIDTH * HEIGHT);
    expect(light[0] ?? 0).toBeGreaterThan(90);
    expect(light[14 * WIDTH + 18]).toBeLessThan(60);
  });
});

describe('JPEG 2000 pictures are read as others read them', () => {
  const cases: readonly (readonly [Name, Shown])[] = [
    ...(['tiles', 'shifted', 'layers', 'everyWay', 'region', 'lossy', 'deep', 'few'] as const).map(
      (name) => [name, shownAs(1)] as const,
    ),
    ...(['colourFile', 'changing', 'lossyColour', 'unmixed'] as const).map(
      (name) => [name, shownAs(3)] as const,
    ),
  ];
  for (const tool of ['mutool', 'pdftoppm'] as const)
    it.skipIf(!isInstalled(tool)).each(cases)(
      `${tool}: %s${isInstalled(tool) ? '' : ` (skipped: ${tool} not installed)`}`,
      (name, shown) => {
        const file = pictured(bytesOf(name), shown);
        expect(apart(shownTo(tool, file, WIDTH), lightOf(bytesOf(name), shown) ?? [])).toBeLessThan(STEP);
      },
    );

  it.skipIf(!isInstalled('mutool'))(
    `mutool: headers of packets apart${isInstalled('mutool') ? '' : ' (skipped: mutool not installed)'}`,
    () => {
      for (const apartly of [withTileHeaders, withMainHeaders]) {
        const file = pictured(apartly(bytesOf('marked')), shownAs(1));
        expect(apart(shownTo('mutool', file, WIDTH), GREYS)).toBeLessThan(2);
      }
    },
  );
});

describe('UP-6: JPEG 2000 pictures that readers show in several ways', () => {
  const opacity = [
    box('cdef', [0, 4, ...[0, 0, 1, 1, 0, 2, 2, 0, 3, 3, 1, 0].flatMap((value) => [0, value])]),
  ];
  const palette = `[/Indexed/DeviceRGB 255<${'00ff00'.repeat(256)}>]`;
  const isDoubtful = (data: Uint8Array, shown: Shown): boolean => {
    const found = inspect(open(pictured(data, shown))).findings.map(({ kind }) => kind);
    const isAmbiguous = found.includes('ambiguous_syntax');
    // What is doubtful is not read, and what is not doubtful is.
    expect(lightOf(data, shown) === undefined).toBe(isAmbiguous);
    return isAmbiguous;
  };

  it.each<[string, Uint8Array, Shown]>([
    ['of another width', bytesOf('lossless'), shownAs(1, { width: 36 })],
    ['of another height', bytesOf('lossless'), shownAs(1, { height: 58 })],
    ['of fewer colours', bytesOf('greyFile'), shownAs(3)],
    ['of more colours', bytesOf('colourFile'), shownAs(1)],
    ['with a channel more', bytesOf('inks'), shownAs(3)],
    ['with opacity', wrapped(bytesOf('inks'), 16, opacity), shownAs(3)],
    [
      'with opacity that is asked for',
      wrapped(bytesOf('inks'), 16, opacity),
      shownAs(3, { entries: '/SMaskInData 1' }),
    ],
    ['with opacity that the data lack', bytesOf('greyFile'), shownAs(1, { entries: '/SMaskInData 1' })],
    ['as a stencil', bytesOf('lossless'), shownAs(1, { entries: '/ImageMask true' })],
    ['decoded otherwise', bytesOf('lossless'), shownAs(1, { entries: '/Decode[1 0]' })],
    ['with colours that do not show', bytesOf('lossless'), shownAs(1, { entries: '/Mask[0 60]' })],
    ['with a palette of the dictionary', bytesOf('lossless'), shownAs(1, { space: palette })],
    ['of grey, by the data', wrapped(bytesOf('unmixed'), 17), shownAs(3)],
    ['of lightness and differences of colour', wrapped(bytesOf('unmixed'), 18), shownAs(3)],
    ['of smaller differences', wrapped(bytesOf('sampled'), 16), shownAs(3, { width: 36, height: 28 })],
  ])('%s', (_, data, shown) => expect(isDoubtful(data, shown)).toBe(true));

  it.each<[string, Uint8Array, Shown]>([
    ['grey', bytesOf('greyFile'), shownAs(1)],
    ['colours', bytesOf('colourFile'), shownAs(3)],
    ['inks', bytesOf('inks'), shownAs(4)],
    ['inks by the data', wrapped(bytesOf('inks'), 12), shownAs(4, { space: '' })],
    ['colours by the data', bytesOf('colourFile'), shownAs(3, { space: '' })],
    ['decoded as always', bytesOf('colourFile'), shownAs(3, { entries: '/Decode[0 1 0 1 0 1]' })],
    ['of few bits', bytesOf('few'), shownAs(1)],
    ['of no opacity', bytesOf('greyFile'), shownAs(1, { entries: '/SMaskInData 0' })],
  ])('SGN-7: not %s', (_, data, shown) => expect(isDoubtful(data, shown)).toBe(false));
});

describe('JPEG 2000 pictures that are not read', () => {
  const bytes = bytesOf('lossless');
  const isRead = (data: Uint8Array, shown = shownAs(1)): boolean => lightOf(data, shown) !== undefined;

  it('of patterns and unknown colours', () => {
    for (const space of ['/Pattern', '/Other']) expect(isRead(bytes, shownAs(1, { space }))).toBe(false);
  });

  it('that break off anywhere but between packets', () => {
    const first = bytes.indexOf(0x93) + 1;
    for (let length = 0; length < first; length += 3) expect(isRead(bytes.subarray(0, length))).toBe(false);
    for (let length = first + 2; length < bytes.length - 4; length += 5)
      expect(isRead(bytes.subarray(0, length))).toBe(false);
  });

  it('of more boxes than are read', () => {
    const [grey, more] = [bytesOf('lossless'), (count: number) => new Array(count).fill(box('free', []))];
    // Two stand in the header before them.
    expect(isRead(wrapped(grey, 17, more(254)))).toBe(true);
    expect(isRead(wrapped(grey, 17, more(255)))).toBe(false);
  });

  it('of high throughput, signed, or too deep', () => {
    expect(isRead(set(bytes, 6, 0x40))).toBe(false);
    expect(isRead(set(bytes, 42, 0x87))).toBe(false);
    expect(isRead(set(bytes, 42, 24))).toBe(false);
  });

  it('whatever stands in them', () =>
    fc.assert(
      fc.property(
        fc.constantFrom<Name>('everyWay', 'changing', 'shifted', 'colourFile', 'region', 'inks'),
        fc.array(fc.tuple(fc.nat(1200), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (name, changes) => {
          let other = bytesOf(name);
          for (const [place, value] of changes) other = set(other, place % other.length, value);
          const components = ['changing', 'colourFile'].includes(name) ? 3 : name === 'inks' ? 4 : 1;
          const light = lightOf(other, shownAs(components));
          expect(light?.every((level) => level >= 0 && level <= 255) ?? true).toBe(true);
        },
      ),
      { numRuns: 400 },
    ));
});

function box(name: string, body: readonly number[] | Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, Uint8Array.from(body)]);
}

/** A file (ITU-T T.800 Annex I) of a codestream, in an enumerated colour space. */
function wrapped(codestream: Uint8Array, space: number, more: readonly Uint8Array[] = []): Uint8Array {
  const size = [0, 0, 0, HEIGHT, 0, 0, 0, WIDTH, 0, 1, 7, 7, 0, 0];
  const header = [box('ihdr', size), box('colr', [1, 0, 0, 0, 0, 0, space]), ...more];
  return Buffer.concat([
    box('jP  ', [0x0d, 0x0a, 0x87, 0x0a]),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', Buffer.concat(header)),
    box('jp2c', codestream),
  ]);
}

const set = (bytes: Uint8Array, place: number, value: number): Uint8Array => {
  const other = Uint8Array.from(bytes);
  other[place] = value;
  return other;
};

const placesOf = (bytes: Uint8Array, marker: readonly number[]): number[] =>
  Array.from(bytes.keys()).filter((place) => marker.every((value, index) => bytes[place + index] === value));

/** With a tile that says how long it is, and an end. */
function withLength(bytes: Uint8Array): Uint8Array {
  const [tile = 0] = placesOf(bytes, [0xff, 0x90]);
  const other = Buffer.from(bytes);
  other.writeUInt32BE(bytes.length - tile, tile + 6);
  return Buffer.concat([other, Uint8Array.of(0xff, 0xd9)]);
}

/** A picture of one tile whose packets begin and end with markers, cut into the parts of those. */
function partsOf(bytes: Uint8Array): { main: Buffer; tile: Buffer; headers: Buffer; bodies: Buffer } {
  const whole = Buffer.from(bytes);
  const [tile = 0] = placesOf(bytes, [0xff, 0x90]);
  const starts = placesOf(bytes, [0xff, 0x91]);
  const ends = placesOf(bytes, [0xff, 0x92]);
  const last = bytes.length - 2;
  return {
    main: whole.subarray(0, tile),
    tile: whole.subarray(tile, tile + 12),
    headers: Buffer.concat(starts.map((start, index) => whole.subarray(start + 6, (ends[index] ?? 0) + 2))),
    bodies: Buffer.concat(
      starts.map((start, index) =>
        Buffer.concat([
          whole.subarray(start, start + 6),
          whole.subarray((ends[index] ?? 0) + 2, starts[index + 1] ?? last),
        ]),
      ),
    ),
  };
}

const segment = (marker: number, body: Uint8Array): Buffer =>
  Buffer.concat([Uint8Array.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255), body]);
const DATA = Uint8Array.of(0xff, 0x93);

/** ITU-T T.800 §A.7.5, in two segments. */
function withTileHeaders(bytes: Uint8Array): Uint8Array {
  const { main, tile, headers, bodies } = partsOf(bytes);
  const half = headers.length >> 1;
  const packed = [headers.subarray(0, half), headers.subarray(half)].map((part, index) =>
    segment(0x61, Buffer.concat([Uint8Array.of(index), part])),
  );
  return withLength(Buffer.concat([main, tile, ...packed, DATA, bodies]));
}

/** §A.7.4, in two segments. */
function withMainHeaders(bytes: Uint8Array): Uint8Array {
  const { main, tile, headers, bodies } = partsOf(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headers.length);
  const all = Buffer.concat([length, headers]);
  const packed = [all.subarray(0, 40), all.subarray(40)].map((part, index) =>
    segment(0x60, Buffer.concat([Uint8Array.of(index), part])),
  );
  return withLength(Buffer.concat([main, ...packed, tile, DATA, bodies]));
}
