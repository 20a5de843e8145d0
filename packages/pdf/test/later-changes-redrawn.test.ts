import { streamBody, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, look, saying } from './later-changes-objects.ts';
import { document, only, signed } from './later-changes-sealed.ts';
import { linesOf } from './later-changes-support.ts';

const DA = '/DA(/F1 9 Tf)';
const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4/Rect[9 239 99 259]';
const PUSH = '/FT/Btn/Ff 65536/T(push)';
/** One more annotation on the page, and one more field of the form unless it is `apart`. */
const added = (entries: string, isApart = false): TestObject[] => [
  instead(4, { '/Annots [': '/Annots [320 0 R ' }),
  ...(isApart ? [] : [instead(110, { '/Fields[': '/Fields[320 0 R ' })]),
  { number: 320, body: `<<${entries}>>` },
];
/** The objects, of which the last of a number counts, with the form's entries exchanged. */
function told(
  objects: readonly TestObject[],
  parts: Readonly<Record<string, string>>,
  changed: (file: Uint8Array) => TestObject[],
): string[] {
  const own = new Map(objects.map((object) => [object.number, object]));
  let form = String((own.get(110) ?? instead(110, {})).body);
  for (const [from, to] of Object.entries(parts)) form = form.replace(from, to);
  own.set(110, { number: 110, body: form });
  const file = signed(document, ...own.values());
  return (only(updated(file, changed(file)))?.changes ?? []).map(({ reason, rule }) => reason ?? rule);
}

const WAITING: [string, string, boolean, boolean][] = [
  ['the caption of a button', `${WIDGET}${PUSH}/MK<</CA(Pay)>>`, false, true],
  ['the caption of a button under the mouse', `${WIDGET}${PUSH}/MK<</RC(Pay)>>`, false, true],
  ['a button without a caption', `${WIDGET}${PUSH}/MK<</CA()>>`, false, false],
  ['a box', `${WIDGET}/FT/Btn/T(box)/MK<</CA(4)>>`, false, false],
  ['the options of a list', `${WIDGET}/FT/Ch/T(list)/Opt[(Pay)]`, false, true],
  ['a list without options', `${WIDGET}/FT/Ch/T(list)/Opt[]`, false, false],
  ['the options of a list that drops down', `${WIDGET}/FT/Ch/Ff 131072/T(list)/Opt[(Pay)]`, false, false],
  ['a text without a value', `${WIDGET}/FT/Tx/T(text)/V()`, false, false],
  ['a text whose value is null', `${WIDGET}/FT/Tx/T(text)/V null`, false, false],
  ['a text whose value is no string', `${WIDGET}/FT/Tx/T(text)/V/Pay`, false, true],
  ['a text with options', `${WIDGET}/FT/Tx/T(text)/Opt[(Pay)]`, false, false],
  ['a widget that is its own parent', `${WIDGET}/Parent 320 0 R`, true, false],
  ['a text that the form does not list', `${WIDGET}/FT/Tx/T(text)/V(Pay)`, true, true],
  ['a text that has its look', `${WIDGET}/FT/Tx/T(text)/V(Eleni)/AP<</N 104 0 R>>`, false, false],
];

describe('what readers draw by themselves', () => {
  it.each(WAITING)('MAP-8 waits for a font: %s', (_, entries, isApart, isWaiting) => {
    const font = (file: Uint8Array): TestObject[] => [
      instead(110, { '/F1 3 0 R': '/F1 3 0 R/F9 330 0 R' }, file),
      { number: 330, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
    ];
    const objects = added(`${entries}/DA(/F9 9 Tf)`, isApart);
    expect(told(objects, {}, font)).toEqual([isWaiting ? 'form' : 'form_upkeep']);
  });

  it.each(WAITING)('MAP-8 waits for a default appearance: %s', (_, entries, isApart, isWaiting) => {
    const styled = (file: Uint8Array): TestObject[] => [
      instead(110, { '/DR': '/DA(/F1 9 Tf 1 g)/DR' }, file),
    ];
    const objects = added(entries, isApart);
    expect(told(objects, { [DA]: '' }, styled)).toEqual([isWaiting ? 'form' : 'form_upkeep']);
  });

  it.each([
    ['a text beside fields', '/Type/Annot/Subtype/FreeText/Rect[9 239 99 259]/Contents(Pay)', 'form'],
    ['a rich one', '/Type/Annot/Subtype/FreeText/Rect[9 239 99 259]/RC(Pay)', 'form'],
    ['words over what is blacked', '/Type/Annot/Subtype/Redact/Rect[9 239 99 259]/OverlayText(Pay)', 'form'],
    ['a text without words', '/Type/Annot/Subtype/FreeText/Rect[9 239 99 259]', 'form_upkeep'],
    ['a note', '/Type/Annot/Subtype/Text/Rect[9 239 99 259]/Contents(Pay)', 'form_upkeep'],
  ])('MAP-8 waits for a font, too: %s', (_, entries, expected) => {
    const font = (file: Uint8Array): TestObject[] => [
      instead(110, { '/F1 3 0 R': '/F1 3 0 R/F9 330 0 R' }, file),
      { number: 330, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
    ];
    expect(told(added(`${entries}/DA(/F9 9 Tf)`, true), {}, font)).toEqual([expected]);
  });

  const withFont = (file: Uint8Array): TestObject[] => [
    instead(110, { '/F1 3 0 R': '/F1 3 0 R/F9 330 0 R' }, file),
    { number: 330, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
  ];

  it('MAP-8 waits for a font: a field whose widget names no parent', () => {
    const group = (type: string): TestObject[] => [
      instead(4, { '/Annots [': '/Annots [321 0 R ' }),
      instead(110, { '/Fields[': '/Fields[320 0 R ' }),
      { number: 320, body: `<</FT/${type}/T(text)/V(Pay)/Kids[321 0 R]>>` },
      { number: 321, body: `<<${WIDGET}/DA(/F9 9 Tf)>>` },
    ];
    expect(told(group('Tx'), {}, withFont)).toEqual(['form']);
    expect(told(group('Btn'), {}, withFont)).toEqual(['form_upkeep']);
  });

  it('MAP-8 a text beside fields keeps its look where fields are drawn anew', () => {
    const text = '/Type/Annot/Subtype/FreeText/Rect[9 239 99 259]/Contents(Pay)/DA(/F9 9 Tf)';
    const anew = { [DA]: `${DA}/NeedAppearances true` };
    expect(told(added(`${text}/AP<</N 104 0 R>>`, true), anew, withFont)).toEqual(['form_upkeep']);
    expect(told(added(text, true), anew, withFont)).toEqual(['form']);
  });
});

const picture = look(
  'BT /F1 1 Tf 80 2 Td (Eleni) Tj ET q 20 0 0 9 2 4 cm BI /W 2 /H 1 /BPC 8 /CS /G ID \x00\xff EI Q',
);
const unread = streamBody('x', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/Unheard');
const LOOKS: [string, TestObject[], string[]][] = [
  ['a text without a value shows one', [...added(`${WIDGET}/FT/Tx/T(text)/AP<</N 104 0 R>>`)], ['form']],
  ['a text without a value shows none', [...added(`${WIDGET}/FT/Tx/T(text)`)], ['form_upkeep']],
  ['a text with a value has an empty look', [{ number: 104, body: look('') }], ['form']],
  ['a look cannot be read', [{ number: 104, body: picture }], ['form_upkeep', 'unread_look']],
  [
    'a field stands in the list itself',
    [instead(110, { '/Fields[': '/Fields[<</FT/Tx/T(inline)/V(Pay)/Kids[]>> ' })],
    ['form_upkeep'],
  ],
  [
    'a button says what its caption says',
    added(`${WIDGET}${PUSH}/MK<</CA(Eleni)>>/AP<</N 104 0 R>>`),
    ['form_upkeep'],
  ],
  ['a button says something else', added(`${WIDGET}${PUSH}/MK<</CA(Maria)>>/AP<</N 104 0 R>>`), ['form']],
  ['a button has no look', added(`${WIDGET}${PUSH}/MK<</CA(Maria)>>`), ['form']],
  [
    'a list shows its options',
    added(`${WIDGET}/FT/Ch/T(list)/Opt[(Eleni)]/AP<</N 104 0 R>>`),
    ['form_upkeep'],
  ],
  ['a list shows others', added(`${WIDGET}/FT/Ch/T(list)/Opt[(Maria)]/AP<</N 104 0 R>>`), ['form']],
  [
    'a button shows what cannot be read',
    [...added(`${WIDGET}${PUSH}/MK<</CA(Eleni)>>/AP<</N 331 0 R>>`), { number: 331, body: unread }],
    ['form_upkeep', 'unread_look'],
  ],
  [
    'a box shows what cannot be read',
    [...added(`${WIDGET}/FT/Btn/T(box)/AP<</N 331 0 R>>`), { number: 331, body: unread }],
    ['form_upkeep', 'unread_look'],
  ],
  ['a box shows words', added(`${WIDGET}/FT/Btn/T(box)/AP<</N 104 0 R>>`), ['form']],
];

describe('fields that readers draw anew no more', () => {
  it('MAP-8 are told with the form', () => {
    const before = signed(
      document,
      { number: 104, body: picture },
      instead(110, { [DA]: `${DA}/NeedAppearances true` }),
    );
    const now = (value: string): string[] =>
      linesOf(only(updated(before, [instead(110, { '/NeedAppearances true': value }, before)])));
    expect(now('')).toEqual([
      'revision 3, lta: form_upkeep, /NeedAppearances of object 110',
      'revision 3, form-filling: unread_look, /NeedAppearances of object 110',
    ]);
    const file = signed(document);
    const said = instead(110, { [DA]: `${DA}/NeedAppearances false` }, file);
    expect(linesOf(only(updated(file, [said])))).toEqual([
      'revision 3, lta: form_upkeep, /NeedAppearances of object 110',
    ]);
  });

  it.each(LOOKS)('MAP-8 %s', (_, objects, expected) => {
    const done = (file: Uint8Array): TestObject[] => [instead(110, { '/NeedAppearances true': '' }, file)];
    expect(told(objects, { [DA]: `${DA}/NeedAppearances true` }, done)).toEqual(expected);
  });

  it('MAP-8 nor did before', () => {
    const said = (file: Uint8Array): TestObject[] => [
      instead(110, { [DA]: `${DA}/NeedAppearances false` }, file),
    ];
    expect(told([{ number: 104, body: saying('Maria') }], {}, said)).toEqual(['form_upkeep']);
  });
});

/** A lock of a field that is not there. */
const OPEN = { number: 101, body: '<</Type/SigFieldLock/Action/Include/Fields[(other)]>>' };

describe('fields that readers begin to draw anew', () => {
  /** The field 100 is filled in, and readers are to draw it. */
  const drawn = (objects: readonly TestObject[], value = '/V(Pay)', entries = ''): string[] =>
    told([OPEN, ...objects], {}, (file) => [
      instead(100, { '/T(amount)': `/T(amount)${value}${entries}` }, file),
      instead(110, { [DA]: `${DA}/NeedAppearances true` }, file),
    ]);

  it.each<[string, TestObject[], string[]]>([
    ['each shows its value', [], ['form_value', 'form_value']],
    ['one shows another value', [{ number: 104, body: saying('Maria') }], ['form_value', 'form']],
    ['one cannot be read', [{ number: 104, body: picture }], ['form_value', 'form_value', 'unread_look']],
    [
      'one had a value and no look',
      [instead(103, { '/AP<</N 104 0 R>>': '' })],
      ['form_value', 'form_value', 'unread_look'],
    ],
    [
      'a button has a caption and no look',
      added(`${WIDGET}${PUSH}/MK<</CA(Maria)>>`),
      ['form_value', 'form_value', 'unread_look'],
    ],
  ])('MAP-8 %s', (_, objects, expected) => {
    expect(drawn(objects)).toEqual(expected);
  });

  it('MAP-8 not without their own words on a button', () => {
    const button = added(`${WIDGET}${PUSH}/MK<</CA(Maria)>>/AP<</N 331 0 R>>`);
    expect(drawn([...button, { number: 331, body: look('') }])).toEqual(['form_value', 'form']);
  });

  it('MAP-8 each change has its object, and a field that is open', () => {
    const listed = (lock: TestObject): string[] => {
      const [from, to] = [`${DA}/NeedAppearances false`, `${DA}/NeedAppearances true`];
      const before = signed(document, lock, instead(110, { [DA]: from }));
      const filled = instead(100, { '/T(amount)': '/T(amount)/V(Pay)' }, before);
      return linesOf(only(updated(before, [filled, instead(110, { [from]: to }, before)]))).filter((line) =>
        line.includes('/NeedAppearances'),
      );
    };
    const told = 'revision 3, form-filling: form_value, /NeedAppearances of object 110, field';
    expect(listed(OPEN)).toEqual([`${told} amount`]);
    const own = { number: 101, body: '<</Type/SigFieldLock/Action/Include/Fields[(amount)]>>' };
    expect(listed(own)).toEqual([`${told} approval`]);
  });

  it('MAP-8 with a field that was not there before', () => {
    const file = signed(document, OPEN);
    const changes = only(
      updated(file, [
        instead(4, { '/Annots [': '/Annots [320 0 R ' }, file),
        instead(110, { '/Fields[': '/Fields[320 0 R ', [DA]: `${DA}/NeedAppearances true` }, file),
        { number: 320, body: `<<${WIDGET}/FT/Tx/T(text)/V(Pay)>>` },
      ]),
    )?.changes;
    expect(changes).toContainEqual(expect.objectContaining({ what: '/NeedAppearances', object: 110 }));
  });

  it('MAP-8 not without a filling', () => {
    expect(drawn([], '', '/M(D:20260101000000Z)')).toEqual(['form']);
  });

  it.each<[string, string, string[]]>([
    ['that is plain', '/Type/Font/Subtype/Type1/BaseFont/Courier', ['form_value', 'form_value']],
    [
      'with another digit under a code',
      '/Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</Differences[49/nine]>>',
      ['form_value', 'form_value', 'unread_look'],
    ],
    [
      'of drawings',
      '/Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/CharProcs<<>>/Encoding<</Differences[]>>',
      ['form_value', 'form_value', 'unread_look'],
    ],
    ['without a type', '/Odd 1', ['form_value', 'form_value']],
  ])('MAP-8 in a font %s', (_, font, expected) => {
    const objects = [
      instead(110, { '/F1 3 0 R': '/F1 3 0 R/F9 330 0 R' }),
      { number: 330, body: `<<${font}>>` },
      instead(100, { '/T(amount)': '/T(amount)/DA(/F9 9 Tf)' }),
    ];
    expect(drawn(objects)).toEqual(expected);
  });

  const fontless = instead(100, { '/T(amount)': '/T(amount)/DA(/F9 9 Tf)' });
  it.each<[string, TestObject[], string[]]>([
    ['that nobody has: readers take their own', [fontless], ['form_value', 'form_value']],
    [
      'that is none',
      [fontless, instead(110, { '/F1 3 0 R': '/F1 3 0 R/F9 330 0 R' }), { number: 330, body: '(font)' }],
      ['form_value', 'form_value', 'unread_look'],
    ],
    [
      'of drawings, where there is a look',
      [
        instead(103, { '/T(name)': '/T(name)/DA(/F9 9 Tf)' }),
        instead(110, { '/F1 3 0 R': '/F1 3 0 R/F9 330 0 R' }),
        { number: 330, body: '<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/CharProcs<<>>>>' },
      ],
      ['form_value', 'form_value', 'unread_look'],
    ],
  ])('MAP-8 in a font %s', (_, objects, expected) => expect(drawn(objects)).toEqual(expected));

  it('MAP-8 not where nobody permits a filling', () => {
    const lock = { number: 101, body: '<</Type/SigFieldLock/Action/All>>' };
    expect(drawn([lock])).toEqual(['field_locked', 'field_locked']);
    const own = { number: 101, body: '<</Type/SigFieldLock/Action/Include/Fields[(name)]>>' };
    expect(drawn([own])).toEqual(['form_value', 'form_value']);
  });
});

describe('looks that buttons get', () => {
  const gets = (entries: string, body: Uint8Array, had = ''): string[] =>
    told(added(`${WIDGET}${entries}${had}`), {}, (file) => [
      instead(320, { [WIDGET]: `${WIDGET}/AP<</N 331 0 R>>` }, file),
      { number: 331, body },
    ]);
  const drawing = look('5 5 m 5 15 l 15 15 l S 20 5 m 27 15 l 34 5 l S');

  it.each<[string, string, Uint8Array, string[]]>([
    ['its caption', '/MK<</CA(Pay)>>', saying('Pay'), ['form_value']],
    [
      'its caption beside a drawing',
      '/MK<</CA(Pay)>>',
      look('BT /F1 9 Tf 2 4 Td (Pay) Tj ET 60 4 8 8 re f'),
      ['form_value', 'unread_look'],
    ],
    ['other words', '/MK<</CA(Pay)>>', saying('Pay 9000'), ['appearance']],
    ['words without a caption', '', saying('Pay'), ['appearance']],
    ['nothing', '', look(''), ['form_value']],
    ['a drawing', '', drawing, ['form_value', 'unread_look']],
    ['a drawing in the place of its caption', '/MK<</CA(Pay)>>', drawing, ['form_value', 'unread_look']],
    ['nothing in the place of its caption', '/MK<</CA(Pay)>>', look(''), ['appearance']],
    ['what cannot be read', '/MK<</CA(Pay)>>', unread, ['form_value', 'unread_look']],
  ])('MAP-8 to be pushed: %s', (_, entries, body, expected) => {
    expect(gets(`${PUSH}${entries}`, body)).toEqual(expected);
  });

  it.each<[string, Uint8Array, string[]]>([
    ['a sign', look('5 5 m 8 2 l 14 14 l S'), ['form_value']],
    ['a letter', saying('x'), ['form_value']],
    ['a digit', saying('1'), ['form_value', 'unread_look']],
    ['two drawings', drawing, ['form_value', 'unread_look']],
    ['words', saying('no'), ['appearance']],
    ['what cannot be read', unread, ['form_value', 'unread_look']],
  ])('MAP-8 to be ticked: %s', (_, body, expected) => {
    expect(gets('/FT/Btn/T(box)', body)).toEqual(expected);
  });
});

describe('boxes that had looks', () => {
  it('MAP-8 show in another state what they were to show in it', () => {
    const states = `${WIDGET}/FT/Btn/T(box)/AP<</N<</Yes 331 0 R/Off 109 0 R>>>>`;
    const had = [...added(`${states}/V/Off/AS/Off`), { number: 331, body: saying('yes') }];
    expect(told(had, {}, () => [{ number: 320, body: `<<${states}/V/Yes/AS/Yes>>` }])).toEqual([
      'form_value',
    ]);
  });
});

describe('boxes of which one is chosen', () => {
  const kid = (number: number, name: string, state: string): TestObject => ({
    number,
    body: `<<${WIDGET}/Parent 320 0 R/AS/${state}/AP<</N<</${name} 108 0 R/Off 109 0 R>>>>>>`,
  });
  const group = (names: readonly [string, string], value: string, states: readonly [string, string]) => [
    instead(4, { '/Annots [': '/Annots [321 0 R 322 0 R ' }),
    instead(110, { '/Fields[': '/Fields[320 0 R ' }),
    { number: 320, body: `<</FT/Btn/Ff 32768/T(radio)/V/${value}/Kids[321 0 R 322 0 R]>>` },
    kid(321, names[0], states[0]),
    kid(322, names[1], states[1]),
  ];

  it.each<[string, readonly [string, string], string, readonly [string, string], boolean]>([
    ['the other one', ['A', 'B'], 'B', ['Off', 'B'], true],
    ['none', ['A', 'B'], 'Off', ['Off', 'Off'], true],
    ['a value of none', ['A', 'B'], 'C', ['Off', 'Off'], true],
    ['both', ['A', 'B'], 'B', ['A', 'B'], false],
    ['the value alone', ['A', 'B'], 'B', ['A', 'Off'], false],
    ['what is shown alone', ['A', 'B'], 'A', ['Off', 'B'], false],
    ['the value of one that is not shown', ['A', 'B'], 'B', ['Off', 'Off'], false],
    ['one of two that are alike', ['A', 'A'], 'A', ['Off', 'A'], true],
    ['both of two that are alike', ['A', 'A'], 'A', ['A', 'A'], true],
  ])('MAP-8 becomes %s', (_, names, value, states, isPermitted) => {
    const before = group(names, 'A', ['A', 'Off']);
    const after = group(names, value, states).filter(({ number }) => number >= 320);
    const found = told(before, {}, () => after);
    expect(new Set(found)).toEqual(new Set([isPermitted ? 'form_value' : 'appearance']));
  });

  it('MAP-8 is chosen by the value where they have no looks', () => {
    const bare = (value: string): TestObject[] =>
      group(['A', 'B'], value, ['A', 'Off']).map((one) => ({
        ...one,
        body: String(one.body).replace(/\/AP<<\/N<<.*?>>>>/, ''),
      }));
    expect(told(bare('A'), {}, () => bare('B').filter(({ number }) => number === 320))).toEqual([
      'form_value',
    ]);
  });
});
