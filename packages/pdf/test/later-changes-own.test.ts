import { sealed, streamBody, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { laterChangesOf, signatureFields } from '../src/index.ts';
import { changesBy, document, instead, look, saying, told } from './later-changes-objects.ts';
import { changesOf, linesOf } from './later-changes-support.ts';
import { latin1, open, sign, VISIBLE } from './support.ts';

const LIST = '[100 0 R 102 0 R 103 0 R 105 0 R 107 0 R 150 0 R]';
const FIELDS = '[100 0 R 102 0 R 103 0 R 105 0 R 106 0 R]';
const note: TestObject = {
  number: 300,
  body: '<</Type/Annot/Subtype/Text/Rect[400 500 410 510]/F 4/Contents(Seen)>>',
};

/** The annotations of the page in an array that is an object of its own. */
const listed = [instead(4, { [`/Annots ${LIST}`]: '/Annots 7 0 R' }), { number: 7, body: LIST }];

/** What is told of each change, to the object. */
const lines = async (...parts: Parameters<typeof changesBy>): Promise<string[]> =>
  (await changesBy(...parts)).map(
    ({ reason, rule, what, object }) => `${reason ?? rule} ${what} ${object ?? '-'}`,
  );

describe('an array of annotations that is an object of its own', () => {
  it('MAP-8 takes a note, and none where nothing may be noted', async () => {
    const changed = (signed: Uint8Array) => [instead(7, { '[': '[300 0 R ' }, signed), note];
    expect(await lines(listed, changed)).toEqual(['annotation /Annot 300']);
    expect(await lines(listed, changed, { certify: 2 })).toEqual(['not_permitted /Annot 300']);
  });

  it('MAP-8 loses no field, and no annotation that covers what was signed', async () => {
    const without = (number: number) => (signed: Uint8Array) => [
      instead(7, { [`${number} 0 R`]: '' }, signed),
    ];
    expect(await lines(listed, without(100))).toEqual(['field_removed /Annots 100']);
    expect(await lines(listed, without(150))).toEqual(['covers_content /Annots 150']);
  });

  it('MAP-8 is no stream, and stands for nothing else', async () => {
    expect(await lines(listed, [{ number: 7, body: streamBody(LIST) }])).toContain('content annotations 7');
    const elsewhere = instead(1, { '/MarkInfo': '/OpenAction 7 0 R/MarkInfo' });
    const changed = (signed: Uint8Array) => [instead(7, { '[': '[300 0 R ' }, signed), note];
    expect(await lines([...listed, elsewhere], changed)).toContain('reached_elsewhere /OpenAction 7');
  });
});

describe('an array of fields that is an object of its own', () => {
  const form = [instead(110, { [`/Fields${FIELDS}`]: '/Fields 7 0 R' }), { number: 7, body: FIELDS }];

  it('MAP-8 loses no field, and gets none but to sign', async () => {
    const field = (type: string): TestObject => ({ number: 300, body: `<</FT/${type}/T(new)>>` });
    const more = (signed: Uint8Array) => instead(7, { '[': '[300 0 R ' }, signed);
    expect(await lines(form, (signed) => [instead(7, { '100 0 R': '' }, signed)])).toEqual([
      'field_removed /Fields 100',
    ]);
    expect(await lines(form, (signed) => [more(signed), field('Tx')])).toEqual(['field_added /Fields 300']);
    expect(await lines(form, (signed) => [more(signed), field('Sig')])).toEqual([
      'signature_field /Fields 300',
    ]);
  });

  it('MAP-8 and the order of calculation stays', async () => {
    const ordered = [instead(110, { '/DR': '/CO 7 0 R/DR' }), { number: 7, body: '[100 0 R 103 0 R]' }];
    expect(await lines(ordered, [{ number: 7, body: '[103 0 R 100 0 R]' }])).toEqual(['form /CO 7']);
  });
});

describe('the length of a stream that is an object of its own', () => {
  const drawn = (text: string, length: string): TestObject => {
    const body = Buffer.from(saying(text)).toString('latin1');
    return { number: 104, body: body.replace(/\/Length \d+/, `/Length ${length}`) };
  };
  const lengthOf = (text: string): string =>
    /\/Length (\d+)/.exec(Buffer.from(saying(text)).toString('latin1'))?.[1] ?? '';
  const objects = [drawn('Eleni', '7 0 R'), { number: 7, body: lengthOf('Eleni') }];
  const renamed = [
    instead(103, { '(Eleni)': '(Alexandra)' }),
    drawn('Alexandra', '7 0 R'),
    { number: 7, body: lengthOf('Alexandra') },
  ];

  it('MAP-8 changes with what the stream holds', async () => {
    expect([...new Set(await told(objects, renamed))]).toEqual(['form_value']);
  });

  it('MAP-8 changes nothing else that refers to it, and nothing by itself', async () => {
    const turned = instead(4, { '/StructParents': '/UserUnit 7 0 R/StructParents' });
    expect(await told([...objects, turned], renamed)).toContain('content');
    expect(await told(objects, [{ number: 7, body: '20' }])).toContain('content');
  });
});

describe('a look that is written anew in its place', () => {
  it('MAP-8 says the value of every field that has it', async () => {
    const shared = instead(100, { '>>': '/V(Eleni)/AP<</N 104 0 R>>>>' });
    const filled = [instead(103, { '(Eleni)': '(Nikos)' }), { number: 104, body: saying('Nikos') }];
    expect(new Set(await told([], filled))).toEqual(new Set(['form_value']));
    expect(await lines([shared], filled)).toContain('appearance /AP 104');
  });

  it('MAP-8 is that of a field alone', async () => {
    const filled = [instead(103, { '(Eleni)': '(Nikos)' }), { number: 104, body: saying('Nikos') }];
    const named = instead(1, { '<</Marked true>>': '<</Marked true/N 104 0 R>>' });
    expect(await told([named], filled)).toContain('content');
  });

  it('MAP-8 of an annotation writes nothing, and stays where nothing may be noted', async () => {
    const objects = [
      instead(4, { '/Annots [': '/Annots [20 0 R ' }),
      { number: 20, body: '<</Type/Annot/Subtype/Square/Rect[400 500 490 520]/F 4/AP<</N 21 0 R>>>>' },
      { number: 21, body: look('0 0 90 20 re S') },
    ];
    const lined = [{ number: 21, body: look('1 1 80 10 re S') }];
    expect(await lines(objects, lined)).toEqual(['annotation /AP 20']);
    expect(await lines(objects, lined, { certify: 2 })).toEqual(['not_permitted /AP 20']);
    expect(await lines(objects, [{ number: 21, body: saying('Paid') }])).toEqual(['covers_content /AP 20']);
  });

  it('MAP-8 of a place to sign goes with a signature', async () => {
    const place = [instead(102, { '/Lock': '/AP<</N 20 0 R>>/Lock' }), { number: 20, body: look('') }];
    expect(await lines(place, [{ number: 20, body: saying('Paid') }])).toEqual(['unsigned_field /AP 102']);
    const signed = await sign(updated(document, place));
    const file = updated(signed, [
      instead(102, { '/F 4': '/F 4/V 301 0 R' }, signed),
      { number: 20, body: saying('Paid') },
      { number: 301, body: '<</Type/Sig/Filter/Adobe.PPKLite>>' },
    ]);
    const pdf = open(file);
    const changes = laterChangesOf(pdf, signatureFields(pdf)).get('Signature172')?.changes ?? [];
    expect(changes.map(({ reason, rule, what }) => `${reason ?? rule} ${what}`)).toEqual([
      'further_signature /AP',
      'signature /V',
    ]);
  });

  it('MAP-8 is never that of a field that was signed', async () => {
    const drawn = { number: 173, body: saying('Somebody else') };
    expect(await lines([], [drawn], { visible: VISIBLE })).toEqual(['signature /AP 172']);
  });
});

describe('what an update frees', () => {
  it('MAP-8 is no page, whatever leads to it', async () => {
    const page = { number: 20, body: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>' };
    const tree = (kids: string): TestObject => ({
      number: 2,
      body: `<</Type/Pages/Kids[${kids}]/Count ${kids.split('R').length - 1}>>`,
    });
    const changed = [tree('4 0 R'), { number: 20, body: 'null' }];
    expect(await lines([page, tree('4 0 R 20 0 R')], changed)).toContain('freed /Page 20');
  });
});

describe('a store of validation data whose parts are objects of their own', () => {
  const KEY = 'A'.repeat(40);
  const store: TestObject[] = [
    instead(1, { '/MarkInfo': '/DSS 20 0 R/MarkInfo' }),
    { number: 20, body: '<</Type/DSS/Certs 21 0 R/VRI 22 0 R>>' },
    { number: 21, body: '[30 0 R]' },
    { number: 22, body: `<</${KEY} 23 0 R>>` },
    { number: 23, body: '<</Cert 24 0 R/TU 25 0 R>>' },
    { number: 24, body: '[30 0 R]' },
    { number: 25, body: '(D:20261121120000Z)' },
    { number: 30, body: streamBody('a certificate') },
  ];

  it.each([
    [20, '<</Type/DSS/Certs 21 0 R>>'],
    [21, '[30 0 R 30 0 R]'],
    [22, `<</${KEY.replaceAll('A', 'B')} 23 0 R>>`],
    [23, '<</Cert 24 0 R>>'],
    [24, '[]'],
  ])('MAP-8 is written anew: %d', async (number, body) => {
    expect(new Set(await told(store, [{ number, body }]))).toEqual(new Set(['validation_data']));
  });

  it('MAP-8 and what no list of it is stays', async () => {
    expect(await told(store, [{ number: 30, body: streamBody('another one') }])).toEqual(['content']);
    expect(await told(store, [{ number: 25, body: '(D:20261122120000Z)' }])).toEqual(['content']);
  });
});

describe('what has two parts to play', () => {
  it('MAP-8 an array of fields that is that of annotations, too', () => {
    const slot = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;
    const both = [
      instead(102, { '>>': '/V 310 0 R>>' }),
      { number: 310, body: `<</Type/Sig/SubFilter/adbe.pkcs7.detached${slot}>>` },
      instead(110, { [`/Fields${FIELDS}`]: '/Fields 7 0 R' }),
      instead(4, { [`/Annots ${LIST}`]: '/Annots 7 0 R' }),
      { number: 7, body: FIELDS },
    ];
    const signed = sealed(updated(document, both));
    const found = changesOf(updated(signed, [instead(7, { '100 0 R': '' }, signed)]));
    expect(found?.changes.map(({ reason, what }) => `${reason} ${what}`)).toEqual(
      expect.arrayContaining(['field_removed /Annots', 'field_removed /Fields']),
    );
  });

  it('MAP-8 a node between a field and the form', async () => {
    const node = { number: 20, body: '<</T(part)/Parent 106 0 R/Kids[107 0 R]>>' };
    const objects = [
      instead(106, { '107 0 R': '20 0 R' }),
      instead(107, { 'Parent 106': 'Parent 20' }),
      node,
    ];
    const changed = { number: 20, body: node.body.replace('/T', '/TU(Part)/T') };
    expect(await lines(objects, [changed])).toEqual(['field /TU 20']);
  });
});

describe('what an update brings and nothing leads to', () => {
  it.each([
    ['<</Type/Page/Parent 2 0 R>>', 'unused_content'],
    ['<</Type/Pages/Kids[]>>', 'unused_content'],
    ['<</Type/Catalog/Pages 2 0 R>>', 'unused_content'],
    ['<</Type/Font/Subtype/Type1>>', 'unused_content'],
    // What it is may be left to its entries.
    ['<</Type/Odd/MediaBox[0 0 9 9]>>', 'unused_content'],
    ['<</Parent 2 0 R/Contents 5 0 R>>', 'unused_content'],
    ['<</Parent 2 0 R/Contents[5 0 R]>>', 'unused_content'],
    ['<</Kids[4 0 R]/Count 1>>', 'unused_content'],
    ['<</Pages 2 0 R/A 1>>', 'unused_content'],
    ['<</Pages 2 0 R>>', 'unused_content'],
    ['<</MediaBox[0 0 9 9]>>', 'unused_content'],
    ['<</Annots[]>>', 'unused_content'],
    ['<</Count 1/Foo 2>>', 'unused_content'],
    ['<</Count 1>>', 'unused_content'],
    ['<</Resources<<>>>>', 'unused_content'],
    [latin1(streamBody('x', '/Pages 2 0 R')), 'unused_content'],
    [latin1(streamBody('x', '/Subtype/Form/BBox[0 0 9 9]/Resources<<>>')), 'unused_object'],
    ['<</Type/Outlines/Count 0>>', 'unused_object'],
    ['<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>', 'unused_object'],
    ['<</Subtype/TrueType/BaseFont/Arial>>', 'unused_content'],
    ['<</Subtype/Text/Contents(note)>>', 'unused_object'],
    ['<</Kids[4 0 R]/T(name)>>', 'unused_object'],
    ['<</Kids[4 0 R]/A 1>>', 'unused_object'],
    ['<</Count 0/A 1>>', 'unused_object'],
    ['<</Subtype/Text>>', 'unused_object'],
    ['<</Subtype/TrueType>>', 'unused_object'],
    ['<</Type/Page>>', 'unused_object'],
    ['<</Type/Annot/Subtype/Text>>', 'unused_object'],
    ['<</Type(Page)/Parent 2 0 R>>', 'unused_object'],
    ['<</Parent 2 0 R/Kids[]>>', 'unused_object'],
  ])('MAP-8 %s: %s', async (body, expected) => {
    expect(await told([], [{ number: 300, body }])).toEqual([expected]);
  });
});

it('MAP-8 what it is may stand behind a reference', async () => {
  const objects = [
    { number: 170, body: '/Page' },
    { number: 300, body: '<</Type 170 0 R/Parent 2 0 R>>' },
  ];
  expect(await told([], objects)).toEqual(['unused_object', 'unused_content']);
});

describe('where a change is', () => {
  it('MAP-8 is told as it is now, or was', async () => {
    const signed = await sign(document);
    const without = instead(4, { '150 0 R': '' }, signed);
    expect(linesOf(changesOf(updated(signed, [without])))).toEqual([
      'revision 3, other: annotation (covers_content), /Annots of object 150, page 1, [70 690 300 730]',
    ]);
    const moved = instead(100, { '[9 9 99 29]': '[9 9 99 39]' }, signed);
    expect(linesOf(changesOf(updated(signed, [moved])))).toEqual([
      'revision 3, other: unexplained (field), /Rect of object 100, field amount, page 1, [9 9 99 39]',
    ]);
  });
});
