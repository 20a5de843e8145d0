import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const WORDS = 'BT /F1 12 Tf 72 700 Td (The tenant owes nine thousand euro) Tj ET';

function told(content: string, resources = ''): string[] {
  const entries = `/Resources<</Font<</F1 3 0 R>>${resources}>>`;
  const objects = documentObjects({ pages: [{ content, entries }] });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  return findings.map(({ kind }) => kind).filter((kind) => kind.endsWith('_text'));
}

const shown = (text: string): string => `q BT /F1 12 Tf 72 700 Td 7 Tr (${text}) Tj ET 0 Tr ${WORDS} Q`;
const slits = (width: number): string =>
  Array.from({ length: 80 }, (_, at) => `${70 + at * 3} 690 ${width} 30 re`).join(' ');

describe('UP-6: words that a clip leaves nothing of', () => {
  it.each([
    ['of blanks', shown(' '.repeat(80))],
    ['of dots', shown('. '.repeat(40))],
    ['of many slits', `q ${slits(0.05)} W n ${WORDS} Q`],
  ])('%s', (_name, content) => {
    expect(told(content)).toEqual(['clipped_text']);
  });

  it.each([
    ['the words themselves', shown('The tenant owes nine thousand euro')],
    [
      'blanks and other words',
      `q BT /F1 12 Tf 72 700 Td 7 Tr (   ) Tj (The tenant owes nine) Tj ET 0 Tr ${WORDS} Q`,
    ],
    ['broad bars', `q ${slits(2.9)} W n ${WORDS} Q`],
  ])('none that are clipped by %s', (_name, content) => {
    expect(told(content)).not.toContain('clipped_text');
  });
});

describe('the prefix of a unit that a clip leaves nothing of', () => {
  const page = (before: string, letter: string, behind: string): string =>
    `BT /F1 12 Tf 72 700 Td (${before}) Tj ET q 0 0 5 5 re W n BT /F1 12 Tf 130 700 Td (${letter}) Tj ET Q ` +
    `BT /F1 12 Tf 136 700 Td (${behind}) Tj ET`;

  it.each([
    ['Length   27', 'k', 'm'],
    ['Amounts 2', 'm', 'g a day'],
    ['Amounts 2', 'M', 'Wh'],
  ])('UP-6: %s, %s, %s', (...parts) => expect(told(page(...parts))).toEqual(['clipped_text']));

  it.each([
    ['Length long', 'k', 'm'],
    ['Amounts 2', 'k', 'gardens'],
    ['Amounts 2', 'x', 'm'],
    ['Amounts 2', 'k', ''],
  ])('SGN-7: none of %s, %s, %s', (...parts) => expect(told(page(...parts))).toEqual([]));
});

describe('UP-6: words in the colours that a shading has where they stand', () => {
  const GREY = '/ColorSpace/DeviceGray/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>';
  const filled = (shading: string, matrix = ''): string[] =>
    told(
      `/Pattern cs /P scn ${WORDS}`,
      `/Pattern<</P<</PatternType 2${matrix}/Shading<<${GREY}${shading}>>>>>>`,
    );

  it.each([
    ['white up to behind them', '/ShadingType 2/Coords[500 0 590 0]/Extend[true true]', 'same_colour_text'],
    ['a white background', '/ShadingType 2/Coords[500 0 590 0]/Background[1]', 'same_colour_text'],
    ['nothing before it begins', '/ShadingType 2/Coords[500 0 590 0]', 'transparent_text'],
    ['nothing outside of its circles', '/ShadingType 3/Coords[400 300 9 400 300 50]', 'transparent_text'],
    [
      'white outside of its circles',
      '/ShadingType 3/Coords[400 300 9 400 300 50]/Background[1]',
      'same_colour_text',
    ],
    [
      'moved by the matrix',
      '/ShadingType 2/Coords[0 0 90 0]/Extend[true true]',
      'same_colour_text',
      '/Matrix[1 0 0 1 500 0]',
    ],
  ])('%s', (_name, shading, kind, matrix = '') => {
    expect(filled(shading, matrix)).toEqual([kind]);
  });

  const STOP =
    '/ColorSpace/DeviceGray/Function<</FunctionType 3/Domain[0 1]/Bounds[.5]/Encode[0 1 0 1]/Functions[' +
    '<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>><</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>]>>';
  it.each([
    ['white from the second letter on', '/ShadingType 2/Coords[72 0 80 0]/Extend[true true]'],
    ['white over their feet', '/ShadingType 2/Coords[0 695 0 703]/Extend[true true]'],
    ['nothing from the third letter on', '/ShadingType 2/Coords[60 0 100 0]/Extend[true false]'],
    ['nothing but a small circle', '/ShadingType 3/Coords[72 700 0 72 700 5]'],
    ['white around a small circle', '/ShadingType 3/Coords[72 700 0 72 700 10]/Extend[true true]'],
    ['nothing outside of its bounds', '/ShadingType 2/Coords[72 0 80 0]/Extend[true true]/BBox[0 0 10 10]'],
  ])('%s', (_name, shading) => {
    const resources = `/Pattern<</P<</PatternType 2/Shading<<${STOP}${shading}>>>>>>`;
    const [kind] = told(`/Pattern cs /P scn ${WORDS}`, resources);
    expect(['same_colour_text', 'transparent_text']).toContain(kind);
  });

  it('none where the colour of each letter is read', () => {
    const resources = `/Pattern<</P<</PatternType 2/Shading<<${STOP}/ShadingType 2/Coords[0 0 900 0]>>>>>>`;
    expect(told(`/Pattern cs /P scn ${WORDS}`, resources)).toEqual([]);
  });

  it.each([
    ['a black end', '/ShadingType 2/Coords[0 0 50 0]/Extend[true true]'],
    ['grey between', '/ShadingType 2/Coords[0 0 400 0]'],
    ['circles around them', '/ShadingType 3/Coords[200 700 0 200 700 300]'],
    ['circles that go on', '/ShadingType 3/Coords[400 300 9 400 300 50]/Extend[true true]'],
    ['a black background', '/ShadingType 2/Coords[500 0 590 0]/Background[0]'],
    ['an axis without a length', '/ShadingType 2/Coords[9 9 9 9]/Extend[true true]'],
  ])('none in %s', (_name, shading) => {
    expect(filled(shading)).toEqual([]);
  });

  it('a pattern that cannot be read is told, and what else there is is looked at', () => {
    const entries = '/Resources<</Font<</F1 3 0 R>>/Pattern<</P 100 0 R>>>>';
    const content = `/Pattern cs /P scn ${WORDS} 60 690 340 30 re f`;
    const more = [{ number: 100, body: '<</PatternType 2/Shading<</ShadingType 2/Coords[0 0 1e-9 1]>>>>' }];
    const objects = documentObjects({ pages: [{ content, entries }], more });
    const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
    expect(findings.map(({ kind }) => kind)).toContain('unreadable_object');
  });

  it('beyond the table of an indexed space, which is its last colour', () => {
    const spaces = '/ColorSpace<</C[/Indexed/DeviceGray 1<00ff>]>>';
    expect(told(`/C cs 255 scn ${WORDS}`, spaces)).toEqual(['same_colour_text']);
    expect(told(`/C cs 0 scn ${WORDS}`, spaces)).toEqual([]);
  });
});
