import { streamBody } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProfile } from '../../src/content/colour/icc.ts';
import { inspect } from '../../src/index.ts';
import { open } from '../support.ts';
import { pageFile } from './drawing.ts';

const long = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const fixed = (value: number): number[] => long(Math.round(value * 65_536));
const text = (value: string): number[] => [...value].map((sign) => sign.charCodeAt(0));
/** A curve of one exponent. */
const gamma = (exponent: number): number[] => [
  ...text('curv'),
  ...long(0),
  ...long(1),
  ...long(Math.round(exponent * 256) << 16),
];
const xyz = (x: number, y: number, z: number): number[] => [
  ...text('XYZ '),
  ...long(0),
  ...[x, y, z].flatMap(fixed),
];

/** A profile (ICC.1:2022 7.2, 7.3) of a space, towards a connection space, with tags. */
function profile(space: string, pcs: string, tags: Record<string, number[]>): Uint8Array {
  const entries = Object.entries(tags);
  let at = 132 + 12 * entries.length;
  const table = entries.flatMap(([name, data]) => {
    const entry = [...text(name), ...long(at), ...long(data.length)];
    at += data.length;
    return entry;
  });
  const header = new Array<number>(128).fill(0);
  header.splice(16, 8, ...text(space), ...text(pcs));
  header.splice(36, 4, ...text('acsp'));
  return Uint8Array.from([
    ...header,
    ...long(entries.length),
    ...table,
    ...entries.flatMap(([, data]) => data),
  ]);
}

const SRGB = {
  rXYZ: xyz(0.4361, 0.2225, 0.0139),
  gXYZ: xyz(0.3851, 0.7169, 0.0971),
  bXYZ: xyz(0.1431, 0.0606, 0.7141),
  rTRC: gamma(2.2),
  gTRC: gamma(2.2),
  bTRC: gamma(2.2),
};
/** A table (10.11) of two nodes along its only input: from white to black, or the other way. */
const table = (first: number[], last: number[]): number[] => [
  ...text('mft1'),
  ...long(0),
  ...[1, 3, 2, 0],
  ...new Array<number>(36).fill(0),
  ...Array.from({ length: 256 }, (_, at) => at),
  ...first,
  ...last,
  ...[0, 1, 2].flatMap(() => Array.from({ length: 256 }, (_, at) => at)),
];

describe('the colours of ICC profiles', () => {
  it.each([
    ['white of three curves and a matrix', profile('RGB ', 'XYZ ', SRGB), [1, 1, 1], 0xff_ff_ff],
    ['black of three curves and a matrix', profile('RGB ', 'XYZ ', SRGB), [0, 0, 0], 0],
    ['grey by an exponent', profile('GRAY', 'XYZ ', { kTRC: gamma(0.01) }), [0.1], 0xfd_fd_fd],
    [
      'grey that is turned round',
      profile('GRAY', 'Lab ', { A2B0: table([255, 128, 128], [0, 128, 128]) }),
      [1],
      0,
    ],
    [
      'white of a table',
      profile('GRAY', 'Lab ', { A2B0: table([255, 128, 128], [0, 128, 128]) }),
      [0],
      0xff_ff_ff,
    ],
  ] as const)('UP-6: %s', (_, bytes, values, expected) => {
    const colour = readProfile(bytes, values.length)?.rgb(values) ?? -1;
    for (const shift of [0, 8, 16]) {
      expect(Math.abs(((colour >> shift) & 255) - ((expected >> shift) & 255))).toBeLessThan(4);
    }
  });

  /** A table that shows every grey at one lightness. */
  const even = (lightness: number): number[] => table([lightness, 128, 128], [lightness, 128, 128]);
  const grey = (tags: Record<string, number[]>) => readProfile(profile('GRAY', 'Lab ', tags), 1);

  it('are those of relative colorimetry, which readers go by, and else those of perception', () => {
    expect(grey({ A2B0: even(0), A2B1: even(255) })?.rgb([0.5])).toBe(0xff_ff_ff);
    expect(grey({ A2B1: even(255), A2B0: even(0) })?.rgb([0.5])).toBe(0xff_ff_ff);
    expect(grey({ A2B0: even(255) })?.rgb([0.5])).toBe(0xff_ff_ff);
  });

  it.each<[string, Record<string, number[]>, boolean]>([
    ['tables that agree', { A2B0: even(255), A2B1: even(255), A2B2: even(255) }, false],
    ['a black that perception makes lighter', { A2B0: even(40), A2B1: even(0) }, false],
    ['black for perception, white for colorimetry', { A2B0: even(0), A2B1: even(255) }, true],
    ['white for perception, black for colorimetry', { A2B0: even(255), A2B1: even(0) }, true],
    ['another colour for saturation', { A2B1: even(255), A2B2: even(0) }, true],
    ['curves that say otherwise than a table', { A2B0: even(255), kTRC: gamma(9) }, true],
    ['a table that is broken beside one that is not', { A2B0: even(255), A2B1: text('none') }, true],
    ['tables of a kind that is not read', { A2B0: even(255), D2B1: even(255) }, true],
  ])('readers differ on a colour: %s', (_, tags, expected) => {
    expect(grey(tags)?.isDoubtful([0.5])).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['by itself', '/ICCBased 110 0 R', '.5'],
    ['as the base of an indexed space', '/Indexed[/ICCBased 110 0 R]1<8080>', '1'],
    [
      'behind a tint',
      '/Separation/Spot[/ICCBased 110 0 R]<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>',
      '.5',
    ],
  ])('UP-6: the check tells text in such a colour: %s', (_, space, value) => {
    const told = (tags: Record<string, number[]>): string[] => {
      const file = pageFile(`/C cs ${value} sc BT /F1 9 Tf 20 30 Td (The fee is 900 euro) Tj ET`, {
        resources: `/ColorSpace<</C[${space}]>>`,
        more: [{ number: 110, body: streamBody(profile('GRAY', 'Lab ', tags), '/N 1') }],
      });
      return inspect(open(file)).findings.map(({ kind }) => kind);
    };
    expect(told({ A2B0: even(0), A2B1: even(255) })).toEqual(
      expect.arrayContaining(['same_colour_text', 'ambiguous_syntax']),
    );
    expect(told({ A2B0: even(255), A2B1: even(0) })).toContain('ambiguous_syntax');
    expect(told({ A2B0: even(0), A2B1: even(0) })).toEqual([]);
  });

  it('says nothing of what is no profile, or of another number of components', () => {
    expect(readProfile(new Uint8Array(200), 3)).toBeUndefined();
    expect(readProfile(profile('GRAY', 'XYZ ', { kTRC: gamma(1) }), 3)).toBeUndefined();
    expect(readProfile(profile('RGB ', 'XYZ ', SRGB), 9)).toBeUndefined();
  });

  it('UP-3: never fails, and ends at once, whatever the bytes', () => {
    const whole = [
      profile('RGB ', 'XYZ ', SRGB),
      profile('GRAY', 'Lab ', { A2B0: table([255, 128, 128], [0, 0, 0]) }),
    ];
    const change = fc.record({ at: fc.nat(500), value: fc.nat(255), cut: fc.nat(900) });
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.array(change, { maxLength: 8 }), (original, changes) => {
        let bytes = original.slice();
        for (const { at, value, cut } of changes) {
          bytes[at % bytes.length] = value;
          if (cut > 850) bytes = bytes.slice(0, cut);
        }
        for (const components of [1, 3, 4]) {
          const colour = readProfile(bytes, components)?.rgb(new Array<number>(components).fill(0.3));
          expect(colour === undefined || (colour >= 0 && colour <= 0xff_ff_ff)).toBe(true);
        }
      }),
    );
  });
});
