import { describe, expect, it } from 'vitest';
import { mentions } from '../src/revisions/changes/mentions.ts';

/** What is told of references to objects 1 to 9, and where reading ended. */
function told(text: string): { found: string[]; named: string[]; rest: string } {
  const wanted = new Uint8Array(10).fill(1);
  const [found, named]: string[][] = [[], []];
  const bytes = Buffer.from(text, 'latin1');
  const end = mentions(bytes, 0, wanted, {
    found: (target, key, isDirect) => found?.push(`${target} ${key}${isDirect ? '' : ' below'}`),
    named: (target, key) => named?.push(`${target} ${key}`),
  });
  return { found: found ?? [], named: named ?? [], rest: text.slice(end) };
}
const found = (text: string): string[] => told(text).found;

describe('references in an object', () => {
  it.each([
    ['<</A 1 0 R>>', ['1 A']],
    ['<</A 1 0 R/B 2 0 R>>', ['1 A', '2 B']],
    ['<</A 1 3 R>>', ['1 A']],
    ['<< /A\r1\t0\nR >>', ['1 A']],
    ['<</A[1 0 R 2 0 R]>>', ['1 A', '2 A']],
    ['<</A[1 >5 0 R]/B 6 0 R>>', ['5 A']],
    ['<</A[[1 0 R]3 0 R]/B 2 0 R>>', ['1 A', '3 A', '2 B']],
    ['<</A<</B 1 0 R>>/C 2 0 R>>', ['1 B below', '2 C']],
    ['<</A<</B<</C 1 0 R>>2 0 R>>3 0 R>>', ['1 C below', '2 B below', '3 A']],
    ['<</A[<</B 1 0 R>>2 0 R]>>', ['1 B below', '2 A']],
    ['<</A[/B 1 0 R]>>', ['1 A']],
    ['<</A/B/C 1 0 R>>', ['1 C']],
    ['[1 0 R]', ['1  below']],
    ['[<</A 1 0 R>>2 0 R]', ['1 A below', '2  below']],
    ['1 0 R ', ['1  below']],
    ['<</A#42 1 0 R>>', ['1 AB']],
    ['<</A#4 1 0 R>>', ['1 A#4']],
    ['<</ 1 0 R>>', ['1 ']],
  ])('are told with the key above them: %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['to others', '<</A 10 0 R/B 0 0 n/C 11 0 R>>'],
    ['of one number', '<</A 1 R>>'],
    ['of numbers that are none', '<</A 1. 0 R/B 1 0.0 R/C 1x 0 R>>'],
    ['with something between', '<</A 1/B 0 R/C 1(x)0 R/D 1 x 0 R>>'],
    ['of a longer word', '<</A 1 0 RR/B 1 0 Rx/C 1 0 xR/D 1 0 S>>'],
    ['in a comment', '<</A %1 0 R\n/B %1 0 R\r2>>'],
    ['in a string', '<</A(1 0 R)/B(a(1 0 R)1 0 R)/C(\\)1 0 R)/D(\\\\\\)(1 0 R))>>'],
    ['in a hexadecimal string', '<</A<1 0 R>/B<31> >>'],
    ['in a name', '<</A/1#200#20R/B 1>>'],
    ['before any number', 'R 2'],
    ['behind one number alone', '0 R '],
    ['in a hexadecimal string with blanks', '<</A< 1 0 R> >>'],
    ['that touch', '<</A 1 0R>>'],
    ['that is negative', '<</A -1 0 R>>'],
  ])('are none: %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    ['a comment', '<</A %x\n1 0 R>>'],
    ['a comment that ends otherwise', '<</B %x\r/A 1 0 R>>'],
    ['a word that begins as an end does', '<</B e/A 1 0 R>>'],
    ['a string', '<</B(a(b)\\(c)/A 1 0 R>>'],
    ['a string that ends in a reverse solidus', '<</B(a\\\\)/A 1 0 R>>'],
    ['a hexadecimal string', '<</B<31>/A 1 0 R>>'],
    ['a word', '<</B true/A 1 0 R>>'],
    ['numbers', '<</B 7 8 9/A 1 0 R>>'],
    ['a number and a reference', '<</A[7 1 0 R]>>'],
  ])('are found behind %s', (_, text) => {
    expect(found(text)).toEqual(['1 A']);
  });

  it.each([
    ['<</A 1 0 R>>', ' 2 0 R'],
    ['<</A<</B 1 0 R>>>>', '<</C 2 0 R>>'],
    ['[[][<<>>]]', ' 2 0 R'],
    ['5 ', 'endobj 2 0 R'],
    ['(x) ', 'stream 2 0 R'],
    ['null ', 'endobj'],
    [']', ' 2 0 R'],
  ])('end with the object: %s', (text, rest) => {
    const { found, rest: left } = told(text + rest);
    expect(found).not.toContainEqual(expect.stringMatching(/^2/));
    // The word that ends an object is read; what follows is not.
    expect(left.trim()).toBe(rest.replace(/^(endobj|stream)/, '').trim());
  });

  it.each(['<</A 1 0 R', '<</A 1 0 R(', '<</A 1 0 R<', '<</A 1 0 R%', '<</A 1 0 R/', '<</A 1 0 R '])(
    'are found where the file ends in the object: %s',
    (text) => {
      expect(told(text)).toMatchObject({ found: ['1 A'], rest: '' });
    },
  );

  it('are read as deep as values are', () => {
    const nested = (levels: number): string[] => found(`${'['.repeat(levels)}1 0 R`);
    expect(nested(1024)).toEqual(['1  below']);
    expect(nested(1025)).toEqual([]);
  });
});

describe('references whose key is anybody’s choice', () => {
  it.each([
    ['<</Font<</F1 1 0 R>>>>', ['1 Font/* below'], []],
    ['<</Font R>>', [], []],
    ['<</F#6fnt<</F1 1 0 R>>>>', ['1 Font/* below'], []],
    ['<</#46ont<</F1 1 0 R>>>>', ['1 Font/* below'], []],
    ['<</Font[<</F1 1 0 R>>]>>', ['1 Font/* below'], []],
    ['<</Font<</A<</B 1 0 R>>>>>>', ['1 B below'], []],
    ['<</Font<</A[1 0 R]>>>>', ['1 Font/* below'], []],
    ['<</N<</On 1 0 R>>/R<</Off 2 0 R>>>>', ['1 N/* below', '2 R/* below'], []],
    ['<</Form<</F1 1 0 R>>>>', ['1 F1 below'], []],
    ['<</Fontx<</F1 1 0 R>>>>', ['1 F1 below'], []],
    // A dictionary of its own that belongs there.
    ['<</Font 1 0 R>>', ['1 Font'], ['1 Font']],
    ['<</XObject 1 0 R/N 12 0 R/Form 3 0 R>>', ['1 XObject', '3 Form'], ['1 XObject', '12 N']],
    ['<</A<</Colorants 1 0 R>>>>', ['1 Colorants below'], ['1 Colorants']],
    // An item of an array is none: a destination names its page so.
    ['<</Extensions[1 0 R]>>', ['1 Extensions'], []],
    ['<</D[1 0 R/Fit]>>', ['1 D'], []],
    ['<</D[[1 0 R]2 0 R]/N 3 0 R>>', ['1 D', '2 D', '3 N'], ['3 N']],
    ['<</D[<</N 1 0 R>>2 0 R]>>', ['1 D/* below', '2 D'], ['1 N']],
    ['<</#4e 1 0 R>>', ['1 N'], ['1 N']],
    ['<</A 1 0 R>>', ['1 A'], []],
    ['[1 0 R]', ['1  below'], []],
  ])('are told by the key of the dictionary: %s', (text, references, dictionaries) => {
    expect(told(text)).toMatchObject({ found: references, named: dictionaries });
  });

  it.each([
    ...['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'],
    ...['CharProcs', 'Colorants', 'N', 'R', 'D', 'Extensions'],
  ])('are told so for %s', (key) => {
    expect(told(`<</${key}<</Any 1 0 R>>/${key} 2 0 R>>`)).toMatchObject({
      found: [`1 ${key}/* below`, `2 ${key}`],
      named: [`2 ${key}`],
    });
  });
});
