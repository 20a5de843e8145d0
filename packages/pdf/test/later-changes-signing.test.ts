import { sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { laterChangesOf, signatureFields } from '../src/index.ts';
import { changesBy, document, instead, saying, told } from './later-changes-objects.ts';
import { expectSound } from './later-changes-support.ts';
import { open, sign } from './support.ts';

const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;
const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4';
const PLACE = '/Rect[400 500 490 520]';

type Kind = 'Sig' | 'DocTimeStamp';
const SUB_FILTERS: Record<Kind, string> = { Sig: 'ETSI.CAdES.detached', DocTimeStamp: 'ETSI.RFC3161' };
const dictionary = (entries = '', type: Kind = 'Sig'): string =>
  `<</Type/${type}/Filter/Adobe.PPKLite/SubFilter/${SUB_FILTERS[type]}${SLOT}${entries}>>`;
const value = (entries = '', type: Kind = 'Sig'): TestObject => ({
  number: 310,
  body: dictionary(entries, type),
});
const grants = (...given: number[]): string =>
  `/Reference[${given.map((p) => `<</TransformMethod/DocMDP/TransformParams<</V/1.2/P ${p}>>>>`).join('')}]`;

/** What is told of an update with these objects, which ends in a signature that is hashed for real. */
function reasonsOf(file: Uint8Array): string[] {
  const pdf = open(file);
  const fields = signatureFields(pdf);
  const first = fields.find(({ signature }) => signature?.covers === 'revision');
  const found = laterChangesOf(pdf, fields).get(first?.name ?? '');
  expectSound(found);
  expect(found?.changes.filter(({ object, what }) => object === undefined && what !== '/Fields')).toEqual([]);
  return (found?.changes ?? []).map(({ reason, rule, what }) => `${reason ?? rule} ${what}`);
}

const signed = await sign(document);
const certified = { 2: await sign(document, { certify: 2 }), 3: await sign(document, { certify: 3 }) };

/** The signed document with the new fields, which the page lists with their widgets. */
const withFields = (
  fields: readonly TestObject[],
  widgets: readonly number[],
  file: Uint8Array = signed,
): TestObject[] => [
  instead(4, { '/Annots [': `/Annots [${widgets.map((number) => `${number} 0 R `).join('')}` }, file),
  instead(110, { '/Fields [': `/Fields [${fields[0]?.number ?? 0} 0 R ` }, file),
  ...fields,
];
const field = (entries: string, number = 300): TestObject => ({
  number,
  body: `<<${WIDGET}/FT/Sig/T(new)/Rect[0 0 0 0]${entries}>>`,
});
/** A further signature in a new field with these entries. */
const further = (entries: string, file: Uint8Array, ...more: TestObject[]): string[] =>
  reasonsOf(sealed(updated(file, [...withFields([field(entries)], [300], file), ...more])));

describe('what an earlier signature forbids', () => {
  it('MAP-8 no later one allows: by its own word, or by the lock of its field', () => {
    const weakened = ['weakened /P', 'further_signature /V'];
    expect(further('/V 310 0 R', certified[2], value(grants(3)))).toEqual(weakened);
    expect(further('/V 310 0 R', certified[2], value(grants(1, 3)))).toEqual(weakened);
    expect(further('/V 310 0 R/Lock<</Action/All/P 3>>', certified[2], value())).toEqual(weakened);
  });

  it('MAP-8 a later one may forbid as well, or more', () => {
    const permitted = ['further_signature /V'];
    expect(further('/V 310 0 R', certified[2], value(grants(2)))).toEqual(permitted);
    expect(further('/V 310 0 R', certified[2], value(grants(1)))).toEqual(permitted);
    expect(further('/V 310 0 R', certified[2], value())).toEqual(permitted);
    expect(further('/V 310 0 R', signed, value(grants(3)))).toEqual(permitted);
  });

  it('MAP-8 one that certifies and says nothing that can be read permits what is filled in', () => {
    const noted = (reference: string): string[] => {
      const field = instead(102, { '/T(approval)': '/T(approval)/V 310 0 R' });
      const catalog = instead(1, { '/MarkInfo': '/Perms<</DocMDP 310 0 R>>/MarkInfo' });
      const file = sealed(updated(document, [field, catalog, value(reference)]));
      const note = { number: 300, body: '<</Type/Annot/Subtype/Text/Rect[400 400 420 420]/P 4 0 R>>' };
      return reasonsOf(updated(file, [instead(4, { '/Annots [': '/Annots [300 0 R ' }, file), note]));
    };
    const [given] = /<<.*>>/.exec(grants(3)) ?? [''];
    expect(noted(grants(3))).toEqual(['annotation /Annot']);
    for (const said of ['', '/Reference[<</TransformMethod/Identity>>]', `/Reference${given}`])
      expect(noted(said)).toEqual(['not_permitted /Annot']);
  });

  it('MAP-8 a new field that is seen is an annotation, where none may come', () => {
    const shown = (file: Uint8Array): string[] =>
      reasonsOf(
        sealed(
          updated(file, [
            ...withFields([field('/V 310 0 R/AP<</N 301 0 R>>')], [300], file).map((object) =>
              object.number === 300
                ? { ...object, body: String(object.body).replace('/Rect[0 0 0 0]', PLACE) }
                : object,
            ),
            { number: 301, body: saying('Paid') },
            value(),
          ]),
        ),
      );
    expect(shown(certified[2])).toContain('unsigned_field /AP');
    expect(shown(certified[3])).toEqual(['further_signature /V']);
    expect(shown(signed)).toEqual(['further_signature /V']);
  });
});

describe('a signature that a field gets', () => {
  it('MAP-8 may stand in the field itself', () => {
    expect(further(`/V ${dictionary()}`, signed)).toEqual(['further_signature /V']);
  });

  it('MAP-8 was made for it, by this update', () => {
    const twice = withFields([field('/V 310 0 R')], [300, 320]).map((object) =>
      object.number === 110
        ? { ...object, body: String(object.body).replace('/Fields [', '/Fields [320 0 R ') }
        : object,
    );
    const second = { number: 320, body: field('/V 310 0 R').body.toString().replace('(new)', '(other)') };
    expect(reasonsOf(sealed(updated(signed, [...twice, second, value()])))).toContain('signature /V');
    expect(further('/V 171 0 R', signed, { number: 302, body: dictionary() })).toContain('signature /V');
  });

  it('MAP-8 is no time-stamp that was in the file already', async () => {
    const old = { number: 320, body: dictionary('', 'DocTimeStamp').replace('[0 ', '[9 ') };
    const file = await sign(updated(document, [old]));
    expect(further('/V 320 0 R', file, { number: 302, body: dictionary() })).toContain('signature /V');
  });
});

describe('a field that is new', () => {
  const added = (fields: readonly TestObject[], widgets: readonly number[] = [300]): string[] =>
    reasonsOf(updated(signed, withFields(fields, widgets)));
  const group = (kids: string): TestObject => ({ number: 320, body: `<</T(group)/Kids[${kids}]>>` });
  const below = (entries: string, number = 300): TestObject => ({
    number,
    body: `<<${WIDGET}/Rect[0 0 0 0]/Parent 320 0 R${entries}>>`,
  });

  it('MAP-8 may stand below a name of its own, if it is to sign', () => {
    expect(added([group('300 0 R'), below('/FT/Sig/T(new)')])).toEqual(['signature_field /Fields']);
    expect(added([group('300 0 R'), below('/FT/Tx/T(new)')])).toContain('field_added /Fields');
    expect(added([group(''), below('/FT/Sig/T(new)')])).toContain('field_added /Fields');
    expect(added([group('<</FT/Sig/T(new)>>')], [])).toEqual(['field_added /Kids']);
  });

  it('MAP-8 says everything once, and its widgets say nothing else', () => {
    const widgets = (entries: string): TestObject[] => [
      { number: 320, body: '<</FT/Sig/T(new)/Kids[300 0 R 301 0 R]>>' },
      below(''),
      below(entries, 301),
    ];
    expect(new Set(added(widgets(''), [300, 301]))).toEqual(new Set(['signature_field /Fields']));
    expect(added(widgets('/V(Paid)'), [300, 301])).toContain('field /Kids');
    expect(added(widgets('/FT/Tx'), [300, 301])).toContain('field /Kids');
    expect(added(widgets('/F 4/F 2'), [300, 301])).toContain('field /Kids');
    expect(added([field('/Ff 0/Ff 1')])).toContain('field /Ff');
  });

  it('MAP-8 shows nothing, by none of its widgets, before it is signed', () => {
    const widgets = [
      { number: 320, body: '<</FT/Sig/T(new)/Kids[300 0 R 301 0 R]>>' },
      below(''),
      { number: 301, body: `<<${WIDGET}${PLACE}/Parent 320 0 R/AP<</N 302 0 R>>>>` },
      { number: 302, body: saying('Paid') },
    ];
    expect(added(widgets, [300, 301])).toContain('unsigned_field /Fields');
  });

  it('MAP-8 is an object of its own, and stands in the list once', async () => {
    const fields = (list: string) => (file: Uint8Array) => [instead(110, { '/Fields [': list }, file)];
    expect(await told([], fields('/Fields [<</FT/Sig/T(new)>>'))).toContain('field_added');
    expect(await told([], fields('/Fields [100 0 R '))).toContain('field_added');
    const direct = instead(110, { '/Fields[': '/Fields[<</FT/Sig/T(old)>>' });
    const more = (file: Uint8Array) => [...fields('/Fields [300 0 R ')(file), field('')];
    expect(await told([direct], more)).toEqual(['signature_field']);
  });
});

describe('a field that was there', () => {
  const lines = async (...parts: Parameters<typeof changesBy>): Promise<string[]> =>
    (await changesBy(...parts)).map(({ reason, rule, what }) => `${reason ?? rule} ${what}`);

  it('MAP-8 keeps its kids, in a list', async () => {
    expect(await lines([], [instead(106, { '[107 0 R]': '(none)' })])).toEqual(
      expect.arrayContaining(['field_removed /Fields', 'field /Kids']),
    );
  });

  it('MAP-8 may be closed, and nothing else may be made of it', async () => {
    const flags = (ff: string) => [instead(100, { '/FT': `/Ff ${ff}/FT` })];
    expect(await lines([], flags('1'))).toEqual(['form_value /Ff']);
    expect(await lines([], flags('2'))).toEqual(['field /Ff']);
    expect(await lines(flags('2'), flags('3'))).toEqual(['form_value /Ff']);
    expect(await lines(flags('2'), flags('1'))).toEqual(['field /Ff']);
  });

  it('MAP-8 may say when it changed, which changes nothing', async () => {
    expect(await lines([], [instead(103, { '/FT': '/M(D:20261122120000Z)/FT' })])).toEqual([]);
  });

  it('MAP-8 has a dictionary of looks', async () => {
    expect(await lines([], [instead(103, { '<</N 104 0 R>>': ' 104 0 R' })])).toEqual(['appearance /AP']);
    expect(await lines([], [instead(103, { '<</N 104 0 R>>': '(none)', Eleni: 'Nikos' })])).toEqual([
      'appearance /AP',
    ]);
  });

  it('MAP-8 a box is ticked with the value of its field', async () => {
    const state = (entries: string) => [instead(105, { '/V/Off/AS/Off': entries })];
    expect(await lines([], state('/V/Yes/AS/Yes'))).toEqual(['form_value /V']);
    expect(await lines([], state('/V/Off/AS/Yes'))).toEqual(['appearance /AS']);
    expect(await lines([], state('/AS/Yes'))).toEqual(['appearance /V']);
    expect(await lines([], state('/V/Other/AS/Yes'))).toEqual(['appearance /V']);
    expect(await lines(state('/V/Yes/AS/Yes'), state('/V/Off/AS/Off'))).toEqual(['form_value /V']);
    expect(await lines(state('/V/Other/AS/Yes'), state('/V/Off/AS/Yes'))).toEqual(['form_value /V']);
  });
});

describe('a place to sign that was there', () => {
  /** What is told where the empty field gets other entries, with a signature if they name it. */
  const filled = (entries: string, file: Uint8Array = signed, ...more: TestObject[]): string[] => {
    const objects = [instead(102, { '/Type/Annot': entries }, file), ...more];
    if (!entries.includes('310 0 R')) return reasonsOf(updated(file, objects));
    return reasonsOf(sealed(updated(file, [...objects, value()])));
  };

  it.each(['', '/Ff 1', '/MK<<>>/DA(/F1 9 Tf)', '/M(D:20261122120000Z)'])(
    'MAP-8 gets what signing needs: %s',
    (entries) => expect(filled(`/Type/Annot/V 310 0 R${entries}`)).toEqual(['further_signature /V']),
  );

  it.each([
    ['/V 310 0 R', 'field /Type'],
    ['/Type/Sig/V 310 0 R', 'field /Type'],
    ['/Type/Annot/V 310 0 R/Ff 2', 'field /Ff'],
    ['/Type/Annot/V 310 0 R/TU(Mine)', 'field /TU'],
    ['/Type/Annot/V 310 0 R/M(a)/M(b)', 'field /M'],
    ['/Type/Annot/V 310 0 R/P 5 0 R', 'field /P'],
  ])('MAP-8 gets nothing else: %s', (entries, reason) => expect(filled(entries)).toContain(reason));

  it('MAP-8 gets a type where it has none', async () => {
    const file = await sign(updated(document, [instead(102, { '/Type/Annot': '/M(none)' })]));
    const typed = instead(102, { '/M(none)': '/Type/Annot/V 310 0 R' }, file);
    expect(reasonsOf(sealed(updated(file, [typed, value()])))).toEqual(['further_signature /V']);
  });

  it('MAP-8 shows nothing new before it is signed', async () => {
    const shown = '/Type/Annot/AP<</N 301 0 R>>';
    expect(filled(shown, signed, { number: 301, body: saying('Paid') })).toEqual(['unsigned_field /AP']);
    expect(filled(shown, signed, { number: 301, body: saying('') })).toEqual(['signature_field /AP']);
    const place = [instead(102, { '/Type/Annot': '/AP<</N 301 0 R>>/Type/Annot' })];
    const file = await sign(updated(document, [...place, { number: 301, body: saying('Sign here') }]));
    expect(filled('/Type/Annot/M(D:20261122120000Z)', file)).toEqual(['signature_field /M']);
  });
});
