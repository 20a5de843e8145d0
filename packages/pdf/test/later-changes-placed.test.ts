import { sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { laterChangesOf, signatureFields } from '../src/index.ts';
import { document, instead, look, saying } from './later-changes-objects.ts';
import { expectSound } from './later-changes-support.ts';
import { open, sign } from './support.ts';

const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;
const SUB_FILTERS = { Sig: 'adbe.pkcs7.detached', DocTimeStamp: 'ETSI.RFC3161' };
type Kind = keyof typeof SUB_FILTERS;

const value = (type: Kind): TestObject => ({
  number: 310,
  body: `<</Type/${type}/Filter/Adobe.PPKLite/SubFilter/${SUB_FILTERS[type]}${SLOT}>>`,
});

/** What is told of the changes after the first signature. */
function reasons(file: Uint8Array): string[] {
  const pdf = open(file);
  const fields = signatureFields(pdf);
  const first = fields.find(({ signature }) => signature?.covers === 'revision');
  const found = laterChangesOf(pdf, fields).get(first?.name ?? '');
  expectSound(found);
  expect(found?.changes.map(({ object }) => object)).not.toContain(undefined);
  return (found?.changes ?? []).map(({ reason, rule }) => reason ?? rule);
}

const signed = await sign(document);

/** The signed document with a further signature, or a time-stamp, whose widget has these entries and this look. */
const further = (type: Kind, entries: string, content = saying('Paid'), name = '(new)'): string[] =>
  reasons(
    sealed(
      updated(signed, [
        instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed),
        instead(110, { '/Fields [': '/Fields [300 0 R ' }, signed),
        {
          number: 300,
          body: `<</Type/Annot/Subtype/Widget/FT/Sig/T${name}/V 310 0 R/AP<</N 301 0 R>>${entries}>>`,
        },
        { number: 301, body: content },
        value(type),
      ]),
    ),
  );

describe('a look whose place readers do not agree on', () => {
  it.each(['/F 4/Rect[72 690 72 730]', '/F 4/Rect[72 690 300]', '/F 4', '/F 32/Rect[72 490 300 530]'])(
    'MAP-8 is nothing that a time-stamp may have: %s',
    (entries) => expect(further('DocTimeStamp', entries)).toContain('covers_content'),
  );

  it.each(['/F 4/Rect[72 690 72 730]', '/F 4/Rect[72 690 300]', '/F 4'])(
    'MAP-8 is told of a further signature: %s',
    (entries) => expect(further('Sig', entries)).toContain('unread_look'),
  );

  it('MAP-8 hides what it covers where some readers paint it although it asks not to be viewed', () => {
    const white = look('1 g 0 0 90 20 re f');
    expect(further('Sig', '/F 32/Rect[70 690 300 730]', white)).toContain('covers_content');
    expect(further('Sig', '/F 2/Rect[70 690 300 730]', white)).toEqual(['further_signature']);
  });

  it.each(['/F 4/Rect[0 0 0 0]', '/F 132/Rect[0 0 0 0]', '/F 4'])(
    'MAP-8 is nothing where it paints nothing: %s',
    (entries) => {
      expect(further('Sig', entries, look(''))).toEqual(['further_signature']);
      expect(further('DocTimeStamp', entries, look('% DSBlank'))).toEqual(['document_time_stamp']);
    },
  );
});

describe('what readers draw of a widget by themselves', () => {
  it.each(['', '/MK<<>>', '/MK<</BG[1 1 1]>>', '/MK<</BC[0]>>', '/MK<</CA(Paid)>>'])(
    'MAP-8 is nothing that a time-stamp may have, and none has a place: %s',
    (entries) => {
      const placed = `/F 4/Rect[400 500 490 520]${entries}`;
      expect(further('DocTimeStamp', placed, look(''))).toContain('covers_content');
      expect(further('DocTimeStamp', `/F 4/Rect[0 0 0 0]${entries}`, look(''))).toEqual([
        'document_time_stamp',
      ]);
    },
  );
});

describe('the name of a further signature', () => {
  it.each(['(amount)', '(person.city)', '(name.first)', '(approval.second)'])(
    'MAP-8 is not that of a field that was signed, nor below it: %s',
    (name) => expect(further('Sig', '/F 4/Rect[0 0 0 0]', look(''), name)).toEqual(['field_added']),
  );

  it.each(['(amounts)', '(person.name)', '(Amount)'])('MAP-8 may be another one: %s', (name) => {
    expect(further('Sig', '/F 4/Rect[0 0 0 0]', look(''), name)).toEqual(['further_signature']);
  });
});

describe('a place to sign that a signature locks', () => {
  const field = '<</Type/Annot/Subtype/Widget/P 4 0 R/F 4/FT/Sig/T(second)/Rect[300 9 390 29]>>';
  const locking = (fields: string) =>
    sign(
      updated(document, [
        instead(4, { '/Annots [': '/Annots [320 0 R ' }),
        instead(110, { '/Fields[': '/Fields[320 0 R ' }),
        { number: 101, body: `<</Type/SigFieldLock${fields}>>` },
        { number: 320, body: field },
      ]),
      { field: 'approval' },
    );

  it.each([
    ['/Action/Include/Fields[(second)]', 'field_locked'],
    ['/Action/Exclude/Fields[(amount)]', 'field_locked'],
    ['/Action/All', 'field_locked'],
    ['/Action/All/Fields[(second)]', 'field_locked'],
    ['/Action/All/Fields[(amount)]', 'field_locked'],
    ['/Action/Include/Fields[(amount)]', 'further_signature'],
    ['/Action/Exclude/Fields[(second)]', 'further_signature'],
  ])('MAP-8 is not signed: %s: %s', async (lock, expected) => {
    const file = await locking(lock);
    const filled = [instead(320, { '>>': '/V 310 0 R>>' }, file), value('Sig')];
    expect(reasons(sealed(updated(file, filled)))).toEqual([expected]);
  });
});
