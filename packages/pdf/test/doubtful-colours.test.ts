import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of text in a colour of a space. */
function told(space: string, colour: string, more: TestObject[] = []): string[] {
  const content = `/C1 cs ${colour} BT /F1 12 Tf 72 700 Td (The price is 9000 euro) Tj ET`;
  const objects = documentObjects({ pages: [{ content }], more }).map((object) =>
    object.number === 4
      ? {
          number: 4,
          body: String(object.body).replace('/Font<<', () => `/ColorSpace<</C1 ${space}>>/Font<<`),
        }
      : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
}

const ink = (transform: string): string => `[/Separation/Ink/DeviceGray ${transform}]`;
const calculated = (code: string, entries = '/Domain[0 1]/Range[0 1]'): TestObject[] => [
  { number: 100, body: streamBody(code, `/FunctionType 4${entries}`) },
];
const sampled = (samples: string): TestObject[] => [
  {
    number: 100,
    body: streamBody(samples, '/FunctionType 0/Domain[0 1]/Range[0 1]/Size[4]/BitsPerSample 8'),
  },
];
const LAB = '/WhitePoint[.9505 1 1.089]';

describe('UP-6: text in a colour that readers cannot work out, or work out in several ways', () => {
  it.each<[string, string, string, TestObject[]?]>([
    ['a transform that is missing', ink('99 0 R'), '1 scn'],
    ['a transform that is a name', ink('/Identity'), '1 scn'],
    ['a transform of no known type', ink('<</FunctionType 5/Domain[0 1]>>'), '1 scn'],
    ['an operator that there is not', ink('100 0 R'), '1 scn', calculated('{ foo pop 1 }')],
    ['one in a branch', ink('100 0 R'), '1 scn', calculated('{ 0 gt { 0 } { 0 foo } ifelse }')],
    ['a stack that runs empty', ink('100 0 R'), '1 scn', calculated('{ pop pop 1 }')],
    ['a sum of one number', ink('100 0 R'), '1 scn', calculated('{ add }')],
    ['a division by zero', ink('100 0 R'), '1 scn', calculated('{ pop 1 0 div }')],
    ['no result', ink('100 0 R'), '1 scn', calculated('{ pop }')],
    ['a range backwards', ink('100 0 R'), '1 scn', calculated('{ pop 0 }', '/Domain[0 1]/Range[1 0]')],
    ['no range', ink('100 0 R'), '1 scn', calculated('{ pop 0 }', '/Domain[0 1]')],
    ['no domain', ink('<</FunctionType 2/C0[1]/C1[0]/N 1>>'), '1 scn'],
    ['a domain backwards', ink('<</FunctionType 2/Domain[1 0]/C0[1]/C1[0]/N 1>>'), '1 scn'],
    ['no exponent', ink('<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]>>'), '1 scn'],
    [
      'a part that is missing',
      ink('<</FunctionType 3/Domain[0 1]/Bounds[]/Encode[0 1]/Functions[99 0 R]>>'),
      '1 scn',
    ],
    ['samples that break off', ink('100 0 R'), '.9 scn', sampled('\xff\x80')],
    ['no alternate', '[/Separation/Ink 99 0 R<</FunctionType 2/Domain[0 1]/N 1>>]', '1 scn'],
    ['a family that there is not', '[/Foo/DeviceGray]', '.1 sc'],
    ['a palette that ends before its colour', '[/Indexed/DeviceGray 255<ffffff>]', '5 sc'],
    ['a palette that ends behind its colour', '[/Indexed/DeviceGray 255<80ffc0>]', '0 sc'],
    ['a number beyond the palette', '[/Indexed/DeviceGray 1<0080>]', '5 sc'],
    ['a part of a number', '[/Indexed/DeviceGray 1<0080>]', '.6 sc'],
    ['a chroma beyond its range', `[/Lab<<${LAB}/Range[0 0 0 0]>>]`, '60 80 80 sc'],
  ])('%s', (_, space, colour, more) => expect(told(space, colour, more)).toContain('ambiguous_syntax'));

  it('an ink beyond the range of its chroma is what it is within it: white', () =>
    expect(told(`[/Lab<<${LAB}/Range[0 0 0 0]>>]`, '100 80 80 sc')).toContain('same_colour_text'));

  it.each<[string, string, string, TestObject[]?]>([
    ['a power', ink('<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>'), '1 scn'],
    ['a program', ink('100 0 R'), '1 scn', calculated('{ dup 0 gt { 1 exch sub } { pop 1 } ifelse }')],
    ['samples', ink('100 0 R'), '1 scn', sampled('\xff\x80\x40\x00')],
    [
      'parts',
      ink(
        '<</FunctionType 3/Domain[0 1]/Bounds[]/Encode[0 1]/Functions[<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>]>>',
      ),
      '1 scn',
    ],
    ['a palette', '[/Indexed/DeviceGray 1<0080>]', '0 sc'],
    ['a palette with more than it needs', '[/Indexed/DeviceGray 1<008080>]', '1 sc'],
    ['a part of a number that is nearest to the one below', '[/Indexed/DeviceGray 1<0080>]', '.265 sc'],
    ['CIE L*a*b*', `[/Lab<<${LAB}>>]`, '30 20 -20 sc'],
  ])('SGN-7: none of %s', (_, space, colour, more) => expect(told(space, colour, more)).toEqual([]));
});
