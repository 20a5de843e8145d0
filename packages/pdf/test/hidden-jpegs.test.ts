import { documentObjects, streamBody, type TestObject, writeJpeg, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import {
  type Change,
  jpegOf,
  type Line,
  OTHERS,
  recognised,
  scanOf,
  unread,
  widthOf,
  wordAt,
} from './hidden-scans.ts';
import { open } from './support.ts';

const at = (text: string): Line => ({ text, y: 700 });
/** What is told where a JPEG shows one text and another was recognised, in a line as broad as either. */
const told = (shown: string, said: string, change?: Change): string[] =>
  unread(scanOf([...OTHERS, at(shown)], change), recognised([...OTHERS, at(said)]), 'jpeg');

describe('UP-6: words recognised on a scan that is a JPEG, as on any other', () => {
  const shown = 'The price is 1000 euro';
  const scan = scanOf([...OTHERS, at(shown)]);

  it.each([
    [shown, 'The price is 100000 euro'],
    [shown, 'The price is 1.000.000 euro'],
    ['The state shall pay 1000 euro', 'The state shall not pay 1000 euro'],
    ['The state shall pay the sum of all', 'The state shall never pay the sum of all'],
  ])('%s: %s', (ink, said) => expect(told(ink, said)).toEqual([said]));

  it('numbers, word by word', () => {
    const x = 72 + widthOf('The price is ');
    expect(unread(scan, recognised(OTHERS) + wordAt('1000000', x, 700, 28), 'jpeg')).toEqual(['1000000']);
  });

  it.each<[string, Change]>([
    ['white on black', (level) => 255 - level],
    ['grey', (level) => 60 + level / 2],
    ['with some specks', (level, place) => (place % 997 === 0 ? 0 : level)],
  ])('in a scan that is %s', (_, change) =>
    expect(told(shown, 'The price is 1000000 euro', change)).toEqual(['The price is 1000000 euro']),
  );

  it('words on blank paper', () => {
    const waives = { text: 'The contractor waives all claims', y: 500 };
    expect(unread(scan, recognised([...OTHERS, at(shown), waives]), 'jpeg')).toEqual([waives.text]);
  });

  it.each([
    ['what is shown', shown, shown],
    ['a digit more, by which recognising errs', shown, 'The price is 10000 euro'],
    ['groups that are taken for one word', 'Paid 1 000 000 euro', 'Paid 1000000 euro'],
    ['what is shown and says no', 'The state shall not pay 1000 euro', 'The state shall not pay 1000 euro'],
    ['words that run into each other', 'The state shall notify him', 'The state shall not ify him'],
  ])('SGN-7: none of %s', (_, ink, said) => expect(told(ink, said)).toEqual([]));
});

const [WIDE, HIGH] = [600, 840];
const IMAGE = `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode`;
const line = (text: string, y: number): string => `BT /F1 12 Tf 72 ${y} Td (${text}) Tj ET\n`;
const SCAN = 'q 595 0 0 842 0 0 cm /X Do Q ';
const stripes = (x: number): number => ((x >> 2) % 2) * 255;

/** A JPEG of samples by column and row. */
const picture = (shade: (x: number, y: number) => number, number = 100): TestObject => {
  const samples = Uint8Array.from({ length: WIDE * HIGH }, (_, place) =>
    shade(place % WIDE, Math.floor(place / WIDE)),
  );
  return { number, body: streamBody(jpegOf(samples, WIDE, HIGH), IMAGE) };
};

function unseen(content: string, more: TestObject[]): string[] {
  const entries = '/Resources<</Font<</F1 3 0 R>>/XObject<</X 100 0 R/Y 102 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'invisible_text')
    .map(({ excerpt }) => excerpt ?? '');
}

describe('UP-6: recognised words over JPEGs that are covered, or show nothing there', () => {
  const words = `3 Tr ${line('Recognised words of a page', 700)}${line('The price is 9000', 600)}`;
  const scans = [picture(stripes), picture(() => 255, 102)];

  it.each([
    ['an area', `${SCAN}${words} 1 g 60 590 300 30 re f`],
    ['a blank JPEG', `${SCAN}${words} q 300 0 0 30 60 590 cm /Y Do Q`],
    ['a blank JPEG before them', `${SCAN}q 300 0 0 30 60 590 cm /Y Do Q ${words}`],
  ])('covered by %s', (_, content) => expect(unseen(content, scans)).toEqual(['The price is 9000']));

  it.each([
    ['by the blank ground of a scan in layers', `q 595 0 0 842 0 0 cm /Y Do Q ${SCAN}${words}`],
    ['by a blank JPEG beside them', `${SCAN}${words} q 300 0 0 30 60 300 cm /Y Do Q`],
  ])('SGN-7: none %s', (_, content) => expect(unseen(content, scans)).toEqual([]));

  const content = `${SCAN}3 Tr ${line('Recognised words of a page', 700)}${line('who waives all claims', 600)}`;
  /** Letters in the upper part, and below what `shade` gives. */
  const scanned = (shade: (x: number, y: number) => number): TestObject =>
    picture((x, y) => (y < 200 ? stripes(x) : shade(x, y)));

  it.each([
    ['blank paper', () => 255],
    ['a mere rule', (_: number, y: number) => (y >= 234 && y < 239 ? 0 : 255)],
  ])('%s', (_, shade) => expect(unseen(content, [scanned(shade)])).toEqual(['who waives all claims']));

  it('SGN-7: none where there are letters', () => expect(unseen(content, [scanned(stripes)])).toEqual([]));
});

describe('UP-6: a JPEG of other components or another size than is said, which readers show in several ways', () => {
  const kinds = (count: number, entries: string, [width, height] = [16, 16]): string[] => {
    const plane = (): number => 128;
    const jpeg = writeJpeg({ width, height, components: new Array(count).fill(plane) });
    const image = `/Type/XObject/Subtype/Image/Width 16/Height 16/BitsPerComponent 8${entries}/Filter/DCTDecode`;
    const objects = documentObjects({
      pages: [{ content: 'q 99 0 0 99 9 9 cm /I Do Q', entries: '/Resources<</XObject<</I 90 0 R>>>>' }],
      more: [{ number: 90, body: streamBody(jpeg, image) }],
    });
    return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
  };

  it.each([
    [3, '/ColorSpace/DeviceGray'],
    [1, '/ColorSpace/DeviceRGB'],
    [3, '/ColorSpace[/CalGray<</WhitePoint[1 1 1]>>]'],
    [3, '/ColorSpace[/Indexed/DeviceRGB 1<000000ffffff>]'],
    [3, '/ColorSpace/DeviceCMYK'],
  ])('%i and %s', (count, entries) => expect(kinds(count, entries)).toContain('ambiguous_syntax'));

  it.each([
    [32, 16],
    [16, 32],
    [8, 16],
  ])('%i by %i instead of 16 by 16', (...size) =>
    expect(kinds(1, '/ColorSpace/DeviceGray', size)).toContain('ambiguous_syntax'),
  );

  it('SGN-7: none of a few rows more', () =>
    expect(kinds(1, '/ColorSpace/DeviceGray', [16, 20])).not.toContain('ambiguous_syntax'));

  it.each([
    [3, '/ColorSpace/DeviceRGB'],
    [1, '/ColorSpace/DeviceGray'],
    [4, '/ColorSpace/DeviceCMYK'],
    [3, ''],
  ])('SGN-7: none of %i and %s', (count, entries) =>
    expect(kinds(count, entries)).not.toContain('ambiguous_syntax'),
  );
});
