import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isInstalled,
  jbig2Generic,
  jbig2Halftone,
  jbig2Page,
  jbig2Patterns,
  jbig2Refinement,
  jbig2Symbols,
  jbig2Text,
  type TestSegment,
  writeJbig2,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { noise, shownBy } from './jbig2s.ts';
import { pictured } from './jpegs.ts';

const JUDGES = ['pdfimages', 'mutool'] as const;
const SIZE = { width: 61, height: 44 };
const PAGE = jbig2Page(SIZE.width, SIZE.height);
const SHOWN = noise(SIZE.width, SIZE.height, 9, 'areas');
const SYMBOLS = [1, 2, 3].map((seed) => noise(5 + seed, 6 + seed, seed, 'areas'));
const DICTIONARY = jbig2Symbols(SYMBOLS.map((pixels) => ({ pixels })));
const INSTANCES = [0, 1, 2, 1, 0].map((symbol, at) => ({ symbol, s: 11 * at, t: 9 + ((3 * at) % 7) }));
const REFINED = INSTANCES.map((instance, at) =>
  at % 2 === 0 ? instance : { ...instance, refined: { pixels: noise(8, 9, at, 'areas'), dx: 1, dy: -1 } },
);
const PATTERNS = [1, 2, 3, 4, 5].map((seed) => noise(5, 4, seed));
const VALUES = Array.from({ length: 9 }, (_, y) => Array.from({ length: 12 }, (_, x) => (x + 2 * y) % 5));
const GRID = { values: VALUES, count: 5, grid: { x: 700, y: 1500, right: 1100, down: 260 } };
const text = (form: Parameters<typeof jbig2Text>[2], instances = INSTANCES): TestSegment => ({
  ...jbig2Text([SIZE.width, SIZE.height], { symbols: SYMBOLS, instances }, form),
  references: [1],
});
const number = [0, 1, 2, 3] as const;

const PICTURES: readonly [string, TestSegment[]][] = [
  ...number.map((template): [string, TestSegment[]] => [
    `template ${template}`,
    [PAGE, jbig2Generic(SHOWN, { template, isTypical: template % 2 === 0 })],
  ]),
  [
    'adaptive pixels',
    [
      PAGE,
      jbig2Generic(SHOWN, {
        adaptive: [
          [-9, 0],
          [7, -3],
          [-20, -5],
          [2, -2],
        ],
      }),
    ],
  ],
  ['a refined page', [PAGE, jbig2Generic(SHOWN), jbig2Refinement(noise(61, 44, 8, 'areas'), SHOWN)]],
  ...number.map((corner): [string, TestSegment[]] => [
    `text by corner ${corner}`,
    [PAGE, DICTIONARY, text({ corner, isTransposed: corner > 1, stripeBits: corner, offset: corner - 2 })],
  ]),
  ['refined text', [PAGE, DICTIONARY, text({ refinement: { template: 1 } }, REFINED)]],
  ...number.map((template): [string, TestSegment[]] => [
    `a halftone of template ${template}`,
    [
      PAGE,
      jbig2Patterns(PATTERNS, { template }),
      { ...jbig2Halftone([SIZE.width, SIZE.height], GRID, { template }), references: [1] },
    ],
  ]),
  [
    'operators',
    [
      PAGE,
      ...number.map((operator) =>
        jbig2Generic(noise(40, 30, 3), {}, { x: 9 * operator, y: operator, operator }),
      ),
    ],
  ],
];

describe.each(JUDGES)('UP-6: what %s shows of JBIG2', (judge) => {
  const hasJudge = isInstalled(judge);
  it.skipIf(!hasJudge).each(PICTURES)(
    hasJudge ? '%s' : `skipped: ${judge} not installed: %s`,
    (_, segments) => {
      const bytes = writeJbig2(segments);
      expect(shownBy(bytes, SIZE)).toBe(judged(judge, bytes));
    },
  );
});

/** What a judge makes of a picture, as a text. */
function judged(judge: string, bytes: Uint8Array): string {
  const { width, height } = SIZE;
  const file = pictured(bytes, { ...SIZE, components: 1, bits: 1, filter: '/JBIG2Decode' });
  const room = mkdtempSync(join(tmpdir(), 'websign-jbig2-'));
  try {
    writeFileSync(join(room, 'given.pdf'), file);
    const call =
      judge === 'mutool'
        ? ['draw', '-r', '72', '-A', '0', '-o', 'got-000.pbm', 'given.pdf']
        : ['given.pdf', 'got'];
    expect(spawnSync(judge, call, { cwd: room }).status).toBe(0);
    // P4, width and height, then rows in whole octets, 1 black.
    const picture = readFileSync(join(room, 'got-000.pbm'));
    const length = Math.ceil(width / 8);
    const rows = picture.subarray(picture.length - length * height);
    return Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (__, x) =>
        (((rows[y * length + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1 ? '#' : '.',
      ).join(''),
    ).join('\n');
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
