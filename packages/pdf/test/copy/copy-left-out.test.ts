import { streamBody, type TestDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { copyWithFont } from '../../src/index.ts';
import { font, ports } from '../support.ts';
import { contents, copied, everything, found, kindsLeftOut, make, wordsOn } from './copied.ts';

/** UTF-16BE, as a text string of a field has it. */
const hexOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

const look = (color: string, more = ''): Uint8Array =>
  streamBody(
    `${color} rg 0 0 20 20 re f 0 g BT /Helv 9 Tf 1 6 Td (ok) Tj ET`,
    `/Type/XObject/Subtype/Form/BBox[0 0 20 20]${more}`,
  );

const form: TestDocument = {
  catalog:
    '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/AcroForm<</Fields[100 0 R 101 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 0 Tf)>>' +
    '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(evil\\(\\))>>]>>/EmbeddedFiles<</Names[(f.txt)110 0 R]>>>>',
  pages: [
    {
      entries: '/AA<</O<</S/Launch/F(calc.exe)>>>>/Annots[100 0 R 101 0 R 102 0 R 103 0 R 104 0 R 105 0 R]',
    },
  ],
  more: [
    {
      number: 100,
      body: '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(ok)/Rect[100 100 140 140]/AP<</N 106 0 R>>/AA<</K<</S/JavaScript/JS(x)>>>>>>',
    },
    {
      number: 101,
      body: '<</Type/Annot/Subtype/Widget/FT/Btn/T(box)/AS/On/Rect[200 100 220 120]/AP<</N<</On 107 0 R/Off 108 0 R>>>>>>',
    },
    { number: 102, body: '<</Type/Annot/Subtype/Text/F 2/Contents(secret)/Rect[1 1 9 9]/AP<</N 106 0 R>>>>' },
    {
      number: 103,
      body: '<</Type/Annot/Subtype/Square/C[1 0 0]/IC[0 1 0]/Contents(framed)/Rect[10 10 30 30]>>',
    },
    {
      number: 104,
      body: '<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/Border[0 0 0]/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>>>',
    },
    {
      number: 105,
      body: '<</Type/Annot/Subtype/FileAttachment/Rect[50 50 60 60]/FS 110 0 R/AP<</N 108 0 R>>>>',
    },
    { number: 106, body: look('1 0 0') },
    { number: 107, body: look('0 1 0', '/Resources<</Font<</Helv 3 0 R>>>>') },
    { number: 108, body: look('0 0 1', '/Resources<</Font<</Helv 3 0 R>>>>') },
    { number: 110, body: '<</Type/Filespec/F(f.txt)/EF<</F 111 0 R>>>>' },
    { number: 111, body: streamBody('attached octets', '/Type/EmbeddedFile') },
  ],
};

describe('CPY-1 what a safe copy leaves out, and draws in', () => {
  it('usage rights of a reader are no signature of a person', () => {
    const more = [{ number: 100, body: '<</Type/Sig/Filter/Adobe.PPKLite>>' }];
    const copy = copied(make({ catalog: '/Perms<</UR3 100 0 R>>', more }));
    expect(kindsLeftOut(copy)).toEqual(['private_data']);
  });

  it('is told by kind, page and place', () => {
    const copy = copied(make(form));
    expect(kindsLeftOut(copy).sort()).toEqual(
      [
        'action',
        'ambiguous',
        'attachment',
        'field_drawn',
        'link',
        'note_drawn',
        'note_hidden',
        'script',
      ].sort(),
    );
    expect(copy.leftOut).toContainEqual({
      kind: 'field_drawn',
      page: 1,
      box: [100, 100, 140, 140],
      detail: 'name',
    });
    expect(copy.leftOut).toContainEqual({
      kind: 'note_hidden',
      page: 1,
      box: [1, 1, 9, 9],
      detail: 'secret',
    });
    expect(copy.leftOut).toContainEqual({
      kind: 'note_drawn',
      page: 1,
      box: [10, 10, 30, 30],
      detail: 'framed',
    });
  });

  it('scripts, actions, attachments and fields are gone from every octet', () => {
    const { bytes } = copied(make(form));
    expect(everything(bytes)).not.toMatch(
      /JavaScript|OpenAction|Launch|GoToR|calc|evil|attached octets|EmbeddedFile|AcroForm|Widget|Annots|secret|\/AA/,
    );
    expect(found(bytes)).toEqual([]);
  });

  it('looks are drawn where they stood, in the state that is shown, with the resources of the form', () => {
    const { bytes } = copied(make(form));
    const [page = ''] = contents(bytes);
    expect(page).toContain('q\n2 0 0 2 100 100 cm\n/X0 Do\nQ\n');
    expect(page).toContain('q\n1 0 0 1 200 100 cm\n/X1 Do\nQ\n');
    const text = everything(bytes);
    expect(text).toMatch(/1 0 0 rg\n0 0 20 20 re\nf\n0 g\nBT\n\/F0 9 Tf\n1 6 Td\n\(ok\) Tj/);
    expect(text).toContain('0 1 0 rg\n0 0 20 20 re');
    // The look of the file's own icon; that of the button's other state is gone.
    expect(contents(bytes)[0]).toContain('q\n0.5 0 0 0.5 50 50 cm\n/X3 Do\nQ\n');
  });

  it('an annotation without a look is drawn as readers draw it', () => {
    expect(everything(copied(make(form)).bytes)).toContain(
      '0 1 0 rg\n1 0 0 RG\n1 w\n10.5 10.5 m\n29.5 10.5 l\n29.5 29.5 l\n10.5 29.5 l\nh\nB\n',
    );
  });

  it('fields without a look show what they hold, where their font has codes for it', () => {
    const widget = (entries: string): string =>
      `<</Type/Annot/Subtype/Widget/Rect[100 100 200 120]${entries}>>`;
    const field = (entries: string): TestDocument => ({
      catalog: '/AcroForm<</Fields[100 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 0 Tf 0 0 1 rg)>>',
      pages: [{ entries: '/Annots[100 0 R]' }],
      more: [{ number: 100, body: widget(`/T(f)${entries}`) }],
    });
    const drawn = (entries: string): string => everything(copied(make(field(entries))).bytes);
    expect(drawn('/FT/Tx/V(Held)/DA(/Helv 10 Tf 1 0 0 rg)/MK<</BG[.9]>>')).toContain(
      '0.9 g\n0 0 100 20 re\nf\nq\n0 0 100 20 re\nW\nn\nBT\n/F0 10 Tf\n1 0 0 rg\n1 0 0 1 1 6.4 Tm\n(Held) Tj\nET\nQ\n',
    );
    expect(drawn('/FT/Tx/V(Held)/Q 2')).toContain('/F0 12 Tf\n0 0 1 rg\n1 0 0 1 ');
    expect(drawn('/FT/Ch/V(a)/Opt[[(a)(First)][(b)(Second)]]')).toContain('(First) Tj');
    expect(drawn('/FT/Tx/Ff 4096/V(One\\nTwo)')).toMatch(/\(One\) Tj\n1 0 0 1 1 .*Tm\n\(Two\) Tj/);
    expect(drawn('/FT/Tx/Ff 8192/V(Secret)')).not.toContain('Secret');
    const greek = copied(make(field('/FT/Tx/V<FEFF0391>')));
    expect(greek.leftOut).toContainEqual({
      kind: 'field_hidden',
      page: 1,
      box: [100, 100, 200, 120],
      detail: 'f',
    });
  });

  it('a field that readers draw anew shows what it holds, and any other its look', () => {
    const form = (catalog: string, look: string, entries = '/FT/Tx/V(Held)'): string =>
      everything(
        copied(
          make({
            catalog: `/AcroForm<</Fields[100 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 9 Tf 0 g)${catalog}>>`,
            pages: [{ entries: '/Annots[100 0 R]' }],
            more: [
              {
                number: 100,
                body: `<</Type/Annot/Subtype/Widget/T(f)/Rect[100 100 200 120]/AP<</N 101 0 R>>${entries}>>`,
              },
              { number: 101, body: streamBody(look, '/Type/XObject/Subtype/Form/BBox[0 0 100 20]') },
            ],
          }),
        ).bytes,
      );
    const anew = '/NeedAppearances true';
    expect(form(anew, '/Tx BMC EMC')).toContain('(Held) Tj');
    const old = 'BT /Helv 9 Tf 2 6 Td (Old) Tj ET';
    expect(form(anew, old)).toContain('(Held) Tj');
    expect(form(anew, old)).not.toContain('(Old) Tj');
    expect(form('', old)).toContain('(Old) Tj');
    expect(form('', old)).not.toContain('(Held) Tj');
    expect(form(anew, '1 0 0 rg 0 0 9 9 re f', '/FT/Tx')).toContain('1 0 0 rg\n0 0 9 9 re');
    const scripted = '/FT/Tx/V(1500)/AA<</F<</S/JavaScript/JS(format)>>>>';
    expect(form(anew, 'BT /Helv 9 Tf 2 6 Td (1.500,00) Tj ET', scripted)).toContain('(1.500,00) Tj');
    expect(form(anew, '/Tx BMC EMC', scripted)).toContain('(1500) Tj');
  });

  it('a button that is on and has no look shows its mark, and one that is off none', () => {
    const drawn = (entries: string): string =>
      everything(
        copied(
          make({
            catalog: '/AcroForm<</Fields[100 0 R]/DA(/ZaDb 0 Tf 1 0 0 rg)>>',
            pages: [{ entries: '/Annots[100 0 R]' }],
            more: [
              {
                number: 100,
                body: `<</Type/Annot/Subtype/Widget/FT/Btn/T(f)/Rect[100 100 120 110]${entries}>>`,
              },
            ],
          }),
        ).bytes,
      );
    expect(drawn('/V/Yes/AS/Yes')).toContain('1 0 0 rg\n1 0 0 RG\n7 0 0 7 6.5 1.5 cm\n');
    expect(drawn('/V/Yes/AS/Yes/MK<</CA(n)>>')).toMatch(/0.1 0.1 0.8 0.8 re\nf|\.1 \.1 \.8 \.8 re\nf/);
    expect(drawn('/V/Yes/AS/Yes/Ff 32768')).toMatch(/ c\n.*f\n/s);
    expect(drawn('/V/Off/AS/Off')).not.toContain(' cm');
    // Of a button that is pressed nothing is on.
    expect(drawn('/V/Yes/AS/Yes/Ff 65536')).not.toContain(' cm');
  });

  it('values in letters that their font lacks are drawn in a font that goes along', async () => {
    const value = (text: string, align = 0): Uint8Array =>
      make({
        catalog: '/AcroForm<</Fields[100 0 R]/DA(/Helv 10 Tf 0 g)>>',
        pages: [{ entries: '/Annots[100 0 R]' }],
        more: [
          {
            number: 100,
            body: `<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/Rect[100 100 200 120]/Q ${align}/V<FEFF${hexOf(text)}>>>`,
          },
        ],
      });
    const greek = await copyWithFont(value('Άλφα\u00a0Ωμέγα ᾧ'), font, ports);
    expect(kindsLeftOut(greek)).toEqual(['field_drawn']);
    expect(wordsOn(greek.bytes)).toContain('Άλφα Ωμέγα ᾧ');
    expect(found(greek.bytes)).toEqual([]);
    const again = await copyWithFont(greek.bytes, font, ports);
    expect(again.bytes).toEqual(greek.bytes);
    // Aligned by the widths of that font, and the same each time.
    const right = await copyWithFont(value('Ωμέγα', 2), font, ports);
    expect(Number(/1 0 0 1 ([\d.]+) /.exec(everything(right.bytes))?.[1])).toBeGreaterThan(60);
    expect((await copyWithFont(value('Ωμέγα', 2), font, ports)).bytes).toEqual(right.bytes);
    // What no font has is told, and nothing stands for it.
    const other = await copyWithFont(value('漢字'), font, ports);
    expect(kindsLeftOut(other)).toEqual(['field_hidden']);
  });

  it('of layers those that are off go, and the others belong to the page', () => {
    const layers: TestDocument = {
      catalog: '/OCProperties<</OCGs[100 0 R 101 0 R]/D<</OFF[101 0 R]>>>>',
      pages: [
        {
          entries:
            '/Resources<</Font<</F1 3 0 R>>/Properties<</On 100 0 R/Off 101 0 R>>/XObject<</Fm 102 0 R>>>>/Annots[<</Type/Annot/Subtype/Stamp/OC 101 0 R/Rect[0 0 9 9]/AP<</N 102 0 R>>>>]',
          content:
            'BT /F1 10 Tf 72 700 Td /OC/On BDC (seen) Tj EMC /OC/Off BDC (not) Tj 5 0 0 5 re EMC (after) Tj ET /OC/Off BDC 0 0 9 9 re W f EMC /Fm Do',
        },
      ],
      more: [
        { number: 100, body: '<</Type/OCG/Name(First)>>' },
        { number: 101, body: '<</Type/OCG/Name(Second)>>' },
        {
          number: 102,
          body: streamBody('0 0 5 5 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/OC 101 0 R'),
        },
      ],
    };
    const copy = copied(make(layers));
    const [page = ''] = contents(copy.bytes);
    // What is not shown leads as far as it did: 278 + 556 + 556 thousandths of an em.
    expect(page).toContain('(seen) Tj\n[-1390] TJ\n');
    expect(page).toContain('(after) Tj\nET\n0 0 9 9 re\nW\nn\n');
    expect(page).not.toMatch(/not|OC|Do|EMC/);
    expect(everything(copy.bytes)).not.toMatch(/OCG|OCProperties|\/OC/);
    expect(copy.leftOut).toContainEqual({ kind: 'layer_hidden', page: 1, detail: 'Second' });
    expect(copy.leftOut.map(({ kind }) => kind)).toContain('layer_merged');
  });

  it('text that nobody sees goes, and what stands behind it stays in its place', () => {
    const hidden: TestDocument = {
      pages: [
        {
          content:
            'BT /F1 10 Tf 72 700 Td (Pay 100 ) Tj 3 Tr (or nine hundred ) Tj 0 Tr (euros) Tj ET BT 1 g /F1 10 Tf 72 600 Td [(white on) -300 (white words)] TJ ET',
        },
      ],
    };
    const copy = copied(make(hidden));
    const [page = ''] = contents(copy.bytes);
    expect(page).not.toMatch(/nine|white/);
    expect(page).toMatch(/3 Tr\n\[-[\d.]+\] TJ\n0 Tr\n\(euros\) Tj/);
    expect(kindsLeftOut(copy)).toEqual(['hidden_text']);
    expect(found(copy.bytes)).toEqual([]);
  });
});
