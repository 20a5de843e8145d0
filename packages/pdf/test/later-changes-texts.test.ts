import { describe, expect, it } from 'vitest';
import { isReordered, sameInEitherOrder } from '../src/revisions/changes/bidi.ts';
import { isFormattedAs } from '../src/revisions/changes/formatted.ts';
import { normal, saidBy } from '../src/revisions/changes/said.ts';
import { readXml } from '../src/revisions/changes/xml.ts';

describe('a value that a script formats', () => {
  it.each([
    // Written as it is, or with zeros or separators before the decimals.
    ['5', '5', 'yes'],
    ['5', '5.0', 'yes'],
    ['5', '5,00', 'yes'],
    ['5', '005', 'yes'],
    ['1,5', '1.50', 'yes'],
    ['1234567', '1.234.567', 'yes'],
    ['1234567', '1,234,567.00', 'yes'],
    ['1234567', "1'234'567", 'yes'],
    ['1234567', '$ 1 234 567', 'yes'],
    // Rounded at the last place that is shown, and no further.
    ['1.4', '1', 'yes'],
    ['1.5', '2', 'yes'],
    ['1.5', '1', 'yes'],
    ['1.6', '1', 'no'],
    ['1.44', '1.4', 'yes'],
    ['1.46', '1.4', 'no'],
    ['1.45', '1.5', 'yes'],
    // One separator before three digits parts thousands or decimals.
    ['1000', '1,000', 'unread'],
    ['1', '1,000', 'unread'],
    ['1234', '1.234', 'unread'],
    ['1000', '10,00', 'no'],
    ['1000', '1,0000', 'no'],
    ['10000', '10.000,0', 'yes'],
    ['0', '0,000', 'yes'],
    ['5', 'EUR.5,', 'yes'],
    ['5', '..5', 'yes'],
    ['5', '5,.', 'yes'],
    // In percent.
    ['.5', '50 %', 'yes'],
    ['.5', '.5 %', 'no'],
    ['50', '50 %', 'no'],
    // A sign, or brackets.
    ['-5', '-5', 'yes'],
    ['-5', '\u22125', 'yes'],
    ['-5', 'EUR -5', 'yes'],
    ['-5', '(5)', 'yes'],
    ['-5', '5-', 'unread'],
    ['-5', '5', 'unread'],
    ['5', '-5', 'unread'],
    ['5', '(5)', 'unread'],
    ['0', '0', 'yes'],
    // What shows no digits shows no number.
    ['5', 'five', 'no'],
    ['0', 'none', 'no'],
    ['0', '.', 'no'],
    // What is no number says the same by the same digits.
    ['2026-11-21', '2026/11/21', 'yes'],
    ['2026-11-21', '21/11/2026', 'unread'],
    ['0210 12', '210-12', 'yes'],
    ['1-0', '10', 'yes'],
    ['00', '0-', 'yes'],
    ['0012-', '12-', 'yes'],
    ['none', 'nothing', 'yes'],
    ['', '5', 'unread'],
    ['', '--', 'yes'],
    ['Infinity', '5', 'unread'],
  ])('MAP-8 %s is shown by %s: %s', (value, shown, expected) => {
    expect(isFormattedAs(shown, value)).toBe(expected);
  });
});

describe('letters whose order is not that of what is held', () => {
  it.each([
    ['שלום', true],
    ['سلام', true],
    ['नमस्ते', true],
    ['สวัสดี', true],
    ['Ελένη', false],
    ['100', false],
  ])('MAP-8 may be those of %s: %s', (text, expected) => {
    expect(isReordered(text)).toBe(expected);
  });

  it.each([
    ['אבג', 'אבג', 'yes'],
    ['גבא', 'אבג', 'yes'],
    ['אבגד', 'אבג', 'no'],
    ['אבד', 'אבג', 'no'],
    // A mark has no place of its own.
    ['שָׁלוֹם', 'שלום', 'yes'],
    // Numbers stay in one piece, with what parts their digits.
    ['12.50אב', 'אב12.50', 'yes'],
    ['05.21אב', 'אב12.50', 'no'],
    ['12/50אב', 'אב12/50', 'yes'],
    ['50:12אב', 'אב12:50', 'no'],
    ['50,12אב', 'אב12,50', 'no'],
    ['١٢٫٥אב', 'אב١٢٫٥', 'yes'],
    ['٥٫١٢אב', 'אב١٢٫٥', 'no'],
    // So do words of steady letters.
    ['PDFאב', 'אבPDF', 'yes'],
    ['FDPאב', 'אבPDF', 'no'],
    ['५२-सत', '२५-सत', 'no'],
    ['۵۲אב', '۲۵אב', 'no'],
    // Brackets are turned with what they hold.
    ['(א)', '(א)', 'yes'],
    [')א(', '(א)', 'yes'],
    ['»א«', '«א»', 'yes'],
    ['[א]ב', 'ב[א]', 'yes'],
    // Pieces in another order, as over several lines.
    ['12אב34', 'אב12,34', 'no'],
    ['אב-12/34-גד', '12/34-אב-גד', 'unread'],
    ['12-34-אב', '34-אב-12', 'unread'],
    ['12-34-אב', '34-אב-13', 'no'],
    ['', '', 'yes'],
    ['', 'א', 'no'],
  ])('MAP-8 %s is %s: %s', (shown, held, expected) => {
    expect(sameInEitherOrder(shown, held)).toBe(expected);
    expect(sameInEitherOrder(held, shown)).toBe(expected);
  });
});

/** What is told of a text of XML, in one line; undefined where it is none. */
function told(text: string): string | undefined {
  const parts: string[] = [];
  const isRead = readXml(text, {
    open: (name, attributes) => {
      parts.push(`<${name}${[...attributes].map(([key, value]) => ` ${key}=${value}`).join('')}>`);
    },
    text: (part) => {
      if (/[^\s\0]/.test(part)) parts.push(part);
    },
    close: (name) => {
      parts.push(`</${name}>`);
    },
  });
  return isRead ? parts.join(' ') : undefined;
}

describe('plain XML', () => {
  it.each([
    ['<a/>', '<a> </a>'],
    ['<a />', '<a> </a>'],
    ['<a></a >', '<a> </a>'],
    ['\xef\xbb\xbf<a/>', '<a> </a>'],
    [' \n<?xml version="1.0"?><!-- a --><a/>\n<?end?> \0', '<a> </a>'],
    ['<a>x<b>y</b>z</a>', '<a> x <b> y </b> z </a>'],
    ['<a>x<!-- <b> & -->y</a>', '<a> x y </a>'],
    ['<a>x<?b & ?>y</a>', '<a> x y </a>'],
    ['<a>]]><![CDATA[x]]></a>', '<a> ]]> x </a>'],
    ['<a><![CDATA[<b> & ]]]]></a>', '<a> <b> & ]] </a>'],
    ['<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x4a;</a>', '<a> &amp;&lt;&gt;&quot;&apos;&#65;&#x4a; </a>'],
    [`<a b="c" d='e' x:f = "g"/>`, '<a b=c d=e x:f=g> </a>'],
    [`<a b='"' c="'" d=""/>`, `<a b=" c=' d=> </a>`],
    ['<a\n b="c>d"></a>', '<a b=c>d> </a>'],
    ['<x:a-1._/>', '<x:a-1._> </x:a-1._>'],
    ['<\xce\xb1/>', '<\xce\xb1> </\xce\xb1>'],
  ])('MAP-8 is read: %s', (text, expected) => {
    expect(told(text)).toBe(expected);
  });

  it.each([
    '',
    'text',
    '<!-- none -->',
    '<a>',
    '</a>',
    '<a></b>',
    '<a><b></a></b>',
    '<a/><a/>',
    '<a/></a>',
    '<a/>x',
    'x<a/>',
    '<a>&b;</a>',
    '<a>&</a>',
    '<a>&#12345678;</a>',
    '<a b="&c;"/>',
    '<a b="<"/>',
    "<a b='<'/>",
    '<a b=c/>',
    '<a b/>',
    '<a b="c"d="e"/>',
    '<a b="c/>',
    '<a><</a>',
    '< a/>',
    '<1/>',
    '<a /b>',
    '<!DOCTYPE a><a/>',
    '<a><!ENTITY b "c"></a>',
    '<a><!-- </a>',
    '<!--><a/>',
    '<?><a/>',
    '<a>x',
    '<a><? </a>',
    '<a><![CDATA[ </a>',
    '<![CDATA[x]]><a/>',
    '<a/><![CDATA[]]>',
    '<a',
  ])('MAP-8 is none: %s', (text) => {
    expect(told(text)).toBeUndefined();
    expect(readXml(text)).toBe(false);
  });

  it('MAP-8 is asked for its form alone', () => {
    expect(readXml('<a b="c">d<![CDATA[e]]><f/></a>')).toBe(true);
  });

  it('MAP-8 has two hundred levels at most', () => {
    const nested = (levels: number): string => '<a>'.repeat(levels) + '</a>'.repeat(levels);
    expect(readXml(nested(200))).toBe(true);
    expect(readXml(nested(201))).toBe(false);
  });
});

describe('what metadata say of the document', () => {
  it.each([
    ['<a>x</a>', ['a=x']],
    ['<a> x\n y </a>', ['a=x y']],
    ['<a>y<b>x</b></a>', ['a=y', 'b=x']],
    ['<a>x<!-- y -->z</a>', ['a=xz']],
    ['<a b="y" c="x"> </a>', ['b=y', 'c=x']],
    ['<a b=" x  y "/>', ['b=x y']],
    ['<a b=""/>', []],
    ['<a xmlns="n" xmlns:b="m" xml:lang="el" rdf:about="u" rdf:parseType="R" x:xmptk="t"/>', []],
    ['<a xmlnsb="n" about="u"/>', ['xmlnsb=n', 'about=u']],
    ['<a><xmp:ModifyDate>2026</xmp:ModifyDate>x</a>', ['a=x']],
    ['<a>x<xmp:ModifyDate>2026</xmp:ModifyDate></a>', ['a=x']],
    ['<a xmp:ModifyDate="2026" xmpMM:InstanceID="i">x</a>', ['a=x']],
    ['<a ModifyDate="2026"><Producer>p</Producer></a>', ['ModifyDate=2026', 'Producer=p']],
    ['<a><xmp:History b="y"><c d="z">x</c>w</xmp:History>v</a>', ['a=v']],
    ['<a><xmp:History/>v</a>', ['a=v']],
    ['<a><xmp:History><xmp:History>u</xmp:History>w</xmp:History>v</a>', ['a=v']],
    ['<a><xmp:Odd>x</xmp:Odd></a>', ['xmp:Odd=x']],
    ['<b:a xmlns:b="n">x<b:c>y</b:c></b:a>', ['a n=x', 'c n=y']],
    ['<b:a xmlns:b="n" b:c="y"/>', ['c n=y']],
    ['<a rdf:resource="u"/>', ['a=u']],
    ['<a><rdf:Seq><rdf:li>x</rdf:li><rdf:li>y</rdf:li></rdf:Seq></a>', ['a=x', 'a=y']],
    [
      '<a><rdf:li xml:lang="x-default">x</rdf:li><rdf:li xml:lang="el">y</rdf:li></a>',
      ['a=x', 'a xml:lang el=y'],
    ],
  ])('MAP-8 %s', (text, expected) => {
    expect(saidBy(text)?.map(({ of, words }) => `${of}=${words}`)).toEqual(expected);
  });

  it('MAP-8 is nothing where they are no plain XML', () => {
    expect(saidBy('<a>x</b>')).toBeUndefined();
    expect(saidBy('<a>&x;</a>')).toBeUndefined();
  });

  it('words do not depend on what sets them apart', () => {
    expect(normal(' \n a\t\n b ')).toBe('a b');
  });
});
