import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, PdfError, type PdfValue } from '../src/index.ts';
import { Parser } from '../src/syntax/parser.ts';
import { decodeText, nameObject, stringBytes, textString } from '../src/syntax/strings.ts';
import { raw } from '../src/syntax/values.ts';
import { latin1, refuses } from './support.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const parse = (text: string, limits = {}): PdfValue =>
  new Parser(bytes(text), 0, { ...DEFAULT_LIMITS, ...limits }).value();

/** A value as plain data. */
function plain(value: PdfValue): unknown {
  switch (value.type) {
    case 'null':
      return null;
    case 'boolean':
    case 'number':
      return value.value;
    case 'name':
      return { name: value.value };
    case 'string':
      return latin1(stringBytes(value));
    case 'array':
      return value.items.map(plain);
    case 'dict':
      return new Map([...value.entries].map(([key, entry]) => [key, plain(entry)]));
    case 'ref':
      return { ref: value.number, generation: value.generation };
    case 'stream':
      return plain(value.dict);
  }
}

describe('parser: values (ISO 32000-2 §7.3)', () => {
  it.each([
    ['true', true],
    ['null', null],
    ['-17', -17],
    ['+.5', 0.5],
    ['4.', 4],
    ['-0.002', -0.002],
    ['/Name', { name: 'Name' }],
    ['/J#61vaScript', { name: 'JavaScript' }],
    ['/A#20B#23', { name: 'A B#' }],
    ['/', { name: '' }],
    ['(a(b)c\\)\\\\)', 'a(b)c)\\'],
    ['(\\101\\7\\0534\\n\\q)', 'A\x07+4\nq'],
    ['(a\\\r\nb\\\nc\r\nd)', 'abc\nd'],
    ['<48 65 6C6c 6>', 'Hell`'],
    ['<>', ''],
    ['[1 0 R 2 3 0 R]', [{ ref: 1, generation: 0 }, 2, { ref: 3, generation: 0 }]],
    ['[1 0 R2]', 'broken'],
    ['[1 2]', [1, 2]],
    ['%c\n12', 12],
    [
      '<</A/B/C 1 0 R/D[]>>',
      new Map<string, unknown>([
        ['A', { name: 'B' }],
        ['C', { ref: 1, generation: 0 }],
        ['D', []],
      ]),
    ],
  ])('%s', (text, expected) => {
    if (expected === 'broken') refuses('broken_object', () => parse(text));
    else expect(plain(parse(text))).toEqual(expected);
  });

  it.each([
    '',
    '(',
    '(\\',
    '<4',
    '<4G>',
    '[1',
    '<<',
    '<</A>>',
    '<<1 2>>',
    '1a',
    '--1',
    'R',
    'nul',
    'trueish',
    '>>',
    ']',
    '1.2.3',
    '+',
    '-',
    '.',
    '-.',
    '[- 0]',
    '<</A ./B 1>>',
    '/A#',
    '/A#2',
    '/A#2%',
    '/A#2G',
    '/A#G2',
    '/A##41',
    '/A#2\n0',
    '<</A#2%x null/B 1>>',
    '[/A#2]',
  ])('refuses %j', (text) => refuses('broken_object', () => parse(text)));

  it('refuses numbers of more octets than any reader takes at once', () => {
    for (const lead of ['', '-', '1.', '+.']) {
      const zeros = '0'.repeat(254 - lead.length);
      expect(plain(parse(`${lead}${zeros}1`))).toBeTypeOf('number');
      refuses('broken_object', () => parse(`${lead}${zeros}01`));
    }
    refuses('broken_object', () => parse(`[${'0'.repeat(70_000)}5 0 R]`));
  });

  it('refuses numbers without end', () => refuses('broken_object', () => parse(`1${'0'.repeat(400)}`)));

  it('remembers keys that stand there twice, and takes the last', () => {
    const dict = parse('<</A 1/#41 2>>');
    expect(dict.type === 'dict' && dict.duplicates).toEqual(['A']);
    expect(plain(dict)).toEqual(new Map([['A', 2]]));
  });

  it('remembers the bytes of every value', () => {
    const dict = parse('<</A [ 1  2 ]/B(x)>>');
    if (dict.type !== 'dict') throw new Error('no dictionary');
    expect([...dict.entries.values()].map((value) => latin1(raw(value)))).toEqual(['[ 1  2 ]', '(x)']);
  });
});

describe('parser: bounds', () => {
  it('nests no deeper than the limit', () => {
    expect(parse(`${'['.repeat(20)}${']'.repeat(20)}`, { depth: 20 }).type).toBe('array');
    refuses('too_deep', () => parse(`${'['.repeat(21)}${']'.repeat(21)}`, { depth: 20 }));
    refuses('too_deep', () => parse('<</A'.repeat(1_000_000)));
  });

  it('reads no more values than the limit', () => {
    expect(parse('[1 2 3]', { valuesPerObject: 4 }).type).toBe('array');
    refuses('too_large', () => parse('[1 2 3 4]', { valuesPerObject: 4 }));
  });
});

describe('parser: properties', () => {
  const name = fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)) });
  const scalar = fc.oneof(
    fc.constant('null'),
    fc.boolean().map(String),
    fc.integer({ min: -1e9, max: 1e9 }).map(String),
    name.map(nameObject),
    fc.uint8Array().map((data) => `<${Buffer.from(data).toString('hex')}>`),
    fc.tuple(fc.nat(9999), fc.nat(9)).map(([number, generation]) => `${number} ${generation} R`),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, scalar, tie('array'), tie('dict')),
    array: fc.array(tie('value')).map((items) => `[${items.join(' ')}]`),
    dict: fc.dictionary(name, tie('value'), { noNullPrototype: true }).map(
      (entries) =>
        `<<${Object.entries(entries)
          .map(([key, one]) => `${nameObject(key)} ${one}`)
          .join('')}>>`,
    ),
  }));

  it('parse(write(x)) is x: the span of a value parses to the same value', () => {
    fc.assert(
      fc.property(value, (text) => {
        const first = parse(text as string);
        expect(latin1(raw(first))).toBe(text);
        expect(plain(parse(`${latin1(raw(first))} `))).toEqual(plain(first));
      }),
    );
  });

  it('a name survives writing and reading', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(plain(parse(nameObject(text)))).toEqual({ name: text });
      }),
    );
  });

  it('a text string survives, Greek included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const written = parse(textString(text));
        expect(written.type === 'string' && decodeText(stringBytes(written))).toBe(text);
      }),
    );
    expect(textString('Έγκριση')).toMatch(/^<FEFF0388/);
  });

  it('bytes that are no object throw PdfError and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>[]()/%# 01R.-+ntf\\\r\n') }), (text) => {
        try {
          parse(text);
        } catch (error) {
          expect(error).toBeInstanceOf(PdfError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('text strings', () => {
  it.each([
    ['\xfe\xff\x03\xb1', 'α'],
    ['\xff\xfe\xb1\x03', 'α'],
    ['\xef\xbb\xbf\xce\xb1', 'α'],
    ['\xef\xbb\xbf\xf0\x9f\x98\x80', '😀'],
    ['\xef\xbb\xbf\xce', '\ufffd'],
    ['plain \xe9 \xa0 \x92', 'plain é € ™'],
  ])('%j', (text, expected) => expect(decodeText(bytes(text))).toBe(expected));
});
