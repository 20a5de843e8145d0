import { documentObjects, jbig2Generic, jbig2Page, streamBody, writeJbig2, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { HIGH, type Line, OTHERS, recognised, scanOf, WIDE } from './hidden-scans.ts';
import { open } from './support.ts';

const SHOWN: Line = { text: 'The price is 1000 euro', y: 700 };
const SAID: Line = { ...SHOWN, text: 'The price is 1000000 euro' };

const samples = scanOf([...OTHERS, SHOWN]);
/** Pixels of the letters, or of what is about them. */
const pixels = (ink: 0 | 1): Uint8Array[] =>
  Array.from({ length: HIGH }, (_, row) =>
    Uint8Array.from(samples.subarray(row * WIDE, (row + 1) * WIDE), (level) => (level < 128 ? ink : 1 - ink)),
  );
const jbig2 = (ink: 0 | 1): Uint8Array => writeJbig2([jbig2Page(WIDE, HIGH), jbig2Generic(pixels(ink))]);
const [LETTERS, REST] = [jbig2(1), jbig2(0)];

const IMAGE = '/Type/XObject/Subtype/Image';
/** A coarse picture of one colour, as scanners write what is behind letters and what they are filled with. */
const flat = (level: number, entries = ''): Uint8Array =>
  streamBody(
    new Uint8Array(60 * 85).fill(level),
    `${IMAGE}/Width 60/Height 85/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`,
    'flate',
  );
/** What is black in JBIG2 is 0 in samples, and what a stencil paints. */
const bits = (data: Uint8Array, entries: string): Uint8Array =>
  streamBody(data, `${IMAGE}/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 1${entries}/Filter/JBIG2Decode`);
const stencil = bits(LETTERS, '/ImageMask true');
const soft = bits(REST, '/ColorSpace/DeviceGray');

/** What is told of words over a scan of several layers. */
function told(
  layers: { content: string; back: number; front: Uint8Array; mask: Uint8Array },
  words: Line,
): string[] {
  const content = `q 595 0 0 842 0 0 cm ${layers.content} Q ${recognised([...OTHERS, words])}`;
  const resources =
    '/XObject<</B 92 0 R/F 93 0 R/M 94 0 R>>/Font<</F1 91 0 R>>/ExtGState<</G<</BM/Multiply>>>>';
  const objects = documentObjects({
    pages: [{ content, entries: `/Resources<<${resources}>>` }],
    more: [
      { number: 91, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>' },
      { number: 92, body: flat(layers.back) },
      { number: 93, body: layers.front },
      { number: 94, body: layers.mask },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'invisible_text')
    .map(({ excerpt }) => excerpt ?? '');
}

describe('words recognised on a scan of several layers', () => {
  const cases = [
    ['a mask', { content: '/B Do /F Do', back: 240, front: flat(20, '/Mask 94 0 R'), mask: stencil }],
    ['a soft mask', { content: '/B Do /F Do', back: 240, front: flat(20, '/SMask 94 0 R'), mask: soft }],
    ['a stencil', { content: '/B Do 0.1 g /M Do', back: 240, front: flat(20), mask: stencil }],
    [
      'white letters on black',
      { content: '/B Do /F Do', back: 10, front: flat(250, '/SMask 94 0 R'), mask: soft },
    ],
    ['a white stencil on black', { content: '/B Do 1 g /M Do', back: 10, front: flat(20), mask: stencil }],
    [
      'letters that are multiplied with their ground',
      {
        content: '/B Do /G gs /M Do',
        back: 240,
        front: flat(20),
        mask: bits(LETTERS, '/ColorSpace/DeviceGray'),
      },
    ],
  ] as const;

  it.each(cases)('SGN-7: none of what %s shows', (_, layers) => expect(told(layers, SHOWN)).toEqual([]));
  it.each(cases)('UP-6: others than what %s shows', (_, layers) =>
    expect(told(layers, SAID)).toEqual([SAID.text]),
  );

  it('UP-6: those over layers that show nothing', () => {
    const layers = { content: '/B Do 1 g /M Do', back: 255, front: flat(20), mask: stencil };
    expect(told(layers, SHOWN).join(' ')).toContain(SHOWN.text);
  });
});
