import { judgedFiles, type TestDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { has, judgedBy, lacks, latin1, qpdfMessages } from '../support.ts';
import { copied, everything, found, kindsLeftOut, make } from './copied.ts';

/** Three pages (objects 4, 6 and 8); links on the first one. */
const withLinks = (links: string, catalog = '', more: TestDocument['more'] = []): TestDocument => ({
  catalog,
  pages: [{ entries: `/Annots[${links}]` }, {}, {}],
  more,
});
const link = (target: string): string =>
  `<</Type/Annot/Subtype/Link/Rect[10 10 50 20]/Border[0 0 0]${target}>>`;

/** An outline (object 100) of these entries, from object 101 on, each the text of its dictionary. */
const withOutline = (...entries: string[]): TestDocument => ({
  catalog: '/Outlines 100 0 R',
  pages: [{}, {}, {}],
  more: [
    { number: 100, body: '<</Type/Outlines/First 101 0 R/Last 101 0 R/Count 3>>' },
    ...entries.map((body, at) => ({ number: 101 + at, body: `<<${body}>>` })),
  ],
});

/** The destinations in a file, in the order in which they stand there, with the pages' places instead of their objects. */
function destinations(bytes: Uint8Array): string[] {
  const text = latin1(bytes);
  const pages = [...text.matchAll(/(\d+) 0 obj\s*<<\/Type \/Page\//g)].map(([, number]) => number);
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(text)?.[1]?.matchAll(/(\d+) 0 R/g) ?? [])].map(([, n]) => n);
  expect(kids.toSorted()).toEqual(pages.toSorted());
  return [...text.matchAll(/\/Dest \[(\d+) 0 R ([^\]]*)\]/g)].map(
    ([, page, view]) => `${kids.indexOf(page) + 1} ${view}`,
  );
}

describe('CPY-1 ways through the document go along', () => {
  it.each([
    ['/Border[0 0 0]', '[0 0 0]'],
    ['/Border[2 2 1]', '[2 2 1]'],
    ['/Border[0 0 0 [3 2]]', '[0 0 0 [3 2]]'],
    ['/Border[0 0 2 [4]]', '[0 0 2 [4]]'],
    ['/Border[0 0 2 (x)]', '[0 0 2]'],
  ])('a link is outlined as it was: %s', (border, expected) => {
    const entries = `/Annots[<</Type/Annot/Subtype/Link/Rect[10 10 50 20]/Dest[6 0 R/Fit]${border}>>]`;
    const { bytes } = copied(make({ pages: [{ entries }, {}] }));
    expect(/\/Border (.*)$/m.exec(latin1(bytes))?.[1]).toContain(expected);
  });

  it.each([
    ['an explicit destination', '/Dest[6 0 R/XYZ 10 700 0]', '', '2 /XYZ 10 700 0'],
    ['an action', '/A<</S/GoTo/D[8 0 R/FitH 300]>>', '', '3 /FitH 300'],
    ['a name of the tree', '/Dest(ch2)', '/Names<</Dests<</Names[(ch2)[6 0 R/Fit]]>>>>', '2 /Fit'],
    [
      'a name of a nested tree, by a dictionary',
      '/A<</S/GoTo/D(ch3)>>',
      '/Names<</Dests<</Kids[100 0 R]>>>>',
      '3 /XYZ null 5 null',
    ],
    [
      'a name of the older dictionary',
      '/Dest/ch2',
      '/Dests<</ch2<</D[6 0 R/FitR 1 2 3 4]>>>>',
      '2 /FitR 1 2 3 4',
    ],
    ['a page by its count', '/Dest[2/Fit]', '', '3 /Fit'],
    ['a view that nobody knows', '/Dest[6 0 R/Whirl 1 2]', '', '2 /Fit'],
    ['numbers that are none', '/Dest[6 0 R/XYZ(x)<<>>/Y]', '', '2 /XYZ null null null'],
  ])('a link to a page, by %s', (_, target, catalog, expected) => {
    const more = [{ number: 100, body: '<</Names[(ch3)<</D[8 0 R/XYZ null 5 null]>>]>>' }];
    const copy = copied(make(withLinks(link(target), catalog, more)));
    expect(destinations(copy.bytes)).toEqual([expected]);
    expect(kindsLeftOut(copy)).not.toContain('link');
    expect(found(copy.bytes)).toEqual([]);
  });

  it.each([
    ['another file', '/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>'],
    ['a page that the document has not', '/Dest[99 0 R/Fit]'],
    ['a page past the last', '/Dest[3/Fit]'],
    ['a name that leads nowhere', '/Dest(nowhere)'],
    ['a name that leads to itself', '/Dest/self'],
    ['a script', '/A<</S/JavaScript/JS(app.alert(1))>>'],
  ])('a link to %s does not, and is told', (_, target) => {
    const copy = copied(make(withLinks(link(target), '/Dests<</self/self>>')));
    expect(destinations(copy.bytes)).toEqual([]);
    expect(kindsLeftOut(copy)).toContain('link');
    expect(everything(copy.bytes)).not.toMatch(/GoToR|JavaScript|nowhere/);
  });

  it('the outline, with what is below what, open or closed, and how it looks', () => {
    const document = withOutline(
      '/Title(One)/Dest[4 0 R/Fit]/Next 102 0 R/Parent 100 0 R/C[1 0 0]/F 2',
      '/Title<FEFF039103B2>/Dest[6 0 R/Fit]/Parent 100 0 R/First 103 0 R/Last 104 0 R/Count 2',
      '/Title(Two a)/A<</S/GoTo/D[6 0 R/XYZ 0 1 2]>>/Next 104 0 R/Parent 102 0 R',
      '/Title(Two b)/A<</S/URI/URI(https://example.org/)>>/Parent 102 0 R',
    );
    const copy = copied(make(document));
    const text = latin1(copy.bytes);
    expect(text).toMatch(/\/Outlines \d+ 0 R/);
    expect(text).toMatch(/<<\/Type \/Outlines\/First \d+ 0 R\/Last \d+ 0 R\/Count 4>>/);
    expect(text).toMatch(/\/Title \(One\)[^>]*\/Dest \[\d+ 0 R \/Fit\]\/C \[1 0 0\]\/F 2>>/);
    expect(text).toMatch(/\/Title <FEFF039103B2>[^>]*\/Count 2\/Dest/);
    expect(destinations(copy.bytes).toSorted()).toEqual(['1 /Fit', '2 /Fit', '2 /XYZ 0 1 2']);
    expect(found(copy.bytes)).toEqual([]);
    expect(Buffer.from(copied(copy.bytes).bytes).equals(copy.bytes)).toBe(true);
  });

  it('of the outline nothing that runs or leads nowhere', () => {
    const copy = copied(
      make(
        withOutline(
          '/Title(Runs)/A<</S/JavaScript/JS(app.alert(1))>>/Next 102 0 R',
          '/Title(Elsewhere)/A<</S/Launch/F(a.exe)>>/Next 103 0 R',
          '/Title()/Dest[4 0 R/Fit]/Next 104 0 R',
          '/Dest[4 0 R/Fit]/Next 105 0 R',
          '/Title(Alone)',
        ),
      ),
    );
    expect(everything(copy.bytes)).not.toMatch(/Outlines|JavaScript|Launch|Alone/);
    expect(copy.leftOut).toContainEqual({ kind: 'link', detail: 'Runs' });
    expect(copy.leftOut).toContainEqual({ kind: 'link', detail: 'Elsewhere' });
  });

  it('an outline that turns in a circle ends, each entry once', () => {
    const copy = copied(
      make(
        withOutline(
          '/Title(A)/Dest[4 0 R/Fit]/Next 102 0 R/First 101 0 R',
          '/Title(B)/Dest[6 0 R/Fit]/Next 101 0 R/First 100 0 R',
        ),
      ),
    );
    expect(latin1(copy.bytes).match(/\/Title/g)).toHaveLength(2);
  });

  it('an outline past its bounds does not go along, in breadth or depth; the pages do', () => {
    const wide = Array.from({ length: 20_001 }, (_, at) => `/Title(T)/Dest[4 0 R/Fit]/Next ${102 + at} 0 R`);
    const deep = Array.from({ length: 200 }, (_, at) => `/Title(T)/Dest[4 0 R/Fit]/First ${102 + at} 0 R`);
    for (const entries of [wide, deep]) {
      const copy = copied(make(withOutline(...entries)));
      expect(latin1(copy.bytes)).not.toContain('/Outlines');
      expect(copy.leftOut).toContainEqual({ kind: 'unreadable', detail: 'The outline cannot be read' });
    }
  });

  it.each([
    ['/Nums[0<</S/r>>2<</S/D/St 1/P(A-)>>]', '<</Nums [0 <</S /r>> 2 <</S /D/P (A-)>>]>>'],
    ['/Kids[<</Nums[1<</S/D/St 7>>]>>]', '<</Nums [0 <</S /D>> 1 <</S /D/St 7>>]>>'],
    ['/Nums[0<</S/X/P<41000A>/St 0/JS(x)>>9<</S/D>>]', undefined],
  ])('labels of pages %s', (labels, expected) => {
    const { bytes } = copied(make({ pages: [{}, {}, {}], catalog: `/PageLabels<<${labels}>>` }));
    const text = latin1(bytes);
    if (expected !== undefined) expect(text).toContain(`/PageLabels ${expected}`);
    else expect(text).toMatch(/\/PageLabels <<\/Nums \[0 <<\/P (?:<[0-9A-F]+>|\([^)]*\))>>\]>>/);
    expect(found(bytes)).toEqual([]);
  });

  it.skipIf(lacks('mutool', 'qpdf'))(judgedBy(['mutool', 'qpdf'], 'the outline is read as before'), () => {
    expect(has.mutool && has.qpdf).toBe(true);
    const document = withOutline(
      '/Title(One)/Dest[4 0 R/Fit]/Next 102 0 R/Parent 100 0 R',
      '/Title(Two)/Dest[6 0 R/XYZ 0 700 0]/Parent 100 0 R/Prev 101 0 R/First 103 0 R/Last 103 0 R/Count 1',
      '/Title(Below)/Dest[8 0 R/FitH 300]/Parent 102 0 R',
    );
    const before = make(document);
    const after = copied(before).bytes;
    const shown = (bytes: Uint8Array): string =>
      judgedFiles('mutool', { 'a.pdf': bytes }, 'show', 'a.pdf', 'outline').stdout.toString();
    expect(shown(after)).toBe(shown(before));
    expect(shown(after)).toContain('"Below"');
    expect(qpdfMessages(after)).toEqual([]);
  });
});
