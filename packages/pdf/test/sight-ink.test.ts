import { deflateSync } from 'node:zlib';
import { bodyOf, furtherSignature, signedDocument, streamBody, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { laterChangesOf, signatureFields } from '../src/index.ts';
import { changesOf } from './later-changes-support.ts';
import { open, sign, VISIBLE } from './support.ts';

const [WIDTH, HEIGHT] = [1190, 1684];
/** Samples of a unit of the page. */
const FINE = 2;

/** A scan of 144 dpi on which rectangles are black, in units of the page. */
function scanOf(ink: readonly (readonly [number, number, number, number])[]): Uint8Array {
  const samples = new Uint8Array(WIDTH * HEIGHT).fill(250);
  for (const [x0, y0, x1, y1] of ink)
    for (let y = Math.round(HEIGHT - y1 * FINE); y < Math.round(HEIGHT - y0 * FINE); y++)
      samples.fill(20, y * WIDTH + Math.round(x0 * FINE), y * WIDTH + Math.round(x1 * FINE));
  return samples;
}

/** A document whose page is a scan. */
function scanned(samples: Uint8Array, [width, height]: readonly [number, number], space: string): Uint8Array {
  const document = signedDocument();
  const entries = `/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/${space}/Filter/FlateDecode`;
  const page = bodyOf(document, 4).replace('/Resources<<', '/Resources<</XObject<</I 90 0 R>>');
  return updated(document, [
    { number: 4, body: page.replace(' 150 0 R', '') },
    { number: 5, body: streamBody('q 595 0 0 842 0 0 cm /I Do Q') },
    { number: 90, body: streamBody(deflateSync(samples), entries) },
  ]);
}

async function covered(ink: Parameters<typeof scanOf>[0], rect: string): Promise<string[]> {
  const signed = await sign(scanned(scanOf(ink), [WIDTH, HEIGHT], 'DeviceGray'));
  const file = furtherSignature(signed, { content: '1 g 0 0 230 40 re f', rect });
  return (changesOf(file)?.changes ?? []).map(({ rule, reason }) => reason ?? rule);
}

/** A seven of six units. */
const seven = (x: number, y: number) =>
  [
    [x, y + 5, x + 4, y + 6],
    [x + 3, y, x + 4, y + 6],
  ] as const;

describe('a small cover over a scan', () => {
  it('MAP-8 hides one digit', async () => {
    expect(await covered([...seven(100, 700), ...seven(106, 700)], '[99.5 699.5 104.5 706.5]')).toContain(
      'covers_content',
    );
  });

  it.each([
    ['a minus', [[92, 703, 96, 703.8], ...seven(100, 700)], '[90 700 97.5 707]'],
    ['a comma', [...seven(94, 700), [99, 698.5, 100, 701], ...seven(102, 700)], '[98.4 697 101.4 702]'],
  ] as const)('MAP-8 over %s is told', async (_, ink, rect) => {
    const rules = await covered(ink, rect);
    expect(rules.some((rule) => rule === 'unread_look' || rule === 'covers_content')).toBe(true);
  });

  it.each([
    ['blank paper', []],
    ['a line to sign on', [[80, 405, 400, 405.8]]],
    [
      'one that is not quite level',
      Array.from({ length: 32 }, (_, at) => [80 + at * 10, 405 + at * 0.3, 90 + at * 10, 406 + at * 0.3]),
    ],
    ['a row of dots', Array.from({ length: 60 }, (_, at) => [180 + at * 3, 410, 180.8 + at * 3, 410.8])],
    ['a row of dashes', Array.from({ length: 30 }, (_, at) => [180 + at * 7, 410, 184 + at * 7, 410.8])],
    ['a speck', [[250, 420, 251, 421]]],
    [
      'a frame',
      [
        [170, 390, 420, 391],
        [170, 450, 420, 451],
        [170, 390, 171, 451],
        [419, 390, 420, 451],
      ],
    ],
    [
      'a frame within it',
      [
        [190, 405, 400, 406],
        [190, 430, 400, 431],
        [190, 405, 191, 431],
        [399, 405, 400, 431],
      ],
    ],
  ] as [string, [number, number, number, number][]][])('MAP-8 is plain over %s', async (_, ink) => {
    const rules = await covered(ink, '[180 400 410 440]');
    expect(rules.filter((rule) => rule !== 'further_signature')).toEqual([]);
  });
});

it('MAP-8 many sign one scan, which is read once', { timeout: 120_000 }, async () => {
  let file = scanned(scanOf([]), [WIDTH, HEIGHT], 'DeviceGray');
  for (let at = 0; at < 6; at++) {
    const placement = { page: 1, x: 20 + 90 * at, y: 300, width: 80, height: 40 };
    file = await sign(file, { visible: { ...VISIBLE, placement } });
  }
  const pdf = open(file, { inflatedBytes: 2.5 * WIDTH * HEIGHT });
  const fields = signatureFields(pdf);
  const found = [...laterChangesOf(pdf, fields).values()];
  expect(found.flatMap(({ changes }) => changes.flatMap(({ reason }) => reason ?? []))).toEqual([]);
});
