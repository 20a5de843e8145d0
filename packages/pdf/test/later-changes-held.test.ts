import { bodyOf, sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, saying, told } from './later-changes-objects.ts';
import { document, only, signed, value } from './later-changes-sealed.ts';

const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4/Rect[400 500 490 520]';
/** What is told of a change of 501, a field or the widget of the field 500. */
const after = (field: string, before: string, changed: string): Promise<string[]> =>
  told(
    [
      instead(4, { '/Annots [': '/Annots [501 0 R ' }),
      instead(110, { '/Fields[': '/Fields[500 0 R ' }),
      { number: 500, body: `<<${field}/Kids[501 0 R]>>` },
      { number: 501, body: `<<${WIDGET}/Parent 500 0 R${before}>>` },
      { number: 502, body: saying('10') },
    ],
    (signed): TestObject[] => [{ number: 501, body: bodyOf(signed, 501).replace(before, () => changed) }],
  );

describe('the widget of a field', () => {
  const LOOK = '/AP<</N 502 0 R>>';

  it('MAP-8 has no value beside that of its field', async () => {
    const field = '/FT/Tx/T(sum)/V(10)';
    expect(await after(field, LOOK, `${LOOK}/V(9999)`)).toEqual(['field']);
    expect(await after(field, LOOK, `${LOOK}/V(10)`)).toEqual(['form_value']);
    expect(await after(field, LOOK, `${LOOK}/RV(<p>9999</p>)`)).toEqual(['field']);
    const rich = '/RV(<p>10</p>)';
    expect(await after(field + rich, LOOK, LOOK + rich)).toEqual(['form_value']);
    const above = (changed: string): Promise<string[]> =>
      told(
        [
          instead(4, { '/Annots [': '/Annots [501 0 R ' }),
          instead(110, { '/Fields[': '/Fields[499 0 R ' }),
          { number: 499, body: '<</FT/Tx/T(all)/V(10)/Kids[500 0 R]>>' },
          { number: 500, body: '<</T(sum)/Parent 499 0 R/Kids[501 0 R]>>' },
          { number: 501, body: `<<${WIDGET}/Parent 500 0 R${LOOK}>>` },
          { number: 502, body: saying('10') },
        ],
        [{ number: 501, body: `<<${WIDGET}/Parent 500 0 R${LOOK}${changed}>>` }],
      );
    expect(await above('/V(10)')).toEqual(['form_value']);
    expect(await above('/V(11)')).toEqual(['field']);
  });

  it('MAP-8 has no other value for the time when its form is emptied', async () => {
    expect(await after('/FT/Tx/T(sum)/V(10)', LOOK, `${LOOK}/DV(9999)`)).toEqual(['field']);
    expect(await after('/T(all)', '/FT/Ch/T(x)', '/FT/Ch/T(x)/DV(9999)')).toEqual(['field']);
  });
});

describe('a choice', () => {
  const OPTIONS = '/Opt[[(GR)(Greece)][(CY)(Cyprus)][(x)(One)]]';
  const own = (entries: string): string => `/FT/Ch/T(land)${OPTIONS}${entries}`;
  const chosen = (before: string, now: string): Promise<string[]> => after('/T(all)', own(before), own(now));

  it('MAP-8 names by its places what it has for its value', async () => {
    expect(await chosen('/V(GR)/I[0]', '/V(GR)/I[1]')).toEqual(['appearance']);
    expect(await chosen('/V(GR)', '/V(GR)/I[0 1]')).toEqual(['appearance']);
    expect(await chosen('', '/I[1]')).toEqual(['appearance']);
    expect(await chosen('', '/I 1')).toEqual(['appearance']);
    expect(await chosen('', '/I[]')).toEqual(['form_value']);
    expect(await chosen('/V(GR)/I[0]', '/V(CY)/I[1]')).toEqual(['form_value']);
    expect(await chosen('/V(GR)', '/V[(GR)(CY)]/I[0 1]')).toEqual(['form_value']);
    expect(await chosen('/V(GR)/I[0]', '/V(GR)')).toEqual(['form_value']);
    expect(await chosen('/V(GR)/I[0]', '/V(GR)/I[]')).toEqual(['appearance']);
    expect(await chosen('/V(GR)', '/V(GR)/I[7]')).toEqual(['appearance']);
    expect(await chosen('/V(CY)', '/V(CY)/I[(x)]')).toEqual(['appearance']);
  });

  it('MAP-8 has the options of the node above it', async () => {
    const below = '/FT/Ch/T(land)';
    const inherited = (now: string): Promise<string[]> => after(`/T(all)${OPTIONS}`, below, below + now);
    expect(await inherited('/V(CY)/I[1]')).toEqual(['form_value']);
    expect(await inherited('/V(CY)/I[0]')).toEqual(['appearance']);
  });
});

describe('a field that is closed', () => {
  it('MAP-8 keeps the flags that it inherits: a password is none without them', async () => {
    const own = '/T(x)/V(secret)';
    expect(await after('/FT/Tx/Ff 8192/T(all)', own, `${own}/Ff 1`)).toEqual(['field']);
    expect(await after('/FT/Tx/Ff 8192/T(all)', own, `${own}/Ff 8193`)).toEqual(['form_value']);
    expect(await after('/FT/Tx/T(all)', own, `${own}/Ff 1`)).toEqual(['form_value']);
  });
});

describe('a node above a box', () => {
  it('MAP-8 has the value of the state in which that is shown', async () => {
    const box = (state: string): string =>
      `<<${WIDGET}/T(box)/Parent 500 0 R/AS/${state}/AP<</N<</Yes 108 0 R/Off 109 0 R>>>>>>`;
    const node = (state: string): string => `<</FT/Btn/T(all)/V/${state}/Kids[501 0 R]>>`;
    const before = [
      instead(4, { '/Annots [': '/Annots [501 0 R ' }),
      instead(110, { '/Fields[': '/Fields[500 0 R ' }),
      { number: 500, body: node('Off') },
      { number: 501, body: box('Off') },
    ];
    expect(await told(before, [{ number: 500, body: node('Yes') }])).toEqual(['appearance']);
    const ticked = [
      { number: 500, body: node('Yes') },
      { number: 501, body: box('Yes') },
    ];
    expect(await told(before, ticked)).toEqual(['form_value', 'form_value']);
  });
});

describe('a node above a place to sign', () => {
  it('MAP-8 has no signature for its value', () => {
    const before = signed(
      document,
      instead(110, { '106 0 R]': '106 0 R 500 0 R]' }),
      { number: 500, body: '<</T(all)/Kids[501 0 R]>>' },
      { number: 501, body: `<<${WIDGET}/Parent 500 0 R/FT/Sig/T(place)>>` },
    );
    const node: TestObject = { number: 500, body: '<</T(all)/Kids[501 0 R]/V 600 0 R>>' };
    const found = only(sealed(updated(before, [node, value(600)])));
    expect(found?.changes.map(({ reason, what }) => `${reason} ${what}`)).toEqual(['signature /V']);
  });
});
