import { deflateSync } from 'node:zlib';
import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { HIGH, type Line, OTHERS, WIDE, wordAt } from './hidden-scans.ts';
import { letteredScan, letteredWidth } from './lettered-scans.ts';
import { open } from './support.ts';

const SHOWN: Line = { text: 'The price is 1.000 euro', y: 700 };
const SAID: Line = { ...SHOWN, text: 'The price is 9.000 euro' };

const samples = letteredScan([...OTHERS, SHOWN]);
/** The samples turned by a quarter: its columns from the left are rows from above. */
const turned = Uint8Array.from(samples, (_, at) => samples[(at % HIGH) * WIDE + Math.floor(at / HIGH)] ?? 0);
/** Eight samples to the byte, 1 where they are light. */
const bits = Uint8Array.from({ length: Math.ceil(WIDE / 8) * HIGH }, (_, at) => {
  const [row, byte] = [Math.floor(at / Math.ceil(WIDE / 8)), at % Math.ceil(WIDE / 8)];
  return Array.from({ length: 8 }, (_, bit) => (samples[row * WIDE + 8 * byte + bit] ?? 0) >> 7).reduce(
    (sum, level) => 2 * sum + level,
  );
});
/** Of 16 bits each, whose lower octets are noise. */
const deep = Uint8Array.from({ length: 2 * samples.length }, (_, at) =>
  at % 2 === 0 ? (samples[at >> 1] ?? 0) : (at * 7) % 256,
);

const A4 = '595 0 0 842 0 0 cm';
const IMAGE = '/Type/XObject/Subtype/Image/ColorSpace/DeviceGray';
const inline = (entries: string): string =>
  `BI /W ${WIDE} /H ${HIGH} /BPC 1 ${entries} /F[/AHx/Fl] ID ${deflateSync(bits).toString('hex')}>\nEI`;

/** What is told of words over a scan that content shows, or an image and its mask do that are objects. */
function told(content: string, words: Line, images: readonly Uint8Array[]): string[] {
  const recognised = [...OTHERS, words]
    .map(({ text, y }) => wordAt(text, 72, y, letteredWidth(text)))
    .join('');
  const objects = documentObjects({
    pages: [
      {
        content: `q ${content} Q ${recognised}`,
        entries: '/Resources<</XObject<</I 92 0 R>>/Font<</F1 91 0 R>>>>',
      },
    ],
    more: [
      ...images.map((body, at) => ({ number: 92 + at, body })),
      { number: 91, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>' },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'invisible_text')
    .map(({ excerpt }) => excerpt ?? '');
}

describe('digits recognised on a scan', () => {
  const cases: [string, string, ...Uint8Array[]][] = [
    ['within the content', `${A4} ${inline('/CS /G')}`],
    ['as a stencil within the content', `${A4} ${inline('/IM true')}`],
    [
      'in samples of 16 bits',
      `${A4} /I Do`,
      streamBody(deep, `${IMAGE}/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 16`, 'flate'),
    ],
    [
      'turned by a quarter',
      '0 -842 -595 0 595 842 cm /I Do',
      streamBody(turned, `${IMAGE}/Width ${HIGH}/Height ${WIDE}/BitsPerComponent 8`, 'flate'),
    ],
    [
      'in the soft mask of one black sample',
      `${A4} /I Do`,
      streamBody(Uint8Array.of(0), `${IMAGE}/Width 1/Height 1/BitsPerComponent 8/SMask 93 0 R`),
      streamBody(bits, `${IMAGE}/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 1/Decode[1 0]`, 'flate'),
    ],
  ];

  it.each(cases)('SGN-7: none of those that stand there %s', (_, content, ...images) =>
    expect(told(content, SHOWN, images)).toEqual([]),
  );
  it.each(cases)('UP-6: others than stand there %s', (_, content, ...images) =>
    expect(told(content, SAID, images)).toEqual([SAID.text]),
  );
});
