import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const SHADING =
  '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[60 0 300 0]/Function<</FunctionType 2/Domain[0 1]/C0[0 0 .6]/C1[.6 0 0]/N 1>>>>';

/** What is told of words that are a clip, and of what is painted through them. */
function told(painted: string, text = 'Fee 9100 euro', before = ''): string[] {
  const content = `${before}q BT /F1 12 Tf 7 Tr 72 700 Td (${text}) Tj ET ${painted} Q`;
  const entries = `/Resources<</Font<</F1 3 0 R>>/Shading<</S1 ${SHADING}>>>>`;
  const objects = documentObjects({ pages: [{ content, entries }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind.endsWith('_text'))
    .map(({ kind, excerpt }) => `${kind} ${excerpt}`);
}

// In Helvetica of 12 points the 9 stands from 96.02 to 102.7.
describe('UP-6: letters that something is painted through', () => {
  it.each([
    ['but for a digit', '0 g 60 690 36 30 re f 102.5 690 200 30 re f', 'invisible_text 9'],
    ['but for all before a place', '0 g 102.5 690 200 30 re f', 'invisible_text Fee 9'],
    [
      'a digit in the colour of the paper',
      '0 g 60 690 300 30 re f 1 g 96 690 6.7 30 re f',
      'invisible_text 9',
    ],
    [
      'but for a digit, by shapes',
      '0 g 60 690 m 95.8 690 l 95.8 712 l 60 720 l f 102.6 690 m 300 690 l 300 720 l 102.6 712 l f',
      'invisible_text 9',
    ],
    ['but for their tops', '0 g 60 690 300 11.8 re f', 'invisible_text Fee 9100 euro'],
  ])('%s', (_, painted, excerpt) => expect(told(painted)).toEqual([excerpt]));

  it('but for a word', () => {
    const text = 'The party shall not pay';
    expect(told('0 g 60 690 93.5 30 re f 172 690 200 30 re f', text)).toEqual(['invisible_text not']);
  });

  it.each([
    ['all of them', '0 g 60 690 300 30 re f'],
    ['in two colours', '0 g 60 690 40 30 re f .6 0 0 rg 100 690 200 30 re f'],
    ['in stripes', Array.from({ length: 16 }, (_, at) => `60 ${697 + at * 0.9} 300 .7 re f`).join(' ')],
    ['a shading', '/S1 sh'],
    ['a round shape', '0 0 .5 rg 0 700 m 0 900 300 900 400 700 c 300 400 100 400 0 700 c f'],
    ['a broad line', '0 G 40 w 60 704 m 300 704 l S'],
  ])('SGN-7: none of %s', (_, painted) => expect(told(painted)).toEqual([]));

  it('SGN-7: none of letters that are painted as well', () => {
    const words = 'BT /F1 12 Tf 72 700 Td (Fee 9100 euro) Tj ET ';
    expect(told('.4 g 60 705 300 20 re f', 'Fee 9100 euro', words)).toEqual([]);
  });
});
