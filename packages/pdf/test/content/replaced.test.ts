import { documentObjects, streamBody, writePdf, type XrefKind } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../../src/index.ts';
import { contradictsText } from '../../src/inspect/hidden/saidtext.ts';
import { open } from '../support.ts';

const shows = (before: string, text = '(100 euro)', after = 'EMC'): string =>
  `BT /F1 12 Tf 72 700 Td ${before} ${text} Tj ${after} ET`;

function replaced(content: string, kind: XrefKind = 'table'): Finding[] {
  const entries = '/Resources<</Font<</F1 3 0 R>>/Properties<</P1 101 0 R>>/XObject<</I0 102 0 R>>>>';
  const more = [
    { number: 101, body: '<</MCID 0/ActualText(900 euro)>>' },
    {
      number: 102,
      body: streamBody('\x00', '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray'),
    },
  ];
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind, objects }))).findings.filter(
    ({ kind: of }) => of === 'text_map_mismatch',
  );
}

describe('text that is read aloud as something else', () => {
  it.each([
    ['in place', shows('/Span <</ActualText(900 euro)>> BDC')],
    ['as a named resource', shows('/Span /P1 BDC')],
    ['in UTF-16', shows('/Span <</ActualText<FEFF00390030003000200065007500720 06F>>> BDC')],
    ['under an escaped name', shows('/Span <</Actual#54ext(900 euro)>> BDC')],
    [
      'around other marked content',
      shows('/Span <</ActualText(900 euro)>> BDC /P <</MCID 1>> BDC', '(100 euro)', 'EMC EMC'),
    ],
    ['in parts', shows('/Span <</ActualText(900 euro)>> BDC', '(1) Tj (00 eu) Tj (ro)')],
    ['to the end of its content', shows('/Span <</ActualText(900 euro)>> BDC', '(100 euro)', '')],
    ['behind surplus ends', `EMC EMC ${shows('/Span <</ActualText(900 euro)>> BDC')}`],
  ])('UP-6: %s', (_, content) => {
    expect(replaced(content)).toMatchObject([{ page: 1, excerpt: '100 euro→900 euro' }]);
    expect(replaced(content)[0]?.rect?.[0]).toBe(72);
    expect(replaced(content, 'objstm')).toEqual(replaced(content));
  });

  it.each([
    ['an image', 'q 50 0 0 20 72 700 cm /I0 Do Q'],
    ['an area', '72 700 50 20 re f'],
  ])('UP-6: %s in the place of an amount', (_, drawing) => {
    const said = (text: string): string => `/Span <</ActualText(${text})>> BDC ${drawing} EMC`;
    expect(replaced(said('9000'))).toMatchObject([{ page: 1, excerpt: '→9000' }]);
    expect(replaced(said('The arms of the Republic'))).toEqual([]);
  });

  it('UP-6: words that were recognised on a scan', () => {
    const scan = 'q 595 0 0 842 0 0 cm /I0 Do Q ';
    const said = (text: string): string => scan + shows(`3 Tr /Span <</ActualText(${text})>> BDC`);
    expect(replaced(said('900 euro'))).toMatchObject([{ page: 1, excerpt: '100 euro→900 euro' }]);
    expect(replaced(said('100 euro'))).toEqual([]);
    expect(replaced(said('EUR 100,00'))).toEqual([]);
    expect(replaced(shows('3 Tr /Span <</ActualText(900 euro)>> BDC') + scan)).toHaveLength(1);
    expect(replaced(said('a sum in euro'))).toEqual([]);
  });

  it.each([
    ['may never sue again', 'may sue again', true],
    ['may sue again', 'may never sue again', true],
    ['may nol sue again', 'may not sue again', false],
    ['shallnot sue again', 'shall not sue again', false],
    ['see No 5 of the list', 'see Nr 5 of the list', false],
    ['shall promptly pay', 'shall not pay', true],
    ['may not sue again', 'May not sue again.', false],
  ])('UP-6: a word that turns what was recognised: %s as %s', (recognised, said, isTold) => {
    const scan = 'q 595 0 0 842 0 0 cm /I0 Do Q ';
    const content = shows(`3 Tr /Span <</ActualText(${said})>> BDC`).replace('100 euro', recognised);
    expect(replaced(scan + content)).toHaveLength(isTold ? 1 : 0);
  });

  const clause = '(A penalty of 500 euro is due each day)';
  const at = (y: number, text: string, tag = '/Artifact BMC'): string =>
    `BT /F1 12 Tf 72 ${y} Td ${tag} ${text} Tj EMC ET`;

  it.each([
    ['as an artifact', at(400, clause)],
    ['as an artifact of a kind', at(400, clause, '/Artifact <</Type/Pagination>> BDC')],
    ['under an escaped tag', at(400, clause, '/Art#69fact BMC')],
    ['that says no', at(400, '(The contractor is not liable)')],
    ['within marked content', `/P <</MCID 0>> BDC ${at(400, clause)} EMC`],
  ])('UP-6: a sentence that is left out when the page is read aloud: %s', (_, content) => {
    expect(replaced(content)).toMatchObject([{ page: 1, excerpt: expect.stringMatching(/→$/) }]);
  });

  it.each([
    ['in the head of the page', at(790, clause)],
    ['in the foot of the page', at(60, clause)],
    ['of the columns of a table', at(400, '(Amount 2025 Amount 2026)')],
    ['without an amount', at(400, '(This page is left empty on purpose)')],
  ])('SGN-7: no warning of an artifact %s', (_, content) => expect(replaced(content)).toEqual([]));

  it.each([
    ['the same', shows('/Span <</ActualText(100 EURO)>> BDC')],
    ['a blank', shows('/Span <</ActualText( )>> BDC', '()')],
    ['without a text', shows('/Span <</MCID 3>> BDC')],
    ['of a broken list', shows('/Span <</ActualText(900 euro)/#>> BDC', '(100 euro)', '')],
    ['that is never painted', `3 Tr ${shows('/Span <</ActualText(900 euro)>> BDC')}`],
  ])('SGN-7: no warning of a piece %s', (_, content) => expect(replaced(content)).toEqual([]));

  it.each([
    ['100', '900', true],
    ['100', '1000', true],
    ['is not liable', 'is liable', true],
    ['δεν οφείλει', 'οφείλει όλα', true],
    ['now', 'not', true],
    ['liable', 'not liable', true],
    ['δεν οφείλει', 'οφείλει', true],
    ['not', 'notwithstanding', false],
    ['1,50', '150', true],
    ['1.500', '1,500', true],
    ['-500', '500', true],
    ['5 %', '5', true],
    ['1 500', '1500', false],
    ['2020–2021', '2020-2021', false],
    ['–500', '- 500', false],
    ['900 euro', 'euro', true],
    ['the sum', 'the sum 900', true],
    ['1', '٩', true],
    ['1', '١', false],
    ['1000', '', true],
    ['.', ' ', false],
    ['efﬁcient', 'efficient', false],
    ['hyphen-', 'hyphen\u00ad', false],
    ['exam', 'example', false],
    ['x2', 'x squared', false],
    ['½', '1/2', false],
    ['•', 'bullet', false],
    ['�00', '900', false],
    ['l', '•', false],
    ['I0', '10', false],
    ['ΑΒΓΔ', 'abgd', false],
  ])('%j read as %j: %s', (shown, said, verdict) => expect(contradictsText(shown, said)).toBe(verdict));
});

/** What is told of a page whose contents are named by elements below one that has the given entries. */
function tagged(element: string, content: string, more: { number: number; body: string }[] = []): string[] {
  const objects = documentObjects({
    catalog: '/StructTreeRoot 110 0 R/MarkInfo<</Marked true>>',
    pages: [{ content, entries: '/Resources<</Font<</F1 3 0 R>>/XObject<</X 120 0 R>>>>' }],
    more: [
      {
        number: 120,
        body: streamBody(
          shows('/P <</MCID 0>> BDC', '(Court of First Instance)'),
          '/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>',
        ),
      },
      { number: 110, body: '<</Type/StructTreeRoot/K 111 0 R>>' },
      { number: 111, body: '<</Type/StructElem/S/Document/P 110 0 R/K[112 0 R]>>' },
      { number: 112, body: `<</Type/StructElem/P 111 0 R/Pg 4 0 R${element}>>` },
      ...more,
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

describe('text that the structure tree says otherwise', () => {
  const one = shows('/P <</MCID 0>> BDC');
  const page = shows('/P <</MCID 0>> BDC', '(Click here)');
  const two = `${shows('/Span <</MCID 0>> BDC', '(100)')} ${shows('/Span <</MCID 1>> BDC', '(euro)')}`;

  it.each([
    ['in place of it', '/S/P/K 0/ActualText(900 euro)', one],
    ['as a description', '/S/P/K 0/Alt(900 euro)', one],
    ['as an expansion', '/S/Span/K 0/E(900 euro)', one],
    ['by a reference to the content', '/S/P/K<</Type/MCR/MCID 0/Pg 4 0 R>>/ActualText(900 euro)', one],
    ['for several contents', '/S/P/K[0 1]/ActualText(900 euro)', two],
    ['for elements within it', '/S/P/K[113 0 R 1]/ActualText(900 euro)', two],
    ['for contents of which one is nowhere', '/S/P/K[0 999]/ActualText(900 euro)', one],
    [
      'for contents of which one is on another page',
      '/S/P/K[0<</Type/MCR/MCID 7/Pg 9 0 R>>]/ActualText(900 euro)',
      one,
    ],
    ['as a formula of another amount', '/S/Formula/K 0/ActualText(900 euro)', one],
    ['as the description of a formula', '/S/Formula/K 0/Alt(900 euro)', one],
  ])('UP-6: %s', (_, element, content) => {
    const more = [{ number: 113, body: '<</Type/StructElem/S/Span/P 112 0 R/K 0>>' }];
    expect(tagged(element, content, more)).toEqual(['100 euro→900 euro']);
  });

  it.each([
    ['the same text', '/S/P/K 0/ActualText(100 euro)', one],
    ['the same text in parts', '/S/P/K[0 1]/ActualText(100 euro)', two],
    ['a description in words', '/S/P/K 0/Alt(One hundred euro)', one],
    ['the description of a figure', '/S/Figure/K 0/Alt(Chart of 2019 to 2024)', one],
    ['contents of a form that has numbers of its own', '/S/P/K 0/ActualText(100 euro)', `${one} /X Do`],
    ['a formula in words', '/S/Formula/K 0/ActualText(A equals b)', one],
    ['an empty text of an element without amounts', '/S/P/K 0/ActualText()', page],
    [
      'contents of other pages',
      '/S/P/K[0<</Type/MCR/MCID 7/Pg 9 0 R>>]/ActualText(100 euro in March 2026)',
      one,
    ],
  ])('SGN-7: none of %s', (_, element, content) => expect(tagged(element, content)).toEqual([]));

  const rate = (said: string): string[] =>
    tagged(`/S/Formula/K 0/Alt(${said})`, shows('/P <</MCID 0>> BDC', '(P = 0,05 n)'));
  it.each([
    ['0.5', 1],
    ['0.005', 1],
    ['0.05', 0],
    ['0.050', 0],
    ['5 percent', 0],
    ['0.0501 about', 0],
  ])('UP-6: a rate of 0,05 that is described as %s', (said, count) =>
    expect(rate(`P equals ${said} times n`)).toHaveLength(count),
  );

  it('SGN-7: none of a fraction with an exponent', () => {
    const power = 'BT /F1 12 Tf 72 400 Td /P <</MCID 0>> BDC (0.25) Tj /F1 6 Tf 5 Ts (2) Tj EMC ET';
    expect(tagged('/S/Formula/K 0/Alt(0.25 squared, that is 0.0625)', power)).toEqual([]);
  });

  it('UP-6: an amount that an element takes out of what is read', () => {
    expect(tagged('/S/P/K 0/ActualText()', one)).toEqual(['100 euro→']);
  });

  it('an element within itself ends', () => {
    expect(tagged('/S/P/K[112 0 R 0]/ActualText(900 euro)', one)).toEqual(['100 euro→900 euro']);
  });
});

describe('text that a marked content describes', () => {
  it.each([
    ['another amount', '/Span <</Alt(900 euro)>> BDC'],
    ['an expansion to another amount', '/Span <</E(900 euro)>> BDC'],
    ['one that begins with the amount', '/Span <</E(1000 euro)>> BDC'],
  ])('UP-6: %s', (_, begin) => expect(replaced(shows(begin))).toHaveLength(1));

  it.each([
    ['an expansion in words', '/Span <</E(one hundred euro)>> BDC'],
    ['an amount in full', '/Span <</E(100 euro and 00 cents of 1 January 2026)>> BDC'],
    ['the description of a figure', '/Figure <</Alt(Chart of 2019)>> BDC'],
  ])('SGN-7: none of %s', (_, begin) => expect(replaced(shows(begin))).toEqual([]));
});
