import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesBy, instead } from './later-changes-objects.ts';

const NAMESPACES = 'xmlns:x="adobe:ns:meta/" xmlns:dc="d" xmlns:xmp="p" xmlns:rdf="r"';
const metadata = (inside: string, number = 120): TestObject => ({
  number,
  body: streamBody(`<x:xmpmeta ${NAMESPACES}>${inside}</x:xmpmeta>`, '/Type/Metadata/Subtype/XML'),
});
const TITLE = '<dc:title>A contract</dc:title>';
const DATE = '<xmp:ModifyDate>2026-11-21</xmp:ModifyDate>';

const told = async (...parts: Parameters<typeof changesBy>): Promise<string[]> =>
  (await changesBy(...parts)).map(({ level, rule }) => (level === 'other' ? 'forbidden' : rule));

/** What is told of an object that is written anew, and where. */
const spots = async (...parts: Parameters<typeof changesBy>): Promise<string[]> =>
  (await changesBy(...parts)).map(
    ({ rule, reason, what, object }) => `${reason ?? rule}: ${rule} ${what} ${object}`,
  );

describe('metadata of other letters', () => {
  const xml = (title: string): string => `<x:xmpmeta ${NAMESPACES}><dc:title>${title}</dc:title></x:xmpmeta>`;
  const own = (bytes: Uint8Array): TestObject => {
    const text = Buffer.from(bytes).toString('latin1');
    return { number: 120, body: streamBody(text, '/Type/Metadata') };
  };
  const big = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  const MARKED = { big: '\ufeff', little: '\ufeff' };

  it.each<[string, (text: string) => Uint8Array]>([
    ['UTF-16', (text) => big(MARKED.big + text)],
    ['UTF-16 the other way round', (text) => Buffer.from(MARKED.little + text, 'utf16le')],
    ['UTF-16 without a mark', big],
    ['UTF-16 the other way round without a mark', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
  ])('MAP-8 are read: %s', async (_, encode) => {
    expect(await told([metadata(TITLE)], [own(encode(xml('A contract')))])).toEqual(['metadata']);
    expect(await told([metadata(TITLE)], [own(encode(xml('Another')))])).toEqual(['description']);
  });
});

describe('what metadata say that others said before', () => {
  const none = instead(1, { '/Metadata 120 0 R': '' });
  const comes = (inside: string) => (signed: Uint8Array) => [
    instead(1, { '/MarkInfo': '/Metadata 20 0 R/MarkInfo' }, signed),
    metadata(inside, 20),
  ];
  const titled = (title: string): TestObject => ({ number: 160, body: `<</Title${title}/Odd 5>>` });

  it.each([
    ['the title', '(A contract)', TITLE, 'metadata'],
    ['the title with other blanks', '(A  contract )', TITLE, 'metadata'],
    ['the title in other letters', '<FEFF03A3>', '<dc:title>\xce\xa3</dc:title>', 'metadata'],
    ['the kind of file', '(A contract)', `${TITLE}<dc:format>application/pdf</dc:format>`, 'metadata'],
    [
      'the title in the space of all titles',
      '(A contract)',
      '<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">A contract</dc:title>',
      'metadata',
    ],
    ['the title under a prefix of no space', '(A contract)', '<abc:title>A contract</abc:title>', 'metadata'],
    ['another kind of file', '(A contract)', `${TITLE}<dc:format>image/png</dc:format>`, 'description'],
    ['the kind of file as the title', '(A contract)', '<dc:title>application/pdf</dc:title>', 'description'],
    ['another title', '(A gift)', TITLE, 'description'],
    ['an author', '(A contract)', `${TITLE}<dc:creator>Eleni</dc:creator>`, 'description'],
  ])('MAP-8 in the information dictionary: %s', async (_, title, inside, expected) => {
    expect(await told([none, titled(title)], comes(inside))).toEqual([expected]);
  });

  it('MAP-8 in metadata that were no plain XML nobody knows', async () => {
    expect(await told([metadata('&x;')], [metadata(TITLE)])).toEqual(['description']);
    expect(await told([{ number: 120, body: '5' }], [metadata(TITLE)])).toEqual(['description']);
  });

  it('MAP-8 are told where they stand', async () => {
    expect(await spots([metadata(TITLE)], [metadata(TITLE + DATE)])).toEqual([
      'metadata: metadata /Metadata 120',
    ]);
    expect(await spots([metadata(TITLE)], [metadata('<a>')])).toEqual(['metadata: metadata /Metadata 120']);
    expect(
      await spots([metadata(TITLE)], (signed) => [instead(1, { '/Metadata 120 0 R': '' }, signed)]),
    ).toEqual(['metadata: metadata /Metadata 1']);
  });

  it('MAP-8 count where the catalog names them', async () => {
    const moved = (signed: Uint8Array): TestObject[] => [
      instead(1, { '/Metadata 120 0 R': '/Metadata 20 0 R' }, signed),
      metadata(TITLE, 20),
      metadata('<dc:title>Another</dc:title>'),
    ];
    expect(await told([metadata(TITLE)], moved)).toEqual(['metadata']);
  });
});

describe('metadata that are written anew', () => {
  it.each([
    ['another title', '<dc:title>Another contract</dc:title>'],
    ['another title as character data', '<dc:title><![CDATA[Another contract]]></dc:title>'],
    ['another title in an attribute', '<rdf:Description dc:title="Another contract"/>'],
    [
      'another title behind a comment that is none',
      '<dc:title><![CDATA[<!--]]>Another<![CDATA[-->]]></dc:title>',
    ],
    ['another title behind a note that is none', `<dc:title><![CDATA[<xmp:History>]]>A</dc:title>${DATE}`],
    ['another title before a note', `<dc:title>Another</dc:title>${DATE}`],
    ['no title', ''],
  ])('MAP-8 in their place say %s', async (_, after) => {
    expect(await told([metadata(TITLE)], [metadata(after)])).toEqual(['description']);
  });

  const of = (property: string, words: string): string => `<dc:${property}>${words}</dc:${property}>`;
  const item = (language: string, words: string): string =>
    `<rdf:li xml:lang="${language}">${words}</rdf:li>`;

  it.each<[string, string, string]>([
    ['the title', of('title', 'A') + of('creator', 'B'), of('title', 'B') + of('creator', 'A')],
    ['the title in an attribute', of('title', 'A') + of('creator', 'B'), '<a dc:title="B" dc:creator="A"/>'],
    [
      'the title in a language',
      of('title', item('x-default', 'A') + item('el', 'B')),
      of('title', item('x-default', 'B') + item('el', 'A')),
    ],
    ['a standard', '<i:part xmlns:i="pdfa">1</i:part>', '<i:part xmlns:i="pdfua">1</i:part>'],
    ['one more standard', of('part', '1'), `${of('part', '1')}<i:part xmlns:i="pdfua">1</i:part>`],
  ])('MAP-8 in their place say of %s what they said of another property', async (_, before, after) => {
    expect(await told([metadata(before)], [metadata(after)])).toEqual(['description']);
    expect(await told([metadata(before)], [metadata(`${before} `)])).toEqual(['metadata']);
  });

  it('MAP-8 say the same of a property under another prefix', async () => {
    const [before, after] = ['i', 'ns1'].map((prefix) =>
      metadata(`<${prefix}:state xmlns:${prefix}="workflow">1</${prefix}:state>`),
    ) as [TestObject, TestObject];
    expect(await told([before], [after])).toEqual(['metadata']);
  });

  it('MAP-8 say another thing of a property whose prefix stands for something else there', async () => {
    const inner = (space: string): string =>
      `<x:note xmlns:dc="${space}"><x:none xmlns:dc="d"/>${TITLE}</x:note>`;
    expect(await told([metadata(inner('d'))], [metadata(inner('e'))])).toEqual(['description']);
    const beside = (space: string): string => `<x:note xmlns:dc="${space}"/>${TITLE}`;
    expect(await told([metadata(beside('d'))], [metadata(beside('e'))])).toEqual(['metadata']);
  });

  it('MAP-8 say the title that the information dictionary had for the author', async () => {
    const info = { number: 160, body: '<</Title(A)/Author(B)>>' };
    const said = (title: string, author: string): Promise<string[]> =>
      told([metadata(''), info], [metadata(of('title', title) + of('creator', author))]);
    expect(await said('A', 'B')).toEqual(['metadata']);
    expect(await said('B', 'A')).toEqual(['description']);
  });

  it('MAP-8 under another number say another title', async () => {
    const changed = (signed: Uint8Array): TestObject[] => [
      instead(1, { '/Metadata 120 0 R': '/Metadata 20 0 R' }, signed),
      metadata('<dc:title>Another</dc:title>', 20),
    ];
    expect(await told([metadata(TITLE)], changed)).toEqual(['description']);
  });

  it.each([
    ['a date', `${TITLE}${DATE}`],
    ['a date in an attribute', `<rdf:Description xmp:ModifyDate="2026-11-21" dc:title="A contract"/>`],
    [
      'what was done',
      `<xmp:History><rdf:li>saved</rdf:li><rdf:li stage="2">sent</rdf:li></xmp:History>${TITLE}`,
    ],
    ['the title in another way', '<!-- new --><dc:title>A <![CDATA[contract]]></dc:title><?note it?>'],
    ['the title on two lines', '<dc:title>\n  A\n  contract</dc:title>'],
  ])('MAP-8 in their place note %s', async (_, after) => {
    expect(await told([metadata(TITLE)], [metadata(after)])).toEqual(['metadata']);
  });

  it('MAP-8 are no XML in more levels than are read', async () => {
    const nested = (levels: number): TestObject => metadata('<a>'.repeat(levels) + '</a>'.repeat(levels));
    expect(await told([metadata('')], [nested(199)])).toEqual(['metadata']);
    expect(await told([metadata('')], [nested(200)])).toEqual(['forbidden']);
  });

  it('MAP-8 are not read past their bound', async () => {
    const long = (size: number): TestObject => metadata('x'.repeat(size));
    expect(await told([metadata('')], [long(4_194_000)])).toEqual(['description']);
    expect(await told([metadata('')], [long(4_194_400)])).toEqual(['forbidden']);
  });

  it.each([
    ['comments that never end', '<!-- '],
    ['instructions that never end', '<?a '],
    ['notes that never end', '<xmp:History> '],
    ['attributes that never end', 'x="'],
  ])('MAP-8 with many %s in their data take no longer than others', async (_, part) => {
    const inside = `<![CDATA[${part.repeat(2_000_000 / part.length)}]]>`;
    expect(await told([metadata(TITLE)], [metadata(inside)])).toEqual(['description']);
  });
});
