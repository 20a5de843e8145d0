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
