import { type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesBy, document, instead, look, saying } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

type Changes = Awaited<ReturnType<typeof changesBy>>;
const linesOf = (changes: Changes): string[] =>
  changes.map(({ reason, rule, what, object }) => `${reason ?? rule} ${what} ${object ?? '-'}`);

/** What is told where, of an object of the document that was signed with `objects`, parts are exchanged. */
const edited = async (
  number: number,
  parts: Readonly<Record<string, string>>,
  objects: readonly TestObject[] = [],
  ...more: TestObject[]
): Promise<string[]> =>
  linesOf(await changesBy(objects, (signed) => [instead(number, parts, signed), ...more]));

describe('entries of the catalog', () => {
  const MARK = '/MarkInfo<</Marked true>>';
  const had = (entries: string) => [instead(1, { [MARK]: `${entries}${MARK}` })];

  it('MAP-8 a version is raised, and neither taken back nor made anything else', async () => {
    const to = (entries: string) => edited(1, { '/Version/1.7': entries }, had('/Version/1.7'));
    expect(await edited(1, { [MARK]: `/Version/2.0${MARK}` })).toEqual(['extensions /Version 1']);
    expect(await to('/Version/2.0')).toEqual(['extensions /Version 1']);
    for (const other of ['1.4', '2.01', '12.0'])
      expect(await to(`/Version/${other}`)).toEqual(['catalog /Version 1']);
    expect(await to('/Version(2.0)')).toEqual(['catalog /Version 1']);
    // What is missing is told by itself, too: some readers mend the file for it.
    expect(await edited(1, { [MARK]: `/Version 99 0 R${MARK}` })).toEqual([
      'catalog /Version 1',
      'content /Catalog 1',
    ]);
    for (const none of ['[]', '/9', '/Seventeen'])
      expect(await edited(1, { [MARK]: `/Version ${none}${MARK}` })).toEqual(['catalog /Version 1']);
    expect(await to('')).toEqual(['catalog /Version 1']);
  });

  it.each([
    ['/PieceInfo<</A<<>>>>', 'page_upkeep /PieceInfo 1'],
    ['/LastModified(D:20261122120000Z)', 'page_upkeep /LastModified 1'],
    ['/PieceInfo<<>>/PieceInfo<</A 1>>', 'catalog /PieceInfo 1'],
    ['/Lang(el)', 'catalog /Lang 1'],
  ])('MAP-8 that come: %s', async (entries, told) => {
    expect(await edited(1, { [MARK]: `${entries}${MARK}` })).toContain(told);
  });

  it('MAP-8 marks come to a document that has none, and stay', async () => {
    expect(
      await edited(1, { '/StructTreeRoot': `${MARK}/StructTreeRoot` }, [instead(1, { [MARK]: '' })]),
    ).toEqual(['description /MarkInfo 1']);
    const untagged = instead(1, { [MARK]: '', '/StructTreeRoot 140 0 R': '' });
    expect(await edited(1, { '/Metadata': `${MARK}/Metadata` }, [untagged])).toEqual([
      'structure_tree /MarkInfo 1',
    ]);
    expect(await edited(1, { [MARK]: '/MarkInfo<</Marked false>>' })).toEqual(['structure /MarkInfo 1']);
  });

  it('MAP-8 a form stays, in the catalog or in an object of its own', async () => {
    const form = '<</Fields[100 0 R 102 0 R 103 0 R 105 0 R 106 0 R]/DA(/F1 9 Tf)/Q 0>>';
    const inline = [instead(1, { '/AcroForm 110 0 R': `/AcroForm${form}` })];
    expect(await edited(1, { '/Q 0': '/Q 2' }, inline)).toEqual(['form /Q 1']);
    const moved = (signed: Uint8Array): TestObject => ({
      number: 20,
      body: String(instead(110, { '/DA': '/Q 2/DA' }, signed).body),
    });
    const changes = await changesBy([], (signed) => [
      instead(1, { '110 0 R': '20 0 R' }, signed),
      moved(signed),
    ]);
    expect(linesOf(changes)).toContain('form /Q 20');
  });
});

describe('extensions that a file says it uses', () => {
  const ACME = '/ACME<</BaseVersion/1.7/ExtensionLevel 5>>';
  const before = (developers: string) => [
    instead(1, { '/MarkInfo': `/Extensions<<${developers}>>/MarkInfo` }),
  ];
  const to = (from: string, after: string) => edited(1, { [from]: after }, before(ACME));

  it('MAP-8 are raised, and others come', async () => {
    expect(await to('ExtensionLevel 5', 'ExtensionLevel 6')).toEqual(['extensions /Extensions 1']);
    expect(await to(ACME, `${ACME}/Other<<>>`)).toEqual(['extensions /Extensions 1']);
    const levels = (...all: number[]) => `/ACME[${all.map((at) => `<</ExtensionLevel ${at}>>`).join('')}]`;
    expect(await to(ACME, levels(1, 5))).toEqual(['extensions /Extensions 1']);
    expect(await edited(1, { [levels(2, 7)]: levels(7) }, before(levels(2, 7)))).toEqual([
      'extensions /Extensions 1',
    ]);
    expect(await edited(1, { [levels(2, 7)]: levels(6) }, before(levels(2, 7)))).toEqual([
      'catalog /Extensions 1',
    ]);
  });

  it.each([
    ['ExtensionLevel 5', 'ExtensionLevel 4'],
    ['/ExtensionLevel 5', ''],
    [ACME, ''],
    [ACME, '/ACME[]'],
    [ACME, '/ACME 5'],
    [ACME, '/ACME[<</ExtensionLevel 9>> 5]'],
  ])('MAP-8 are not taken back: %s, %s', async (from, after) => {
    expect(await to(from, after)).toEqual(['catalog /Extensions 1']);
  });

  it('MAP-8 may say what they are, and may have been none', async () => {
    const typed = before(`/Type/DeveloperExtensions${ACME}`);
    expect(await edited(1, { '/Type/DeveloperExtensions': '' }, typed)).toEqual(['extensions /Extensions 1']);
    expect(await edited(1, { '/Odd 5': '/Odd<<>>' }, before('/Odd 5'))).toEqual(['extensions /Extensions 1']);
    expect(await edited(1, { '/Odd<<>>': '/Odd 5' }, before('/Odd<<>>'))).toEqual(['catalog /Extensions 1']);
  });
});

describe('entries of a page and of the tree above it', () => {
  const TABS = '/Tabs/S';
  const note: TestObject = { number: 300, body: '<</Type/Annot/Subtype/Text/Rect[400 500 410 510]/F 4>>' };

  it.each([
    ['/PieceInfo<</A<<>>>>', 'page_upkeep /PieceInfo 4'],
    ['/LastModified(D:20261122120000Z)', 'page_upkeep /LastModified 4'],
    ['/PieceInfo<<>>/PieceInfo<</A 1>>', 'page /PieceInfo 4'],
    ['/Rotate 90', 'page /Rotate 4'],
  ])('MAP-8 that come: %s', async (entries, told) => {
    expect(await edited(4, { [TABS]: `${TABS}${entries}` })).toContain(told);
  });

  it('MAP-8 the order of the tab key comes with what it orders', async () => {
    const second = [
      instead(2, { '/Kids[4 0 R]/Count 1': '/Kids[4 0 R 20 0 R]/Count 2' }),
      { number: 20, body: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots []>>' },
    ];
    const annotated = { '/Annots [': '/Annots [300 0 R ' };
    const tabs = { '/MediaBox': '/Tabs/R/MediaBox' };
    expect(await edited(20, { ...annotated, ...tabs }, second, note)).toContain('page_upkeep /Tabs 20');
    expect(await edited(20, tabs, second)).toEqual(['annotation /Tabs 20']);
    expect(await edited(4, { ...annotated, [TABS]: '/Tabs/R' }, [], note)).toContain('annotation /Tabs 4');
  });

  it('MAP-8 writers leave notes in the tree, and nothing else', async () => {
    expect(await edited(2, { '/Count': '/ITXT(5.5)/Count' })).toEqual(['document_info /ITXT 2']);
    expect(await edited(2, { '/Count': '/ITXT(5.5)/Rotate 90/Count' })).toEqual(['page_tree /Pages 2']);
  });

  it('MAP-8 annotations that are no objects of their own stay what they are', async () => {
    const link = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>';
    const direct = [instead(4, { '/Annots [': `/Annots [null ${link}` })];
    const told = 'covers_content /Annots 4';
    expect(await edited(4, { [link]: link.replace('9 9', '600 800') }, direct)).toEqual([told]);
    expect(await edited(4, { [link]: `${link}${link}` }, direct)).toEqual([told]);
    expect(await edited(4, { [link]: '' }, direct)).toEqual([told]);
    expect(await edited(4, { [link]: `null 300 0 R ${link}` }, direct, note)).toEqual([
      'annotation /Annot 300',
    ]);
  });

  it('MAP-8 an annotation comes to stand above others where it hides nothing', async () => {
    expect(await edited(4, { '100 0 R 102 0 R': '102 0 R 100 0 R' })).toEqual([]);
    const first = [instead(4, { ' 150 0 R': '', '/Annots [': '/Annots [150 0 R ' })];
    expect(await edited(4, { '150 0 R': '', '107 0 R': '107 0 R 150 0 R' }, first)).toEqual([
      'covers_content /Annots 150',
    ]);
  });

  it('MAP-8 begins to list a widget that was signed where that shows nothing', async () => {
    const unlisted = [instead(4, { '103 0 R ': '', '100 0 R ': '' })];
    expect(await edited(4, { '102 0 R': '103 0 R 102 0 R' }, unlisted)).toEqual(['field /Annots 103']);
    expect(await edited(4, { '102 0 R': '100 0 R 102 0 R' }, unlisted)).toEqual([]);
  });
});

describe('annotations after a signature', () => {
  const link = (entries: string, number = 20): TestObject => ({
    number,
    body: `<</Type/Annot/Subtype/Link/Rect[400 500 490 520]/F 4${entries}>>`,
  });
  const LEADS = '/A<</S/URI/URI(https://one.example)>>';
  const ELSEWHERE = LEADS.replace('one', 'other');
  const listed = (number: number) => instead(4, { '/Annots [': `/Annots [${number} 0 R ` });

  it('MAP-8 a link that was signed leads elsewhere', async () => {
    const had = [listed(20), link(LEADS)];
    const told = async (entries: string) => linesOf(await changesBy(had, [link(entries)]));
    expect(await told(`${LEADS}/M(today)`)).toEqual(['annotation /Annot 20']);
    expect(await told(ELSEWHERE)).toEqual(['signed_annotation /Annot 20']);
    expect(await told(`${ELSEWHERE}/M(today)`)).toEqual(['signed_annotation /Annot 20']);
    expect(await told('')).toEqual(['signed_annotation /Annot 20']);
  });

  it('MAP-8 one that came later is its bringer’s', async () => {
    const signed = await sign(document);
    const once = updated(signed, [
      instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed),
      link(LEADS, 300),
    ]);
    const twice = changesOf(updated(once, [link(ELSEWHERE, 300)]))?.changes ?? [];
    expect(linesOf(twice)).toEqual(['annotation /Annot 300', 'annotation /Annot 300']);
  });

  it('MAP-8 come where a signature locks some fields, and not where it locks all', async () => {
    const noted = async (lock: string): Promise<string[]> => {
      const objects = [{ number: 101, body: `<</Type/SigFieldLock${lock}>>` }];
      const signed = await sign(updated(document, objects), { field: 'approval' });
      const changed = [instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed), link('', 300)];
      return linesOf(changesOf(updated(signed, changed))?.changes ?? []);
    };
    expect(await noted('/Action/Include/Fields[(amount)]')).toEqual(['annotation /Annot 300']);
    expect(await noted('/Action/All')).toEqual(['not_permitted /Annot 300']);
  });
});

describe('the head of an object', () => {
  it('MAP-8 may have a comment in it, and what stands below is read', async () => {
    const objects = [
      instead(4, { '/Resources<<': '/Resources<</XObject 7 0 R' }),
      { number: 7, body: '  <</X 8 0 R>>' },
      { number: 8, body: look('0 0 9 9 re f') },
    ];
    const plain = Buffer.from(updated(document, objects)).toString('latin1');
    const signed = await sign(Buffer.from(plain.replace('7 0 obj\n  <<', '7 0 %\nobj <<'), 'latin1'));
    expect(Buffer.from(signed).toString('latin1')).toContain('7 0 %');
    const found = changesOf(updated(signed, [{ number: 8, body: saying('Paid') }]));
    expect(linesOf(found?.changes ?? [])).toEqual(['content /XObject 8']);
  });
});
