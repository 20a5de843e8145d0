import { sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, saying } from './later-changes-objects.ts';
import { document, only, signed, value } from './later-changes-sealed.ts';

const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4/Rect[400 500 490 520]';
const SHOWN: TestObject = { number: 601, body: saying('Paid') };

/** What is told where the signed document has these objects and fields, and an update these. */
function told(
  fields: string,
  objects: readonly TestObject[],
  changed: readonly TestObject[],
  kind: 'Sig' | 'DocTimeStamp' = 'Sig',
): string[] {
  const before = signed(
    document,
    instead(110, { '/Fields[': `/Fields[${fields} ` }),
    instead(4, { '/Annots [': '/Annots [501 0 R ' }),
    ...objects,
  );
  const found = only(sealed(updated(before, [...changed, value(600, kind)])));
  return (found?.changes ?? [])
    .filter(({ rule }) => rule !== 'unused_object')
    .map(({ rule, reason, what }) => `${reason ?? rule} ${what}`);
}

const place = (entries: string): TestObject => ({ number: 501, body: `<<${WIDGET}${entries}>>` });

describe('a signature that no field of the form has', () => {
  it('MAP-8 is none where a widget below the field has it', () => {
    const field = { number: 500, body: '<</FT/Sig/T(second)/Kids[501 0 R]>>' };
    const below = place('/Parent 500 0 R');
    const signs = place('/Parent 500 0 R/V 600 0 R/AP<</N 601 0 R>>');
    expect(told('500 0 R', [field, below], [signs, SHOWN])).toEqual(['signature /V']);
    const inField = { number: 500, body: '<</FT/Sig/T(second)/V 600 0 R/Kids[501 0 R]>>' };
    const looks = place('/Parent 500 0 R/AP<</N 601 0 R>>');
    expect(told('500 0 R', [field, below], [inField, looks, SHOWN])).toEqual([
      'further_signature /V',
      'further_signature /V',
    ]);
  });

  it('MAP-8 is none where the form does not list the widget', () => {
    const signs = place('/FT/Sig/T(second)/V 600 0 R/AP<</N 601 0 R>>');
    expect(told('', [place('/FT/Sig/T(second)')], [signs, SHOWN])).toEqual(['signature /V']);
  });

  it('MAP-8 is none where a node above the place has it', () => {
    const node = (entries: string): TestObject => ({
      number: 500,
      body: `<</FT/Sig/T(group)/Kids[501 0 R]${entries}>>`,
    });
    const below = place('/T(second)/Parent 500 0 R');
    expect(told('500 0 R', [node(''), below], [node('/V 600 0 R')], 'DocTimeStamp')).toEqual([
      'signature /V',
    ]);
  });

  it.each(['(Paid 9999)', '/Paid', '[(Paid)(9999)]', '9999', 'true', '601 0 R'])(
    'MAP-8 is none where it is %s',
    (held) => {
      const empty = place('/FT/Sig/T(second)');
      const holds = place(`/FT/Sig/T(second)/V ${held}`);
      expect(told('501 0 R', [empty], [holds, SHOWN])).toContain('signature /V');
      expect(told('501 0 R', [empty], [place('/FT/Sig/T(second)/V null')])).toEqual(['signature_field /V']);
    },
  );

  it('MAP-8 is none in a new place, either', () => {
    const holds = { number: 610, body: '<</FT/Sig/T(new)/V(Paid 9999)>>' };
    const listed = instead(110, { '/Fields[': '/Fields[501 0 R 610 0 R ' });
    expect(told('501 0 R', [place('/FT/Sig/T(second)')], [listed, holds])).toEqual(['signature /V']);
  });
});

describe('a field that is no object of its own', () => {
  const text = (said: string): string => `<</FT/Tx/T(total)/V(${said})>>`;
  const form = (said: string): TestObject => instead(110, { '/Fields[': `/Fields[${text(said)} ` });

  it('MAP-8 keeps its value', () => {
    expect(told(text('1000'), [place('')], [form('1000')])).toEqual([]);
    expect(told(text('1000'), [place('')], [form('9999')])).toEqual(['field /Fields']);
  });

  it('MAP-8 keeps its value below another one', () => {
    const node = (said: string): TestObject => ({
      number: 500,
      body: `<</T(group)/Kids[${text(said)}]>>`,
    });
    expect(told('500 0 R', [node('1000'), place('')], [node('9999')])).toEqual(['field /Fields']);
  });
});

describe('the buttons of a group', () => {
  const [one, other] = ['501 0 R', '502 0 R'];
  const group = (kids: string): TestObject => ({
    number: 500,
    body: `<</FT/Btn/Ff 49152/T(agree)/Opt[(No)(Yes)]/Kids ${kids}>>`,
  });
  const button = { number: 502, body: `<<${WIDGET}/Parent 500 0 R>>` };

  it('MAP-8 stay in the order of their options', () => {
    const below = [place('/Parent 500 0 R'), button];
    const swapped = group(`[${other} ${one}]`);
    expect(told('500 0 R', [group(`[${one} ${other}]`), ...below], [swapped])).toEqual(['field /Kids']);
    const list = (kids: string): TestObject => ({ number: 503, body: `[${kids}]` });
    const apart = [group('503 0 R'), list(`${one} ${other}`), ...below];
    expect(told('500 0 R', apart, [list(`${other} ${one}`)])).toEqual(['field /Kids']);
    expect(told('500 0 R', apart, [list(`${one}  ${other}`)])).toEqual([]);
  });

  it('MAP-8 stay in it where the fields of the form, which have no order, are in a list of their own as well', () => {
    const fields = (order: string): TestObject => ({ number: 504, body: `[${order}]` });
    const [first, rest] = ['100 0 R 102 0 R', '103 0 R 105 0 R 106 0 R 500 0 R'];
    const list = (kids: string): TestObject => ({ number: 503, body: `[${kids}]` });
    const before = signed(
      document,
      instead(110, { '[100 0 R 102 0 R 103 0 R 105 0 R 106 0 R]': ' 504 0 R' }),
      fields(`${first} ${rest}`),
      ...[group('503 0 R'), list(`${one} ${other}`), place('/Parent 500 0 R'), button],
    );
    const after = (changed: TestObject): (string | undefined)[] =>
      (only(updated(before, [changed]))?.changes ?? []).map(({ reason, object }) => `${reason} ${object}`);
    expect(after(fields(`${rest} ${first}`))).toEqual([]);
    expect(after(list(`${other} ${one}`))).toEqual(['field 502']);
  });
});

describe('a choice that is written in another encoding', () => {
  const WIDE = '<FEFF0061>';
  const choice = (type: string, held: string, option: string): TestObject =>
    place(`/FT/${type}/T(city)/V ${held}/Opt[[${option}(Athens)]]`);

  it('MAP-8 is another to readers that compare octets', () => {
    const of = (type: string, held: string, option: string): string[] =>
      told('501 0 R', [choice(type, '(a)', '(a)')], [choice(type, held, option)]);
    expect(of('Ch', WIDE, '(a)')).toEqual(['form_value /V']);
    expect(of('Ch', '(a)', WIDE)).toEqual(['field /Opt']);
    expect(of('Tx', WIDE, WIDE)).toEqual([]);
  });

  it('MAP-8 is so where its type stands above it', () => {
    const node = { number: 500, body: '<</FT/Ch/T(group)/Kids[501 0 R]>>' };
    const below = (held: string): TestObject => place(`/T(city)/Parent 500 0 R/V ${held}`);
    expect(told('500 0 R', [node, below('(a)')], [below(WIDE)])).toEqual(['form_value /V']);
  });
});
