import { bodyOf, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { document, instead, look, told } from './later-changes-objects.ts';

const GROUP = '<</Name(draft)>>';
const ANNOTATED = bodyOf(document, 103);

/** What is told of a field whose /OC was `before` when the document with a layer (12) without a type was signed. */
function shownBy(
  before: string,
  after: string,
  properties = '/OCGs[130 0 R 12 0 R]/D<<>>',
): Promise<string[]> {
  const field = (shown: string): TestObject => ({
    number: 103,
    body: ANNOTATED.replace(/>>$/, `/OC ${shown}>>`),
  });
  const objects: TestObject[] = [
    instead(1, { '/OCGs[130 0 R]/D<<>>': properties }),
    { number: 12, body: GROUP },
    { number: 13, body: '<</Type/OCMD/VE[/Not 12 0 R]>>' },
    { number: 14, body: '[12 0 R]' },
    field(before),
  ];
  const copies: TestObject[] = [
    { number: 22, body: GROUP },
    { number: 23, body: '<</Type/OCMD/VE[/Not 22 0 R]>>' },
    { number: 24, body: '<</Type/OCMD/VE[/Not 12 0 R]>>' },
  ];
  return told(objects, [...copies, field(after)]);
}

describe('a layer that says no type', () => {
  it.each([
    '/OCGs[130 0 R 12 0 R]/D<<>>',
    '/OCGs 14 0 R/D<<>>',
    '/OCGs[130 0 R]/D<</OFF[12 0 R]>>',
    '/OCGs[130 0 R]/D<</BaseState/OFF/ON[12 0 R]>>',
    '/OCGs[130 0 R]/D<</AS[<</Event/View/Category[/View]/OCGs[12 0 R]>>]>>',
  ])('MAP-8 is known by its number where the document lists it: %s', async (properties) => {
    expect(await shownBy('12 0 R', '22 0 R', properties)).toContain('field');
    expect(await shownBy('12 0 R', GROUP, properties)).toContain('field');
  });

  it('MAP-8 is known so behind what names it, which is no layer itself', async () => {
    expect(await shownBy('13 0 R', '23 0 R')).toContain('field');
    expect(await shownBy('13 0 R', '24 0 R')).not.toContain('field');
    expect(await shownBy('12 0 R', '12 0 R')).not.toContain('field');
  });
});

describe('a page that says no type', () => {
  it('MAP-8 is known by its number where the tree lists it: a destination leads to that one', async () => {
    const page: TestObject = {
      number: 4,
      body: bodyOf(document, 4).replace('/Type/Page', '').replace('/Thumb 400 0 R', ''),
    };
    const opens = (target: number, file = document): TestObject =>
      instead(1, { '/MarkInfo': `/OpenAction<</S/GoTo/D[${target} 0 R/Fit]>>/MarkInfo` }, file);
    const found = told([page, opens(4)], (signed) => [
      { number: 24, body: bodyOf(signed, 4) },
      instead(1, { '/D[4 0 R': '/D[24 0 R' }, signed),
    ]);
    expect(await found).toContain('catalog');
  });
});

describe('the look of a field that is filled in', () => {
  const RESOURCES = '/Font<</F1 3 0 R>>/Properties<</L 130 0 R>>';
  const filled = (content: string, properties: string): Promise<string[]> =>
    told([instead(1, { '/D<<>>': properties })], (signed) => [
      { number: 100, body: bodyOf(signed, 100).replace(/>>$/, '/V(10)/AP<</N 600 0 R>>>>') },
      { number: 600, body: look(content, RESOURCES) },
    ]);
  const words = (x: number, text: string): string => `BT /F1 9 Tf ${x} 4 Td (${text}) Tj ET`;
  const MORE = `${words(2, '10')} /OC/L BDC ${words(12, '999')} EMC`;
  const OFF = '/D<</OFF[130 0 R]>>';

  it('MAP-8 is not read where a layer of it is off: it says more by a click', async () => {
    expect(await filled(MORE, OFF)).toEqual(['form_value', 'unread_look']);
    expect(await filled(`/OC/L BDC ${words(2, '10')} EMC`, OFF)).toEqual(['form_value', 'unread_look']);
    expect(await filled(words(2, '10'), OFF)).toEqual(['form_value']);
    expect(await filled(MORE, '/D<<>>')).toEqual(['appearance']);
    const printed = `${OFF.slice(0, -2)}/AS[<</Event/Print/Category[/Print]/OCGs[130 0 R]>>]>>`;
    expect(await filled(MORE, printed)).toEqual(['form_value', 'unread_look']);
  });
});
