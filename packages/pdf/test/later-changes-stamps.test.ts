import { sealed, signedDocument, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { laterChangesOf, signatureFields } from '../src/index.ts';
import { instead, look, saying } from './later-changes-objects.ts';
import { open, sign } from './support.ts';

const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;
const signed = await sign(signedDocument());

const valued = (entries: string): TestObject => ({
  number: 310,
  body: `<<${entries}/Filter/Adobe.PPKLite${SLOT}>>`,
});

/** The document with a value of these entries in its empty signature field 102. */
const filled = (entries: string, file = signed): Uint8Array =>
  sealed(updated(file, [instead(102, { '>>': '/V 310 0 R>>' }, file), valued(entries)]));

/** The document with a value of these entries in a new field that says something. */
const shown = (entries: string): Uint8Array =>
  sealed(
    updated(signed, [
      instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed),
      instead(110, { '/Fields [': '/Fields [300 0 R ' }, signed),
      {
        number: 300,
        body: '<</Type/Annot/Subtype/Widget/F 4/FT/Sig/T(new)/Rect[300 9 390 29]/V 310 0 R/AP<</N 301 0 R>>>>',
      },
      { number: 301, body: saying('Director') },
      valued(entries),
    ]),
  );

/** What is told of the changes after the first signature. */
function reasons(file: Uint8Array): string[] {
  const pdf = open(file);
  const fields = signatureFields(pdf);
  const first = fields.find(({ signature }) => signature?.covers === 'revision');
  const found = laterChangesOf(pdf, fields).get(first?.name ?? '');
  return (found?.changes ?? []).map(({ reason, rule }) => reason ?? rule);
}

/** The document whose field 102 has no place that anybody sees. */
const placeless = async (from: string, to: string): Promise<Uint8Array> => {
  const file = signedDocument();
  return sign(updated(file, [instead(102, { [from]: to }, file)]));
};

describe('a document time-stamp leads to nothing that is missing', () => {
  const widget = (entries: string): Uint8Array =>
    sealed(
      updated(signed, [
        instead(102, { '>>': `/V 310 0 R${entries}>>` }, signed),
        valued('/Type/DocTimeStamp/SubFilter/ETSI.RFC3161'),
      ]),
    );

  it.each(['/Border', '/AS', '/Foo'])('MAP-8 by %s: readers mend the file, or refuse the page', (key) => {
    expect(reasons(widget(`${key} 99 0 R`))).toContain('content');
    expect(reasons(widget(`${key} 3 0 R`))).not.toContain('content');
  });

  it('MAP-8 by an entry of its value', () => {
    expect(reasons(filled('/Type/DocTimeStamp/SubFilter/ETSI.RFC3161/Foo 99 0 R'))).toContain('content');
  });
});

describe('what is a document time-stamp, by either of its entries', () => {
  it.each([
    '/Type/Sig/SubFilter/ETSI.RFC3161',
    '/SubFilter/ETSI.RFC3161',
    '/Type/DocTimeStamp/SubFilter/ETSI.CAdES.detached',
    '/Type/DocTimeStamp/SubFilter/ETSI.RFC3161',
  ])('MAP-8 %s shows nothing', (entries) => {
    expect(reasons(shown(entries))).toContain('covers_content');
  });

  it.each(['/Type/Sig/SubFilter/ETSI.RFC3161', '/Type/DocTimeStamp/SubFilter/ETSI.RFC3161'])(
    'MAP-8 %s does not fill the place where somebody was to sign',
    (entries) => expect(reasons(filled(entries))).toContain('unsigned_field'),
  );

  it.each([
    ['has no area', '/Rect[9 109 99 159]', '/Rect[0 0 0 0]'],
    ['is hidden', '/F 4', '/F 2'],
  ])('MAP-8 a field whose place %s may take one', async (_, from, to) => {
    const file = await placeless(from, to);
    expect(reasons(filled('/Type/DocTimeStamp/SubFilter/ETSI.RFC3161', file))).toEqual([
      'document_time_stamp',
    ]);
  });

  const bare = (entries: string): Uint8Array =>
    sealed(
      updated(signed, [
        instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed),
        instead(110, { '/Fields [': '/Fields [300 0 R ' }, signed),
        { number: 300, body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(new)${entries}/V 310 0 R>>` },
        ...(entries.includes('301') ? [{ number: 301, body: look('') }] : []),
        valued('/Type/DocTimeStamp/SubFilter/ETSI.RFC3161'),
      ]),
    );

  it.each([
    ['/F 4/Rect[300 9 390 29]'],
    ['/F 36/Rect[300 9 390 29]'],
    // Of a real, where an integer belongs, readers take no notice.
    ['/F 2.0/Rect[300 9 390 29]'],
    ['/Rect[300 9 390 29]/AP<<>>'],
    ['/Rect[300 9 390 29]/AP<</N null>>'],
    ['/Rect[300 9 390 29]/AP<</N<</On 301 0 R>>>>/AS/Off'],
    ['/Rect[300 9 390 29]/AP<</D 301 0 R>>'],
    ['/Rect[300 9 390 29]/AP<</N 301 0 R>>'],
  ])('MAP-8 one with a place and no look for it, or an empty one, is painted by readers: %s', (entries) => {
    expect(reasons(bare(entries))).toEqual(['document_time_stamp', 'covers_content']);
  });

  it.each([
    [''],
    ['/F 132/Rect[0 0 0 0]'],
    ['/F 132/Rect[300 9 300 29]'],
    ['/F 2/Rect[300 9 390 29]'],
    ['/Rect[0 0 0 0]/AP<</N 301 0 R>>'],
  ])('MAP-8 one without a place shows nothing: %s', (entries) => {
    expect(reasons(bare(entries))).toEqual(['document_time_stamp']);
  });

  it.each([
    ['/Type/Sig/SubFilter/ETSI.RFC3161', []],
    ['/Type/DocTimeStamp/SubFilter/ETSI.CAdES.detached', ['type_disagrees']],
    ['/SubFilter/ETSI.RFC3161', []],
    ['/Type/DocTimeStamp', []],
    ['/SubFilter/adbe.pkcs7.detached', []],
  ])('%s: %j', (entries, problems) => {
    const fields = signatureFields(open(filled(entries)));
    expect(fields.find(({ name }) => name === 'approval')?.signature?.problems).toEqual(problems);
  });
});
