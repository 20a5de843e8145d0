import { deflateSync } from 'node:zlib';
import {
  bytesOf,
  documentObjects,
  streamBody,
  type TestJpeg,
  type TestObject,
  writeJpeg,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { apart, imageBody, lightOf, pictureOf, type Shown } from './jpegs.ts';

const base: TestJpeg = { width: 24, height: 16, components: [(x, y) => 40 + x * 3 + y] };
const shown: Shown = { width: 24, height: 16, components: 1 };
const whole = writeJpeg(base);
const plain = lightOf(whole, shown) ?? [];

const hex = (bytes: Uint8Array): Uint8Array => bytesOf(`${Buffer.from(bytes).toString('hex')}>`);

describe('entries of images that are JPEGs', () => {
  it.each([
    ['a name', '/DCTDecode', whole],
    ['a short name', '/DCT', whole],
    ['alone in an array', '[/DCTDecode]', whole],
    ['deflated', '[/FlateDecode/DCTDecode]', deflateSync(whole)],
    ['in hexadecimal digits', '[/ASCIIHexDecode/DCTDecode]', hex(whole)],
    ['deflated, in hexadecimal digits', '[/AHx/Fl/DCT]', hex(deflateSync(whole))],
  ])('filters: %s', (_, filter, data) => expect(lightOf(data, { ...shown, filter })).toEqual(plain));

  it.each([
    ['of another order', '[/DCTDecode/FlateDecode]', deflateSync(whole)],
    ['that are not known', '[/Other/DCTDecode]', whole],
    ['whose data are not theirs', '[/FlateDecode/DCTDecode]', whole],
  ])('none is read by filters %s', (_, filter, data) =>
    expect(lightOf(data, { ...shown, filter })).toBeUndefined(),
  );

  it.each([
    ['without parameters', '/DecodeParms[null null]'],
    ['with a predictor that is none', '/DecodeParms[<</Predictor 1>> null]'],
    ['with a transform that one component does not have', '/DecodeParms[null<</ColorTransform 1>>]'],
  ])('parameters: %s', (_, entries) =>
    expect(lightOf(deflateSync(whole), { ...shown, entries, filter: '[/FlateDecode/DCTDecode]' })).toEqual(
      plain,
    ),
  );

  const profile = (count: number): TestObject => ({ number: 110, body: streamBody('', `/N ${count}`) });
  /** All tints are as light as one less than they are. */
  const inverse: TestObject = {
    number: 111,
    body: '<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>',
  };

  it.each([
    ['a range that is turned', { entries: '/Decode[1 0]' }, (level: number) => 255 - level],
    ['half of a range', { entries: '/Decode[0 .5]' }, (level: number) => level / 2],
    ['a profile', { space: '[/ICCBased 110 0 R]' }, (level: number) => level],
    ['an ink', { space: '[/Separation/Ink/DeviceGray 111 0 R]' }, (level: number) => level],
  ])('colours: %s', (_, more, worth) => {
    const light = lightOf(whole, { ...shown, ...more }, [profile(1), inverse]) ?? [];
    expect(apart(plain.map(worth), light)).toBeLessThanOrEqual(1);
  });

  it('colours whose lightness is not that of their greys', () => {
    const level = 180;
    const three = { ...base, components: [() => level, () => 128, () => 128] };
    const of = { ...shown, components: 3 };
    const [light = -1] = lightOf(writeJpeg(three), of) ?? [];
    expect(light).toBeCloseTo(level, 0);
    // The first component alone is lightness (ISO 32000-2 §8.6.5.4).
    const space = '[/Lab<</WhitePoint[.95 1 1.09]/Range[-100 100 -100 100]>>]';
    const [grey = -1] = lightOf(writeJpeg({ ...three, adobe: 0 }), { ...of, space }) ?? [];
    expect(Math.abs(grey - (level / 255) * 248)).toBeLessThan(20);
  });

  it('soft masks', () => {
    const mask = { ...base, components: [(x: number) => (x < 8 ? 0 : 200)] };
    const objects = documentObjects({
      more: [
        { number: 90, body: imageBody(whole, { ...shown, entries: '/SMask 91 0 R' }) },
        { number: 91, body: imageBody(writeJpeg(mask), shown) },
      ],
    });
    const { alpha } = pictureOf(writePdf({ kind: 'table', objects }));
    expect(alpha?.(4 / 24, 0.5)).toBeCloseTo(0, 2);
    expect(alpha?.(18 / 24, 0.5)).toBeCloseTo(200 / 255, 2);
  });
});
