import { streamBody, type TestDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { judgedBy, lacks, latin1, qpdfMessages } from '../support.ts';
import { contents, copied, everything, found, kindsLeftOut, make } from './copied.ts';

const tagged = (more: TestDocument['more'] = []): TestDocument => ({
  catalog: '/StructTreeRoot 100 0 R/MarkInfo<</Marked true>>',
  pages: [
    {
      entries: '/StructParents 0',
      content:
        '/H1<</MCID 0>>BDC BT /F1 24 Tf 72 700 Td (Title) Tj ET EMC /Artifact<</Type/Pagination>>BDC 0 0 9 9 re f EMC ' +
        '/P<</MCID 1/Evil(x)>>BDC BT /F1 12 Tf 72 600 Td (Words) Tj ET EMC /P<</MCID 7>>BDC 0 0 1 1 re f EMC',
    },
    { entries: '/StructParents 1', content: '/P<</MCID 0>>BDC BT /F1 12 Tf 72 600 Td (go on) Tj ET EMC' },
  ],
  more: [
    {
      number: 100,
      body: '<</Type/StructTreeRoot/K 101 0 R/ParentTree 105 0 R/RoleMap<</Head/H1>>/ClassMap<</C<</O/Layout>>>>>>',
    },
    { number: 101, body: '<</S/Document/P 100 0 R/K[102 0 R 103 0 R 104 0 R]>>' },
    {
      number: 102,
      body: '<</S/Head/P 101 0 R/Pg 4 0 R/K 0/T(internal)/ID(x)/Lang(el)/A<</O/Layout/TextAlign/Center>>>>',
    },
    {
      number: 103,
      body: '<</S/P/P 101 0 R/Pg 4 0 R/K[1<</Type/MCR/Pg 6 0 R/MCID 0>><</Type/OBJR/Obj 3 0 R>>]/ActualText(Words go on)>>',
    },
    { number: 104, body: '<</S/Figure/P 101 0 R/Pg 4 0 R/K 99/Alt(nothing is there)>>' },
    { number: 105, body: '<</Nums[0[102 0 R 103 0 R]1[103 0 R]]>>' },
    ...more,
  ],
});

describe('CPY-1 the tags of a safe copy', () => {
  it('are those that lead to content which the pages have', () => {
    const { bytes } = copied(make(tagged()));
    const text = latin1(bytes);
    expect(text).toMatch(
      /<<\/Type \/StructTreeRoot\/RoleMap <<\/Head \/H1>>\/K \[\d+ 0 R\]\/ParentTree \d+ 0 R\/ParentTreeNextKey 2>>/,
    );
    expect(text).toMatch(/<<\/Type \/StructElem\/S \/Head\/Lang \(el\)\/P \d+ 0 R\/Pg (\d+) 0 R\/K 0>>/);
    expect(text).toMatch(
      /\/S \/P\/ActualText \(Words go on\)\/P \d+ 0 R\/Pg \d+ 0 R\/K \[1 <<\/Type \/MCR\/Pg \d+ 0 R\/MCID 0>>\]>>/,
    );
    expect(text).toMatch(/<<\/Nums \[0 \[\d+ 0 R \d+ 0 R\] 1 \[\d+ 0 R\]\]>>/);
    expect(text).toContain('/MarkInfo <</Marked true>>');
    expect(everything(bytes)).not.toMatch(/Figure|nothing is there|internal|Evil|ClassMap|TextAlign/);
    expect(found(bytes)).toEqual([]);
    expect(copied(bytes).bytes).toEqual(bytes);
  });

  it('mark the content, artifacts apart, and no content that they do not lead to', () => {
    const [first = ''] = contents(copied(make(tagged())).bytes);
    expect(first).toContain('/H1 <</MCID 0>> BDC\n');
    expect(first).toContain('/Artifact BMC\n0 0 9 9 re\nf\nEMC\n');
    expect(first).toContain('/P <</MCID 1>> BDC\n');
    expect(first).toMatch(/EMC\n0 0 1 1 re\nf\n$/);
  });

  it('stay behind where they lead to nothing, or cannot be read', () => {
    for (const [key, value] of [
      ['/Pg 4 0 R', '/Pg 3 0 R'],
      ['/K 101 0 R', '/K 9 0 R'],
    ] as const) {
      const text = latin1(make(tagged()))
        .replaceAll(key, value.padEnd(key.length))
        .replaceAll('/Pg 6 0 R', '/Pg 3 0 R');
      const copy = copied(Buffer.from(text, 'latin1'));
      expect(kindsLeftOut(copy)).toContain('structure_tree');
      expect(latin1(copy.bytes)).not.toMatch(/Struct|MarkInfo|MCID/);
    }
  });

  it('go round no longer', () => {
    const looped = latin1(make(tagged())).replace(
      '/K[102 0 R 103 0 R 104 0 R]',
      '/K[102 0 R 103 0 R 101 0 R]',
    );
    const { bytes } = copied(Buffer.from(looped, 'latin1'));
    expect(latin1(bytes).match(/\/StructElem/g)).toHaveLength(3);
  });

  it.skipIf(lacks('qpdf'))(judgedBy(['qpdf'], 'and qpdf finds nothing wrong with them'), () => {
    const more = [{ number: 110, body: streamBody('', '/Type/XObject/Subtype/Form/BBox[0 0 1 1]') }];
    expect(qpdfMessages(copied(make(tagged(more))).bytes)).toEqual([]);
  });
});
