import { appendUpdate, bodyOf, documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

describe('what hides behind what may be changed', () => {
  it('MAP-8 resources that the form and a page share get nothing that the page could have named', async () => {
    const page = '/Resources 30 0 R/Contents 5 0 R';
    const base = writePdf({
      kind: 'table',
      objects: documentObjects({
        catalog: '/AcroForm 110 0 R',
        pages: [{ content: 'BT /F1 24 Tf 72 700 Td (Pay) Tj ET /X9 Do' }],
        more: [
          { number: 110, body: '<</Fields[]/DR 30 0 R>>' },
          { number: 30, body: '<</Font<</F1 3 0 R>>>>' },
        ],
      }).map((one) =>
        one.number === 4
          ? { number: 4, body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${page}>>` }
          : one,
      ),
    });
    const before = await sign(base);
    const grown = (entries: string) =>
      appendUpdate(before, { kind: 'table', objects: [{ number: 30, body: `<<${entries}>>` }] });
    expect(changesOf(grown('/Font<</F1 3 0 R/Helv 3 0 R>>'))?.level).toBe('lta');
    expect(changesOf(grown('/Font<</F1 3 0 R>>/XObject<</X9 5 0 R>>'))?.changes).toContainEqual(
      expect.objectContaining({ level: 'other', reason: 'reached_elsewhere', object: 30 }),
    );
  });

  it.each([
    ['in the page', '/Font<</Info 160 0 R>>', '<</A 1>>'],
    ['in an object of its own', '/Font 161 0 R', '<</Info 160 0 R>>'],
  ])('MAP-8 a font is none of what may change, whatever it is named: %s', async (_, fonts, own) => {
    const font = '/Type/Font/Subtype/Type1/BaseFont/Helvetica';
    const before = await sign(
      writePdf({
        kind: 'table',
        trailer: '/Info 160 0 R',
        objects: documentObjects({
          pages: [{ content: 'BT /Info 24 Tf 72 700 Td (Pay 1000) Tj ET' }],
          more: [
            { number: 160, body: `<<${font}>>` },
            { number: 161, body: own },
          ],
        }).map((one) =>
          one.number === 4
            ? {
                number: 4,
                body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<${fonts}>>/Contents 5 0 R>>`,
              }
            : one,
        ),
      }),
    );
    const objects = [{ number: 160, body: `<<${font}/Encoding<</Differences[49/nine]>>>>` }];
    const found = changesOf(appendUpdate(before, { kind: 'table', objects, trailer: '/Info 160 0 R' }));
    expect(found?.changes).toContainEqual(
      expect.objectContaining({ reason: 'reached_elsewhere', object: 160 }),
    );
  });

  it('MAP-8 annotations within the page stay, and none comes to stand above another that it hides', async () => {
    const note = '/Type/Annot/Subtype/FreeText/Rect[70 590 300 630]';
    const stated = (text: string) =>
      streamBody(
        `1 g 0 0 90 20 re f 0 g BT /F1 9 Tf 2 4 Td (${text}) Tj ET`,
        '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 3 0 R>>>>',
      );
    const before = await sign(
      writePdf({
        kind: 'table',
        objects: documentObjects({
          pages: [
            {
              content: 'BT /F1 24 Tf 72 700 Td (Pay) Tj ET',
              entries: `/Annots[150 0 R 151 0 R<<${note}/Contents(here)>>]`,
            },
          ],
          more: [
            { number: 150, body: `<<${note}/AP<</N 160 0 R>>>>` },
            { number: 151, body: `<<${note}/AP<</N 161 0 R>>>>` },
            { number: 160, body: stated('1') },
            { number: 161, body: stated('2') },
          ],
        }),
      }),
    );
    const reasons = (from: string, to: string) => {
      const objects = [{ number: 4, body: bodyOf(before, 4).replace(from, to) }];
      const found = changesOf(appendUpdate(before, { kind: 'table', objects }));
      return found?.changes.map(({ reason }) => reason);
    };
    expect(reasons('/Parent', ' /Parent')).toEqual([]);
    expect(reasons('(here)', '(there)')).toContain('covers_content');
    expect(reasons('[70 590 300 630]', '[70 690 300 730]')).toContain('covers_content');
    expect(reasons('150 0 R 151 0 R', '151 0 R 150 0 R')).toContain('covers_content');
    expect(reasons('150 0 R 151 0 R', '150 0 R 151 0 R 150 0 R')).toContain('covers_content');
  });

  it('MAP-8 a font or an encoding of the page is none of the form’s resources', async () => {
    const font = '/Type/Font/Subtype/Type1/BaseFont/Helvetica';
    const update = async (resources: string, number: number, body: string) => {
      const objects = documentObjects({
        catalog: '/AcroForm 110 0 R',
        pages: [{ content: 'BT /F1 24 Tf 72 700 Td (Pay 1000) Tj ET' }],
        more: [
          { number: 110, body: `<</Fields[]/DR<<${resources}>>>>` },
          { number: 31, body: '<</Type/Encoding>>' },
        ],
      }).map((one) => (one.number === 3 ? { number: 3, body: `<<${font}/Encoding 31 0 R>>` } : one));
      const before = await sign(writePdf({ kind: 'table', objects }));
      return changesOf(appendUpdate(before, { kind: 'table', objects: [{ number, body }] }))?.level;
    };
    const nine = '/Differences[49/nine]';
    expect(await update('/Font 3 0 R', 3, `<<${font}/Encoding 31 0 R/FirstChar 1>>`)).toBe('other');
    expect(await update('/Encoding 31 0 R', 31, `<</Type/Encoding${nine}>>`)).toBe('other');
  });

  it('MAP-8 what is filled in does not stand on what was signed, where nothing stood', async () => {
    const widget = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4';
    const over = '/Rect[70 690 300 730]';
    const look = (content: string) =>
      streamBody(content, '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 3 0 R>>>>');
    const filled = look('1 g 0 0 90 20 re f 0 g BT /F1 9 Tf 2 4 Td (Pay 1) Tj ET');
    const before = await sign(
      writePdf({
        kind: 'table',
        objects: documentObjects({
          catalog: '/AcroForm 110 0 R',
          pages: [
            {
              content: 'BT /F1 24 Tf 72 700 Td (Pay 1000) Tj ET',
              entries: '/Annots[100 0 R 101 0 R 102 0 R]',
            },
          ],
          more: [
            { number: 100, body: `<<${widget}/FT/Tx/T(over)${over}>>` },
            { number: 101, body: `<<${widget}/FT/Tx/T(beside)/Rect[70 590 300 630]>>` },
            {
              number: 102,
              body: `<<${widget}/FT/Btn/T(tick)${over}/V/Off/AS/Off/AP<</N<</Off 103 0 R/Yes 104 0 R>>>>>>`,
            },
            { number: 103, body: look('') },
            { number: 104, body: filled },
            {
              number: 110,
              body: '<</Fields[100 0 R 101 0 R 102 0 R]/DR<</Font<</F1 3 0 R>>>>/DA(/F1 9 Tf)>>',
            },
          ],
        }),
      }),
    );
    const level = (number: number, from: string, to: string) => {
      const object = { number, body: bodyOf(before, number).replace(from, to) };
      const later = { kind: 'table' as const, objects: [object, { number: 301, body: filled }] };
      return changesOf(appendUpdate(before, later))?.changes.find((one) => one.object === number);
    };
    const look301 = '/V(Pay 1)/AP<</N 301 0 R>>>>';
    expect(level(101, '>>', look301)).toMatchObject({ level: 'form-filling', rule: 'form_value' });
    expect(level(100, '>>', look301)).toMatchObject({ level: 'other', reason: 'covers_content' });
    expect(level(102, '/V/Off/AS/Off', '/V/Yes/AS/Yes')).toMatchObject({ reason: 'covers_content' });
  });

  it.each([
    ['its own', '/DA(/Ev 9 Tf)', ''],
    ['its own, a line break behind the name', '/DA(/Ev\n9 Tf)', ''],
    ['its own, a number sign in the name', '/DA(/E#76 9 Tf)', ''],
    ['its own, a comment behind the name', '/DA(/Ev%\n9 Tf)', ''],
    ['of the field above', '/Parent 101 0 R', ''],
    ['of the form', '', '/DA(/Ev 9 Tf)'],
  ])(
    'MAP-8 no font is added that readers draw a field with: by a default appearance, %s',
    async (_, field, form) => {
      const resources = '/DR<</Font<</F1 3 0 R>>>>';
      const before = await sign(
        writePdf({
          kind: 'table',
          objects: documentObjects({
            catalog: '/AcroForm 110 0 R',
            pages: [{ content: '', entries: '/Annots[100 0 R]' }],
            more: [
              {
                number: 100,
                body: `<</Type/Annot/Subtype/Widget/P 4 0 R/F 4/FT/Tx/T(a)/Rect[9 9 99 29]/V(1000)${field}>>`,
              },
              { number: 101, body: '<</T(above)/DA(/Ev 9 Tf)/Kids[100 0 R]>>' },
              {
                number: 110,
                body: `<</Fields[${field.startsWith('/Parent') ? 101 : 100} 0 R]${resources}${form}>>`,
              },
            ],
          }),
        }),
      );
      const nine = '/Encoding<</Type/Encoding/Differences[49/nine]>>';
      const withFont = (name: string) => [
        {
          number: 110,
          body: bodyOf(before, 110).replace(resources, `/DR<</Font<</F1 3 0 R/${name} 190 0 R>>>>`),
        },
        { number: 190, body: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${nine}>>` },
      ];
      const level = (name: string) =>
        changesOf(appendUpdate(before, { kind: 'table', objects: withFont(name) }))?.level;
      expect(level('Ev')).toBe('other');
      expect(level('Else')).toBe('lta');
    },
  );

  it.each([
    ['by its name', '/X1 Do', 'other'],
    ['with a number sign in it', '/X#31 Do', 'other'],
    ['another one', '/X12 Do', 'lta'],
  ])('MAP-8 what a look without resources paints stays what it was: %s', async (_, painted, expected) => {
    const form = (content: string) => streamBody(content, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]');
    const resources = '/DR<</XObject<</X1 112 0 R/X12 111 0 R>>>>';
    const before = await sign(
      writePdf({
        kind: 'table',
        objects: documentObjects({
          catalog: '/AcroForm 110 0 R',
          pages: [{ content: '', entries: '/Annots[100 0 R]' }],
          more: [
            {
              number: 100,
              body: '<</Type/Annot/Subtype/Widget/P 4 0 R/F 4/FT/Tx/T(a)/Rect[9 9 99 29]/AP<</N 113 0 R>>>>',
            },
            { number: 110, body: `<</Fields[100 0 R]${resources}>>` },
            { number: 111, body: form('0 0 9 9 re f') },
            { number: 112, body: form('0 0 9 9 re S') },
            { number: 113, body: form(painted) },
          ],
        }),
      }),
    );
    const exchanged = bodyOf(before, 110).replace('/X1 112 0 R', '/X1 111 0 R');
    const after = appendUpdate(before, { kind: 'table', objects: [{ number: 110, body: exchanged }] });
    expect(changesOf(after)?.level).toBe(expected);
  });
});
