import { bodyOf, streamBody, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { document, instead, look, PAY, saying, told } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

const BESIDE = '/Rect[300 400 390 420]/F 4';
const LOOK = '/AP<</N 301 0 R>>';
const LINK = `Link${BESIDE}/Border[0 0 0]/A<</S/URI/URI(https://bank.example/)>>`;
const FILE = `FileAttachment${BESIDE}/FS 302 0 R`;
const spec = (number: number): TestObject => ({ number, body: '<</Type/Filespec/F(annex.txt)>>' });

/** The document with an annotation of these entries, which has the look 301. */
const noted = (entries: string, shown = look('.5 g')): TestObject[] => [
  instead(4, { ' 150 0 R': ' 300 0 R' }),
  { number: 5, body: streamBody(PAY) },
  { number: 300, body: `<</Type/Annot/Subtype/${entries}>>` },
  { number: 301, body: shown },
  spec(302),
];
const taken = (signed: Uint8Array): TestObject[] => [instead(4, { ' 300 0 R': '' }, signed)];

describe('a link that was signed', () => {
  const changed = (...parts: Readonly<Record<string, string>>[]): Promise<string[]> =>
    told(noted(LINK), (signed) => [instead(300, Object.assign({}, ...parts), signed)]);

  it.each([
    ['is hidden', { '/F 4': '/F 2' }],
    ['stands elsewhere', { '[300 400 390 420]': '[0 0 0 0]' }],
    ['is no link', { Link: 'Highlight' }],
    ['stands in a layer', { '/F 4': '/F 4/OC 130 0 R' }],
  ])('MAP-8 is told where it no longer leads from there: it %s', async (_, parts) => {
    expect(await changed(parts)).toEqual(['signed_annotation']);
  });

  it('MAP-8 is told where another one comes to lie over it', async () => {
    const laid = (entries: string): Promise<string[]> =>
      told(noted(LINK), (signed) => [
        instead(4, { ' 300 0 R': ' 300 0 R 600 0 R' }, signed),
        { number: 600, body: `<</Type/Annot/Subtype/Link/Border[0 0 0]${entries}>>` },
      ]);
    const action = '/A<</S/URI/URI(https://evil.example/)>>';
    expect(await laid(`/Rect[380 410 480 430]${action}`)).toEqual(['signed_annotation']);
    expect(await laid(`/Rect[391 410 480 430]${action}`)).toEqual(['annotation']);
    expect(await laid('/Rect[380 410 480 430]')).toEqual(['annotation']);
    expect(await laid(action)).toEqual(['annotation']);
  });
});

describe('an annotation that was signed', () => {
  it.each([
    ['a text box', `FreeText${BESIDE}${LOOK}`, saying('NOT BINDING')],
    ['a text box without a look', `FreeText${BESIDE}/DA(/Helv 12 Tf)/Contents(NOT BINDING)`, undefined],
    [
      'a stamp that is a picture',
      `Stamp${BESIDE}${LOOK}`,
      look('q 60 0 0 14 2 2 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q'),
    ],
    ['a stamp with figures', `Stamp${BESIDE}${LOOK}`, saying('Paid 1500')],
    ['words of a line', `Line${BESIDE}/L[300 400 390 400]${LOOK}`, saying('VOID')],
  ])('MAP-8 is told where it takes what it says with it: %s', async (_, entries, shown) => {
    expect(await told(noted(entries, shown), taken)).toEqual(['signed_annotation']);
  });

  it.each([
    ['a mark', `Highlight${BESIDE}/Contents(Check this)`, undefined],
    ['a frame', `Square${BESIDE}${LOOK}`, look('1 w 1 1 88 18 re S')],
    ['a note whose icon is a letter', `Text${BESIDE}${LOOK}/Contents(Check this)`, saying('?')],
    ['a text box with an empty look', `FreeText${BESIDE}${LOOK}/Contents(NOT BINDING)`, look('')],
    [
      'a text box without a look that nobody sees',
      'FreeText/Rect[300 400 390 420]/F 2/Contents(NOT BINDING)',
      undefined,
    ],
    ['a window for a note', `Popup${BESIDE}${LOOK}`, saying('NOT BINDING')],
    ['a text box that nobody sees', `FreeText/Rect[300 400 390 420]/F 2${LOOK}`, saying('NOT BINDING')],
  ])('MAP-8 may go where it says nothing by itself: %s', async (_, entries, shown) => {
    expect(await told(noted(entries, shown), taken)).toEqual(['annotation']);
  });

  it.each([
    ['a link that leads elsewhere', LINK, { bank: 'evil' }],
    ['a link that is given another page', `Link${BESIDE}/Dest[4 0 R/Fit]`, { '4 0 R': '2 0 R' }],
    [
      'a link that begins to lead out',
      `Link${BESIDE}`,
      { '/F 4': '/F 4/A<</S/URI/URI(https://evil.example/)>>' },
    ],
    ['a file that is another', FILE, { '302 0 R': '330 0 R' }],
  ])('MAP-8 is told by what it leads to: %s', async (_, entries, parts) => {
    const changed = (signed: Uint8Array): TestObject[] => [
      instead(300, parts, signed),
      { number: 330, body: '<</Type/Filespec/F(annex-2.txt)>>' },
    ];
    const found = await told(noted(entries), changed);
    expect(found.filter((rule) => rule !== 'unused_object')).toEqual(['signed_annotation']);
  });

  it.each([
    ['a link', LINK],
    ['a file', FILE],
  ])('MAP-8 is told where it goes: %s', async (_, entries) => {
    expect(await told(noted(entries), taken)).toEqual(['signed_annotation']);
  });

  it.each([
    ['a link', LINK, { '/F 4': '/F 4/M(D:20260101000000Z)' }],
    [
      'a link with a date, spelled otherwise',
      LINK,
      {
        '/F 4': '/F 4/M(D:20260101000000Z)',
        '(https://bank.example/)': '<68747470733A2F2F62616E6B2E6578616D706C652F>',
      },
    ],
    ['a file', FILE, { '/F 4': '/F 4/Contents(Annex)' }],
  ])('MAP-8 may change as a remark does: %s', async (_, entries, parts) => {
    expect(await told(noted(entries), (signed) => [instead(300, parts, signed)])).toEqual(['annotation']);
  });
});

describe('an annotation that came after the signature', () => {
  it.each([
    ['a link', LINK],
    ['a file', FILE],
  ])('MAP-8 is its author’s to take away: %s', async (_, entries) => {
    const signed = await sign(document);
    const added = updated(signed, [
      instead(4, { ' 150 0 R': ' 150 0 R 300 0 R' }, signed),
      { number: 300, body: `<</Type/Annot/Subtype/${entries}>>` },
      spec(302),
    ]);
    const gone = updated(added, [{ number: 4, body: bodyOf(signed, 4) }]);
    const found = changesOf(gone)?.changes.map(({ rule, reason }) => reason ?? rule);
    expect(found?.filter((rule) => rule !== 'unused_object')).toEqual(['annotation', 'annotation']);
  });
});
