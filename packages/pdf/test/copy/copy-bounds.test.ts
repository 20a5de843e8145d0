import { bombs, streamBody, type TestDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Limits, PdfError, type PdfErrorCode } from '../../src/index.ts';
import { expectNoHang, latin1, refuses } from '../support.ts';
import { copied, make } from './copied.ts';

const document: TestDocument = {
  pages: [
    { content: 'q '.repeat(400), entries: '/Resources<</XObject<</Im 100 0 R>>>>' },
    { content: '/Im Do '.repeat(3), entries: '/Resources<</XObject<</Im 100 0 R>>>>' },
  ],
  more: [
    {
      number: 100,
      body: streamBody(
        new Uint8Array(5000),
        '/Subtype/Image/Width 100/Height 50/BitsPerComponent 8/ColorSpace/DeviceGray',
        'flate',
      ),
    },
  ],
};
const plain = make(document);
const damaged = Buffer.from(latin1(plain).replace(/startxref[\s\S]*/, ''), 'latin1');

/** What takes the others seconds is what the inspection reads, too. */
const QUICK = /draws itself|arrays in arrays|go round|round a|saved states|deflated three|Type 3/;

describe('CPY-4 a safe copy stays within bounds', () => {
  it.each<[keyof Limits, number, PdfErrorCode]>([
    ['fileBytes', 1200, 'too_large'],
    ['pages', 1, 'too_many_pages'],
    ['depth', 1, 'too_deep'],
    ['valuesPerObject', 5, 'too_large'],
    ['inflatedBytes', 600, 'inflate_limit'],
    ['entries', 3, 'too_many_objects'],
  ])('of %s, whole or damaged', (key, limit, code) => {
    refuses(code, () => copied(plain, { [key]: limit }));
    refuses(code, () => copied(damaged, { [key]: limit }));
  });

  it('of what reading may cost', () => {
    refuses('too_many_objects', () => copied(plain, { readBytes: -8 * plain.length }));
    refuses('too_many_objects', () => copied(damaged, { readBytes: -8 * damaged.length }));
  });

  it('of the size of the copy: a small file can show something large in a thousand ways', () => {
    const many = Array.from({ length: 60 }, (_, at) => 200 + at);
    // What does not deflate to nothing.
    const squares = Array.from({ length: 500 }, (_, at) => `${(at * 7919) % 9973} ${at} 1 1 re f`).join('\n');
    const form = '/Type/XObject/Subtype/Form/BBox[0 0 9 9]';
    const copies: TestDocument = {
      pages: many.map((number) => ({
        entries: `/Resources<</XObject<</A ${number} 0 R/F 100 0 R>>>>`,
        content: '/F Do',
      })),
      more: [
        { number: 100, body: streamBody(`${squares}/A Do`, form) },
        ...many.map((number) => ({ number, body: streamBody(`0 0 ${number} 1 re f`, form) })),
      ],
    };
    refuses('too_large', () => copied(make(copies), { fileBytes: make(copies).length + 1000 }));
  });

  it('of the size of the copy: a form can be shown in many states of text', () => {
    const squares = Array.from({ length: 500 }, (_, at) => `${(at * 7919) % 9973} ${at} 1 1 re f`).join('\n');
    const states = Array.from({ length: 60 }, (_, at) => `${at} Tc /F Do`).join('\n');
    const shown = (text: string): Uint8Array =>
      make({
        pages: [{ entries: '/Resources<</XObject<</F 100 0 R>>>>', content: states }],
        more: [
          {
            number: 100,
            body: streamBody(`${squares} ${text}`, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<>>'),
          },
        ],
      });
    const fileBytes = 3 * shown('').length;
    expect(copied(shown(''), { fileBytes }).bytes.length).toBeLessThan(fileBytes);
    refuses('too_large', () => copied(shown('(a) Tj (b) Tj'), { fileBytes }));
  });

  it('of nesting', () => {
    const chain = Array.from({ length: 40 }, (_, at) => 200 + at);
    const nested: TestDocument = {
      pages: [{ entries: '/Resources<</XObject<</A 200 0 R>>>>', content: '/A Do' }],
      more: chain.map((number) => ({
        number,
        body: streamBody(
          '/A Do',
          `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A ${number + 1} 0 R>>>>`,
        ),
      })),
    };
    refuses('too_deep', () => copied(make(nested)));
  });

  it.each(bombs.filter(({ name }) => QUICK.test(name)))('$name', ({ bytes }) => {
    const before = process.cpuUsage();
    try {
      copied(bytes());
    } catch (error) {
      expect(error).toBeInstanceOf(PdfError);
    }
    expectNoHang(before);
  });
});
