import { streamBody, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { LaterChanges } from '../src/index.ts';
import { instead, look, saying } from './later-changes-objects.ts';
import { document, once, only, signed } from './later-changes-sealed.ts';

const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4';
/** Where the page says what is to be paid. */
const OVER = '/Rect[70 690 300 730]';
const BESIDE = '/Rect[400 500 490 520]';
/** The signature locks another field than the one that is filled in. */
const UNLOCKED: TestObject = {
  number: 101,
  body: '<</Type/SigFieldLock/Action/Include/Fields[(other)]>>',
};
const WHITE = look('1 g 0 0 90 20 re f');

/** What is told of an update: rule, reason, words, object and field. */
function told(changed: readonly TestObject[], file: Uint8Array = once): string[] {
  return linesOf(only(updated(file, [...changed])));
}
const linesOf = (found: LaterChanges | undefined): string[] =>
  (found?.changes ?? [])
    .filter(({ rule }) => rule !== 'unused_object')
    .map(({ rule, reason, what, object, field }) =>
      [rule, reason, what, object, field].filter((part) => part !== undefined).join(' '),
    );
const listed = (parts: Readonly<Record<string, string>>): TestObject => instead(110, parts, once);
const added = (...objects: TestObject[]): string[] =>
  told([listed({ '/Fields[': '/Fields[300 0 R ' }), ...objects]);

describe('the list of the fields', () => {
  it('MAP-8 loses none', () => {
    expect(told([listed({ '100 0 R ': '' })])).toEqual(['unexplained field_removed /Fields 100 amount']);
    expect(told([listed({ ' 106 0 R': '' })])).toEqual(['unexplained field_removed /Fields 106']);
    expect(told([{ number: 106, body: '<</T(person)/Kids[]>>' }])).toEqual([
      'unexplained field_removed /Fields 107 person.city',
    ]);
    expect(told([{ number: 106, body: '<</T(person)/Kids 5>>' }])).toContain('unexplained field /Kids');
  });

  it('MAP-8 gets none that is no object of its own, and none twice', () => {
    expect(told([listed({ '/Fields[': '/Fields[<</FT/Tx/T(x)>> ' })])).toEqual([
      'unexplained field_added /Fields',
    ]);
    expect(told([listed({ '/Fields[': '/Fields[null ' })])).toEqual(['unexplained field_added /Fields']);
    expect(told([listed({ '/Fields[': '/Fields[100 0 R ' })])).toEqual(['unexplained field_added /Fields']);
    expect(told([listed({ '100 0 R 102 0 R': '102 0 R 100 0 R' })])).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ['a place to sign', '<</FT/Sig/T(new)>>', ['signature_field /Fields 300 new']],
    ['a text', '<</FT/Tx/T(new)>>', ['unexplained field_added /Fields 300 new']],
    ['what is no field', '5', ['unexplained field_added /Fields 300']],
    ['a group of none', '<</T(new)/Kids[<</T(x)/Kids[]>>]>>', ['unexplained field_added /Kids 300']],
    [
      'a group with one in place',
      '<</T(new)/Kids[<</FT/Sig/T(x)>>]>>',
      ['unexplained field_added /Kids 300'],
    ],
    ['a group of a place to sign', '<</T(new)/Kids[301 0 R]>>', ['signature_field /Fields 301 new.x']],
    [
      'a group of a place to sign and a text',
      '<</T(new)/Kids[301 0 R 302 0 R]>>',
      ['signature_field /Fields 301 new.x', 'unexplained field_added /Fields 302 new.y'],
    ],
    ['one with an entry twice', '<</FT/Sig/T(new)/Ff 0/Ff 1>>', ['unexplained field /Ff 300 new']],
    ['one of a name that is taken', '<</FT/Sig/T(amount)>>', ['unexplained field_added /Fields 300 amount']],
    [
      'one whose widget is of another type',
      '<</FT/Sig/T(new)/Kids[303 0 R]>>',
      ['unexplained field /Kids 300 new'],
    ],
    ['one with a plain widget', '<</FT/Sig/T(new)/Kids[304 0 R]>>', ['signature_field /Fields 300 new']],
  ])('MAP-8 gets %s', (_, body, expected) => {
    const found = added(
      { number: 300, body },
      { number: 301, body: '<</FT/Sig/T(x)/Parent 300 0 R>>' },
      { number: 302, body: '<</FT/Tx/T(y)/Parent 300 0 R>>' },
      { number: 303, body: `<<${WIDGET}/FT/Tx/Parent 300 0 R>>` },
      { number: 304, body: `<<${WIDGET}/FT/Sig/Parent 300 0 R>>` },
    );
    expect(found.filter((line) => !line.includes('ambiguous'))).toEqual(expected);
  });
});

describe('a new field', () => {
  const comes = (...fields: TestObject[]): string[] =>
    added(...fields).filter((line) => !line.includes('ambiguous'));
  const led = ['unexplained field /Parent 300 new'];

  it('MAP-8 stands where its /Parent says: readers show the value of a field to which that leads', () => {
    expect(comes({ number: 300, body: '<</FT/Sig/T(new)/Parent 103 0 R>>' })).toEqual(led);
    expect(comes({ number: 300, body: '<</FT/Sig/T(new)/Parent<</FT/Tx/V(9)>>>>' })).toEqual(led);
    expect(comes({ number: 300, body: '<</FT/Sig/T(new)/Parent null>>' })).toEqual([
      'signature_field /Fields 300 new',
    ]);
  });

  it('MAP-8 stands nowhere where the nodes above it lead around in a circle', () => {
    const found = comes(
      { number: 300, body: '<</FT/Sig/T(new)/Parent 301 0 R>>' },
      { number: 301, body: '<</Kids[300 0 R 302 0 R]/Parent 302 0 R>>' },
      { number: 302, body: '<</Kids[301 0 R]/Parent 301 0 R>>' },
    );
    expect(found).toEqual(led);
  });

  it('MAP-8 stands there with its widgets, and with the nodes above it', () => {
    const widget = (parent: number): TestObject => ({
      number: 301,
      body: `<<${WIDGET}/Rect[400 500 490 520]/Parent ${parent} 0 R>>`,
    });
    const field: TestObject = { number: 300, body: '<</FT/Sig/T(new)/Kids[301 0 R]>>' };
    expect(comes(field, widget(103))).toEqual(led);
    expect(comes(field, widget(300))).toEqual(['signature_field /Fields 300 new']);
    const below: TestObject = { number: 301, body: '<</FT/Sig/T(x)/Parent 300 0 R>>' };
    const node = (entries: string): TestObject => ({
      number: 300,
      body: `<</T(new)/Kids[301 0 R]${entries}>>`,
    });
    expect(comes(node(''), below)).toEqual(['signature_field /Fields 301 new.x']);
    expect(comes(node('/Parent 103 0 R'), below)).toEqual(['unexplained field /Parent 301 new.x']);
  });
});

describe('a place to sign that comes', () => {
  const comes = (entries: string, shown: string | Uint8Array = '', more: TestObject[] = []): string[] =>
    told([
      listed({ '/Fields[': '/Fields[300 0 R ' }),
      instead(4, { '/Annots [': '/Annots [300 0 R ' }, once),
      { number: 300, body: `<<${WIDGET}/FT/Sig/T(new)${entries}>>` },
      { number: 301, body: typeof shown === 'string' ? look(shown) : shown },
      ...more,
    ]);

  it('MAP-8 shows nothing', () => {
    expect(comes(BESIDE)).toEqual(['signature_field /Fields 300 new']);
    expect(comes(`${BESIDE}/AP<</N 301 0 R>>`)).toEqual(['signature_field /Fields 300 new']);
    expect(comes(`${BESIDE}/AP<</N 301 0 R>>`, saying('Sign'))).toEqual([
      'signature_field unsigned_field /Fields 300 new',
    ]);
  });

  it('MAP-8 shows nothing under the mouse either', () => {
    const hover = comes(`${OVER}/AP<</N 302 0 R/R 301 0 R>>`, WHITE, [{ number: 302, body: look('') }]);
    expect(hover).toEqual(['signature_field unsigned_field /Fields 300 new']);
  });
});

describe('a field that is filled in', () => {
  const placed = (rect: string, entries = '', ...more: TestObject[]): Uint8Array =>
    signed(
      document,
      UNLOCKED,
      ...more,
      instead(100, { '/Rect[9 9 99 29]': rect + entries }),
      instead(4, { ' 150 0 R': '' }),
    );
  const filled = (file: Uint8Array, shown: string | Uint8Array, entries = ''): string[] =>
    told(
      [
        instead(100, { '/T(amount)': `/T(amount)/V(9)/AP<</N 301 0 R>>${entries}` }, file),
        { number: 301, body: shown },
      ],
      file,
    );

  it('MAP-8 does not come to cover what was signed', () => {
    expect(filled(placed(BESIDE), saying('9'))).toEqual(['form_value /V 100 amount']);
    expect(filled(placed(OVER), look('1 g 0 0 90 20 re f 0 g BT /F1 9 Tf 2 4 Td (9) Tj ET'))).toEqual([
      'form_value covers_content /V 100 amount',
    ]);
  });

  it('MAP-8 nor a third of a figure, by which it may be read as another', () => {
    const told = (high: number): string[] => {
      const page = { number: 5, body: streamBody('BT /F1 24 Tf 72 700 Td (Pay 1000) Tj ET') };
      const file = placed('/Rect[140 695 230 715]', '', page);
      return filled(file, look(`1 g 0 0 60 ${high} re f 0 g BT /F1 9 Tf 70 10 Td (9) Tj ET`));
    };
    expect(told(8)).toEqual(['form_value /V 100 amount']);
    expect(told(11)).toEqual(['form_value /V 100 amount', 'unread_look /AP 100 amount']);
  });

  it('MAP-8 where it covered that before, it still may', () => {
    const file = signed(
      document,
      UNLOCKED,
      instead(100, { '/Rect[9 9 99 29]': `${OVER}/AP<</N 300 0 R>>` }),
      instead(4, { ' 150 0 R': '' }),
      { number: 300, body: WHITE },
    );
    const changed = [
      instead(100, { '/T(amount)': '/T(amount)/V(9)', '300 0 R': '301 0 R' }, file),
      { number: 301, body: look('1 g 0 0 90 20 re f 0 g BT /F1 9 Tf 2 4 Td (9) Tj ET') },
    ];
    expect(told(changed, file)).toEqual(['form_value /AP 100 amount']);
  });

  it('MAP-8 has a look that can be read', () => {
    const unread = Buffer.from(saying('9'))
      .toString('latin1')
      .replace('/Type/XObject', '/Type/XObject/Filter/Unheard');
    expect(filled(placed(BESIDE), unread)).toEqual([
      'form_value /V 100 amount',
      'unread_look /AP 100 amount',
    ]);
  });

  it('MAP-8 is told by what else is changed', () => {
    const file = placed(BESIDE);
    const change = (entries: string): string[] =>
      told([instead(100, { '/T(amount)': `/T(amount)${entries}` }, file)], file);
    expect(change('/M(D:20260101000000Z)')).toEqual([]);
    expect(change('/Ff 1')).toEqual(['form_value /Ff 100 amount']);
    expect(change('/M(D:20260101000000Z)/Ff 1')).toEqual(['form_value /M 100 amount']);
    expect(change('/Ff 2')).toEqual(['unexplained field /Ff 100 amount']);
    // Of a real some readers take no notice, and forget the other flags.
    expect(change('/Ff 1.0')).toEqual(['unexplained field /Ff 100 amount']);
    expect(change('/V(9)/V(8)')).toContain('unexplained field /V 100 amount');
    expect(change('/AP 5')).toEqual(['unexplained appearance /AP 100 amount']);
    expect(change('/AP<<>>')).toEqual(['form_value /AP 100 amount']);
  });
});

describe('a box that is ticked', () => {
  const box = (
    parts: Readonly<Record<string, string>>,
    had: Readonly<Record<string, string>> = {},
  ): string[] => {
    const file = signed(document, instead(105, had));
    return told([instead(105, parts, file)], file);
  };

  it('MAP-8 has the value of its state', () => {
    expect(box({ '/V/Off/AS/Off': '/V/Yes/AS/Yes' })).toEqual(['form_value /V 105 agree']);
    expect(box({ '/AS/Off': '/AS/Yes' })).toEqual(['form_value appearance /AS 105 agree']);
    expect(box({ '/V/Off/AS/Off': '/V/No/AS/Yes' })).toEqual(['form_value appearance /V 105 agree']);
    expect(box({ '/V/Off/AS/Off': '/AS/Yes' })).toEqual(['form_value appearance /V 105 agree']);
    expect(box({ '/V/Off/AS/Off': '/V(Yes)/AS/Yes' })).toEqual(['form_value /V 105 agree']);
    expect(box({ '/V/Off': '/V/Yes' })).toEqual(['form_value appearance /V 105 agree']);
    expect(box({ '/V/Off': '' })).toEqual(['form_value /V 105 agree']);
    expect(box({ '/V/Yes': '/V/No' }, { '/V/Off/AS/Off': '/V/Yes/AS/Yes' })).toEqual([
      'form_value appearance /V 105 agree',
    ]);
    expect(box({ '/V/Yes/AS/Yes': '/V/Off' }, { '/V/Off/AS/Off': '/V/Yes/AS/Yes' })).toEqual([
      'form_value /V 105 agree',
    ]);
  });

  it('MAP-8 is ticked no more with its value, or where it was at odds with it', () => {
    const ticked = { '/V/Off/AS/Off': '/V/Yes/AS/Yes' };
    expect(box({ '/V/Yes/AS/Yes': '/V/Yes/AS/Off' }, ticked)).toEqual([
      'form_value appearance /AS 105 agree',
    ]);
    expect(box({ '/V/Yes/AS/Yes': '/V/Off/AS/Off' }, ticked)).toEqual(['form_value /V 105 agree']);
    const odd = { '/V/Off/AS/Off': '/V/No/AS/Yes' };
    expect(box({ '/V/No/AS/Yes': '/V/No/AS/Off' }, odd)).toEqual(['form_value /AS 105 agree']);
    expect(box({ '/V/Yes/AS/Off': '/V/No/AS/Yes' }, { '/V/Off/AS/Off': '/V/Yes/AS/Off' })).toEqual([
      'form_value appearance /V 105 agree',
    ]);
    expect(box({ '/V/No/AS/Yes': '/V/Nein/AS/Yes' }, odd)).toEqual(['form_value /V 105 agree']);
  });

  it('MAP-8 keeps the looks that it had', () => {
    const other = { '/Yes 108 0 R': '/Yes 109 0 R', '/V/Off/AS/Off': '/V/Yes/AS/Yes' };
    expect(box(other)).toEqual(['unexplained appearance /AP 105 agree']);
    const bare = { '/AP<</N<</Yes 108 0 R/Off 109 0 R>>>>': '' };
    expect(box({ '/V/Off/AS/Off': '/V/Yes/AS/Yes/AP<</N<</Yes 108 0 R>>>>' }, bare)).toEqual([
      'form_value /V 105 agree',
    ]);
  });
});
