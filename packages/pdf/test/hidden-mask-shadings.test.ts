import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** Runs from one light to another along an axis or between circles. */
const shading = (kind: 2 | 3, coords: string, [from, to]: readonly [number, number], extend = 'true true') =>
  `<</ShadingType ${kind}/ColorSpace/DeviceGray/Coords[${coords}]/Extend[${extend}]` +
  `/Function<</FunctionType 2/Domain[0 1]/C0[${from}]/C1[${to}]/N 1>>>>`;

interface Masked {
  shading: string;
  /** What the group of the mask paints. */
  group?: string;
  kind?: 'Luminosity' | 'Alpha';
}

/** What is told of text on a page whose line of 12 points is seen through a mask. */
function told({ shading, group = '/A sh', kind = 'Luminosity' }: Masked): string[] {
  const mask = streamBody(
    group,
    '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/CS/DeviceGray>>' +
      `/Resources<</Shading<</A ${shading}>>/Pattern<</P<</PatternType 2/Shading ${shading}>>>>>>`,
  );
  const states = `/ExtGState<</G<</SMask<</S/${kind}/G 100 0 R>>>>>>`;
  const content = '/G gs BT /F1 12 Tf 72 700 Td (1500.00 per week) Tj ET';
  const objects = documentObjects({
    pages: [{ content, entries: `/Resources<</Font<</F1 3 0 R>>${states}>>` }],
    more: [{ number: 100, body: mask }],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter((finding) => finding.kind.endsWith('_text'))
    .map((finding) => `${finding.kind}: ${finding.excerpt}`);
}

// In Helvetica of 12 points the number ends at 115.4, and `per week` stands from 118.7 to 169.
describe('UP-6: text that a mask of several colours fades out', () => {
  const SOME = ['transparent_text: per week'];
  /** A mask lets nothing through but within the bounds of what it paints. */
  const CUT = ['clipped_text: per week'];
  const ALL = ['transparent_text: 1500.00 per week'];

  it.each([
    ['words behind the end of an axis', { shading: shading(2, '110 0 119 0', [1, 0]) }, SOME],
    ['all of it', { shading: shading(2, '0 0 60 0', [1, 0]) }, ALL],
    ['words of which but a trace is left', { shading: shading(2, '110 0 119 0', [1, 0.01]) }, SOME],
    [
      'words beside an axis that does not go on',
      { shading: shading(2, '0 0 118 0', [1, 1], 'true false') },
      CUT,
    ],
    ['words within a circle', { shading: shading(3, '145 704 27 145 704 30', [0, 1]) }, SOME],
    [
      'words in a dark circle on a light page',
      {
        shading: shading(3, '145 704 0 145 704 28', [0, 0.02], 'true false'),
        group: '1 g 0 0 595 842 re f /A sh',
      },
      SOME,
    ],
    [
      'an area filled with a pattern',
      { shading: shading(2, '110 0 119 0', [1, 0]), group: '/Pattern cs /P scn 0 0 595 842 re f' },
      SOME,
    ],
    [
      'many areas',
      { shading: shading(2, '110 0 119 0', [1, 0]), group: '0 690 595 30 re W n /A sh '.repeat(20) },
      SOME,
    ],
    [
      'what an axis paints, by its alpha',
      { shading: shading(2, '0 0 118 0', [1, 0], 'true false'), kind: 'Alpha' },
      CUT,
    ],
  ] as const)('%s', (_, masked, findings) => expect(told(masked)).toEqual(findings));

  it.each([
    ['words that grow lighter and are read', { shading: shading(2, '60 0 180 0', [1, 0.4]) }],
    ['an axis that ends behind the line', { shading: shading(2, '180 0 300 0', [1, 0]) }],
    ['an axis along the height of the page', { shading: shading(2, '0 842 0 0', [1, 0]) }],
    ['a light circle', { shading: shading(3, '120 704 80 120 704 200', [1, 0]) }],
    ['colours that alpha does not ask for', { shading: shading(2, '110 0 119 0', [1, 0]), kind: 'Alpha' }],
  ] as const)('SGN-7: none of %s', (_, masked) => expect(told(masked)).toEqual([]));
});
