import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

function differences(value: string): string[] {
  const look = (content: string) => streamBody(content, '/Type/XObject/Subtype/Form/BBox[0 0 24 24]');
  const widget = `/Type/Annot/Subtype/Widget/F 4/FT/Btn/Ff 49152/T(a)/AS/1/Rect[72 660 96 684]${value}`;
  const more = [
    { number: 100, body: `<<${widget}/AP<</N<</1 101 0 R/Off 102 0 R>>>>>>` },
    { number: 101, body: look('6 6 12 12 re f') },
    { number: 102, body: look('') },
  ];
  const objects = documentObjects({ pages: [{ content: '', entries: '/Annots[100 0 R]' }], more });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  return findings.flatMap(({ kind, excerpt = '' }) => (kind === 'field_value_differs' ? [excerpt] : []));
}

it('SGN-7: no warning of a chosen radio button that no form reaches and that holds nothing', () => {
  expect(differences('')).toEqual([]);
});

it('UP-6: a button that no form reaches and that holds something else than it shows', () => {
  expect(differences('/V/Off')).toEqual(['1 ≠ —']);
});
