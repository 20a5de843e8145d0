import { describe, expect, it } from 'vitest';
import type { ShadeOf } from '../src/inspect/hidden/inkgrid.ts';
import { levelled } from '../src/inspect/hidden/skew.ts';
import { draw } from './content/drawing.ts';
import { HIGH, type Line, unread, WIDE, wordAt } from './hidden-scans.ts';
import { letteredScan, letteredWidth } from './lettered-scans.ts';

const LINES: readonly Line[] = [
  { text: 'Sale agreement between the state and the owner of the flat', y: 780 },
  { text: 'The owner transfers the flat in Mill Street 14 to the state at once', y: 750 },
  { text: 'Each of the two parties bears its own costs of the transfer', y: 690 },
  { text: 'Signed in two copies in Athens on the day of the transfer', y: 660 },
];
const SHOWN = 'The price is 1.000 euro and is due on 20 March 2027';

/** A scan as one that lies askew, its lines rising by so many degrees about its middle. */
function askew(samples: Uint8Array, degrees: number): Uint8Array {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return samples.map((_, at) => {
    const [x, y] = [(at % WIDE) - WIDE / 2, Math.floor(at / WIDE) - HIGH / 2];
    const [column, row] = [x * cosine - y * sine + WIDE / 2, x * sine + y * cosine + HIGH / 2];
    const [left, top] = [Math.floor(column), Math.floor(row)];
    const level = (across: number, down: number): number =>
      left + across < 0 || left + across >= WIDE
        ? 255
        : (samples[(top + down) * WIDE + left + across] ?? 255);
    const [part, low] = [column - left, row - top];
    const upper = level(0, 0) * (1 - part) + level(1, 0) * part;
    return upper * (1 - low) + (level(0, 1) * (1 - part) + level(1, 1) * part) * low;
  });
}

/** What is told where words were recognised once the scan was turned back. */
const told = (degrees: number, said: string): string[] =>
  unread(
    askew(letteredScan([...LINES, { text: SHOWN, y: 720 }]), degrees),
    [...LINES, { text: said, y: 720 }]
      .map(({ text, y }) => wordAt(text, 72, y, letteredWidth(text)))
      .join(''),
  );

describe('UP-6: words recognised on scans that lie askew', () => {
  const said = SHOWN.replace('1.000', '9.000');
  it.each([-3, -2, 2.5, 4])('by %d degrees: the number that is another one', (degrees) =>
    expect(told(degrees, said)).toEqual([said]),
  );

  it.each([-4, -2.5, -1, 0, 1, 2, 3])('SGN-7: by %d degrees: none of what is shown', (degrees) =>
    expect(told(degrees, SHOWN)).toEqual([]),
  );

  it('where each word lies on its ink as well, and none of what is shown', () => {
    const scan = askew(letteredScan([...LINES, { text: SHOWN, y: 720 }]), 2.5);
    const along = (line: string): string => wordsAlong([...LINES, { text: line, y: 720 }], 2.5);
    expect(unread(scan, along(SHOWN))).toEqual([]);
    expect(unread(scan, along(said))).toEqual(['9.000']);
  });
});

describe('UP-6: words that are said along the slope of a scan', () => {
  const short = 'Signed in two copies in Athens';
  const fee = `${short} and a fee of 9000 euro`;
  const others = LINES.slice(0, 3);
  it.each([0.2, 0.5, -0.8, 1.2, 2])('by %d degrees: those beyond the ink of their line', (degrees) => {
    const scan = askew(letteredScan([...others, { text: short, y: 660 }]), degrees);
    const along = (text: string): string => {
      const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const level = wordsAlong([...others, { text, y: 660 }], degrees);
      return level.replaceAll(' 1 0 0 1 ', ` ${cosine} ${sine} ${-sine} ${cosine} `);
    };
    expect(along(fee)).not.toContain(' 1 0 0 1 ');
    expect(unread(scan, along(fee)).join(' ')).toBe(fee);
    expect(unread(scan, along(short))).toEqual([]);
  });
});

/** Each word where its ink begins on a scan that lies askew. */
function wordsAlong(lines: readonly Line[], degrees: number): string {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const words = lines.flatMap(({ text, y }) => {
    let x = 72;
    return text.split(' ').map((word) => {
      const [across, up] = [x - 297.5, y - 421];
      x += letteredWidth(`${word} `);
      const [left, foot] = [297.5 + across * cosine - up * sine, 421 + across * sine + up * cosine];
      return wordAt(word, left, foot, letteredWidth(word));
    });
  });
  return words.join('');
}

it.each([-0.02, 0.008, 0.02])(
  'UP-6: words that are said along a slope of %d are turned back with their scan',
  (slope) => {
    const angle = Math.atan(slope);
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const lines = Array.from({ length: 6 }, (_, at) => {
      const y = 700 - 20 * at;
      return `BT 3 Tr /F1 10 Tf ${cosine} ${sine} ${-sine} ${cosine} 60 ${y} Tm (some words of a line) Tj ET`;
    });
    const runs = draw(lines.join('\n')).texts;
    const places: number[][] = [];
    const shade: ShadeOf = (x, y) => {
      places.push([x, y]);
      return 255;
    };
    const seen = {
      ...{
        document: {},
        isBlank: () => false,
        shadeUnder: () => shade,
        finenessUnder: () => 4,
        stringsAt: () => [],
        spend: () => {},
      },
      middleUnder: () => [300, 400] as const,
    };
    const page = levelled(
      runs.map((run) => ({ run })),
      seen,
    );
    expect(runs).toHaveLength(6);
    for (const run of runs) {
      const { line } = page.placed(run);
      expect(line[1]).toBeCloseTo(line[3], 6);
      // A place on the levelled line is that of the word as it is said.
      page.seen.shadeUnder(run)?.(line[0], line[1]);
      const [x = 0, y = 0] = places.at(-1) ?? [];
      expect(Math.abs((y - run.line[1]) * cosine - (x - run.line[0]) * sine)).toBeLessThan(0.01);
    }
  },
);

describe('SEC-3: looking for the slope of lines is bounded', () => {
  it('however many words a page has, and however far they are from each other', () => {
    const content = Array.from({ length: 5000 }, (_, at) => wordAt('word', 10, 90 * at, 60)).join('');
    let [places, spent] = [0, 0];
    const shade: ShadeOf = (x, y) => {
      places++;
      return (((y - 0.04 * x) % 1800) + 1800) % 1800 < 900 ? 0 : 255;
    };
    const seen = {
      ...{
        document: {},
        isBlank: () => false,
        shadeUnder: () => shade,
        finenessUnder: () => 4,
        stringsAt: () => [],
      },
      middleUnder: () => [0, 0] as const,
      spend: (units: number) => {
        spent += units;
      },
    };
    levelled(
      draw(content).texts.map((run) => ({ run })),
      seen,
    );
    expect(places).toBeGreaterThan(10_000);
    expect(places).toBeLessThan(40_000);
    expect(spent).toBeGreaterThan(places);
  });
});
