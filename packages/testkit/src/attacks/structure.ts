import {
  bytesOf,
  documentObjects,
  streamBody,
  type TestDocument,
  type TestObject,
  writePdf,
  type XrefKind,
} from '../pdf/index.ts';
import type { Attack } from './attack.ts';

const TEXT = 'BT /F1 24 Tf 72 700 Td (Page) Tj ET';
/** Objects of the document: 4 is the page, 5 its content, 100 and up are free. */
const CONTENT = 5;

/** A document; `content` is the body of its content stream as it is written, `eol` what follows `%%EOF`. */
function file(
  kind: XrefKind,
  document: TestDocument,
  { content, eol }: { content?: string; eol?: string } = {},
): Uint8Array {
  const aside: TestObject = { number: 190, body: '(aside)' };
  const more = [...(document.more ?? []), aside];
  const objects = documentObjects({ ...document, more }).map((object) =>
    content !== undefined && object.number === CONTENT ? { ...object, body: bytesOf(content) } : object,
  );
  return writePdf({ kind, objects, hidden: [aside.number], ...(eol === undefined ? {} : { eol }) });
}

const attack = (name: string, expect: string[], bytes: (kind: XrefKind) => Uint8Array): Attack => ({
  name,
  expect,
  bytes: (kind = 'table') => bytes(kind),
});

const document = (name: string, kind: string, from: TestDocument): Attack =>
  attack(name, [kind], (xref) => file(xref, from));
const content = (name: string, kind: string, body: string): Attack =>
  attack(name, [kind], (xref) => file(xref, {}, { content: body }));
/** Bytes behind the last object that is listed: the writer closes them by an `endobj` of their own. */
const between = (name: string, expect: string[], text: string): Attack =>
  attack(name, expect, (xref) => {
    const body = Buffer.concat([streamBody(TEXT), bytesOf(`\nendobj\n${text}`)]).toString('latin1');
    return file(xref, {}, { content: body });
  });
const behind = (name: string, expect: string[], eol: string): Attack =>
  attack(name, expect, (xref) => file(xref, {}, { eol }));
/** The file with `word` overwritten by one of the same length. */
const overwritten = (name: string, expect: string[], word: RegExp, by: (found: string) => string): Attack =>
  attack(name, expect, (xref) => {
    const text = Buffer.from(file(xref, {})).toString('latin1');
    return bytesOf(text.replace(word, (found) => by(found).padEnd(found.length)));
  });

const long = `${TEXT}\n${TEXT}`;
const outline = (next: string): TestDocument => ({
  catalog: '/Outlines 100 0 R',
  more: [
    { number: 100, body: '<</Type/Outlines/First 101 0 R/Last 102 0 R/Count 2>>' },
    { number: 101, body: '<</Title(a)/Parent 100 0 R/Next 102 0 R>>' },
    { number: 102, body: `<</Title(b)/Parent 100 0 R/Prev 101 0 R${next}>>` },
  ],
});

/** Streams whose data one reader ends or begins elsewhere than another. */
const streamAttacks: readonly Attack[] = [
  content(
    'a length that is too short',
    'stream_length',
    `<</Length ${TEXT.length}>>\nstream\n${long}\nendstream`,
  ),
  content('a length that is too long', 'stream_length', `<</Length 9999>>\nstream\n${TEXT}\nendstream`),
  content('no length', 'stream_length', `<<>>\nstream\n${TEXT}\nendstream`),
  content('a length that is no number', 'stream_length', `<</Length(9)>>\nstream\n${TEXT}\nendstream`),
  content('an end in a comment', 'stream_length', `<</Length ${TEXT.length}>>\nstream\n${TEXT}\n%endstream`),
  content(
    'an end inside the data',
    'stream_length',
    `<</Length ${TEXT.length + 20}>>\nstream\n${TEXT}\nendstream ${' '.repeat(9)}\nendstream`,
  ),
  content(
    'a tab after the keyword',
    'ambiguous_syntax',
    `<</Length ${TEXT.length + 1}>>\nstream\t${TEXT}\nendstream`,
  ),
  content('a lone CR after it', 'ambiguous_syntax', `<</Length ${TEXT.length}>>\nstream\r${TEXT}\nendstream`),
];

/** Bytes that belong to nothing, or are placed where readers look for something else. */
const syntaxAttacks: readonly Attack[] = [
  overwritten('no endobj after a stream', ['ambiguous_syntax'], /endstream\nendobj/, () => 'endstream'),
  overwritten(
    'a comment in the header of an object',
    ['ambiguous_syntax'],
    /5 0 obj\n<</,
    () => '5 0%\nobj<<',
  ),
  between('words between objects', ['ambiguous_syntax'], 'what you sign is this'),
  between('a second header', ['ambiguous_syntax'], '%PDF-1.4'),
  behind('words behind the end', ['trailing_bytes'], '\nwhat you sign is this\n'),
  behind('an archive behind the end', ['trailing_bytes'], `\nPK\x05\x06${'\0'.repeat(18)}`),
  overwritten('a size that leaves objects out', ['xref_conflict'], /\/Size \d+/g, () => '/Size 5'),
  document('an outline that never ends', 'ambiguous_syntax', outline('/Next 101 0 R')),
  document('a tree of names that never ends', 'ambiguous_syntax', {
    catalog: '/Names<</Dests 100 0 R>>',
    more: [{ number: 100, body: '<</Kids[100 0 R]>>' }],
  }),
];

const boxed = (mediaBox: string, entries = ''): TestDocument => ({ pages: [{ mediaBox, entries }] });

/** Pages that are counted, reached or cut in different ways. */
const pageAttacks: readonly Attack[] = [
  document('a count that lies', 'page_tree', { tree: '/Count 9' }),
  document('a page without its type', 'page_tree', {
    tree: '/Kids[4 0 R 100 0 R]/Count 2/Type/Pages',
    more: [{ number: 100, body: '<</Parent 2 0 R/MediaBox[0 0 99 99]/Resources<<>>>>' }],
  }),
  document('a page of another parent', 'page_tree', {
    tree: '/Kids[4 0 R 100 0 R]/Count 2',
    more: [{ number: 100, body: '<</Type/Page/Parent 1 0 R/MediaBox[0 0 99 99]>>' }],
  }),
  document('a page that is there twice', 'page_tree', { tree: '/Kids[4 0 R 4 0 R]/Count 2' }),
  document('no media box', 'odd_page_box', boxed('')),
  document('an empty media box', 'odd_page_box', boxed('/MediaBox[0 0 0 842]')),
  document('a media box of miles', 'odd_page_box', boxed('/MediaBox[0 0 595 99999999]')),
  document('a media box of words', 'odd_page_box', boxed('/MediaBox[(a) 0 595 842]')),
  document(
    'a crop box beside the page',
    'odd_page_box',
    boxed('/MediaBox[0 0 595 842]', '/CropBox[700 0 900 842]'),
  ),
  document('a page that is turned by half a quarter', 'odd_page_box', {
    pages: [{ entries: '/Rotate 45' }],
  }),
  document('a turn that is no integer', 'odd_page_box', { pages: [{ entries: '/Rotate 90.5' }] }),
  document('a turn that is inherited, and no number', 'odd_page_box', { tree: '/Rotate/90' }),
  document('a crop box that is null over one that is inherited', 'odd_page_box', {
    tree: '/CropBox[0 0 595 600]',
    pages: [{ entries: '/CropBox null' }],
  }),
  document('a turn that is null over one that is inherited', 'odd_page_box', {
    tree: '/Rotate 90',
    pages: [{ entries: '/Rotate null' }],
  }),
  document('text that is not printed', 'odd_page_box', {
    catalog: '/ViewerPreferences<</PrintArea/TrimBox>>',
    pages: [{ entries: '/TrimBox[0 0 595 600]' }],
  }),
  document('text that is only printed', 'odd_page_box', {
    catalog: '/ViewerPreferences<</ViewClip/ArtBox>>',
    pages: [{ entries: '/ArtBox[0 0 595 600]' }],
  }),
  document('a unit of nothing', 'odd_page_box', boxed('/MediaBox[0 0 595 842]', '/UserUnit 0')),
];

/** Files that readers read differently though each of them opens (parser differentials). */
export const structureAttacks: readonly Attack[] = [...streamAttacks, ...syntaxAttacks, ...pageAttacks];

/** Oddities that every reader reads alike. */
export const structureInnocents: readonly Attack[] = [
  attack('comments and white space between objects', [], (xref) =>
    file(
      xref,
      {},
      { content: `${Buffer.from(streamBody(TEXT)).toString('latin1')}\nendobj\n% a remark\n\0\f` },
    ),
  ),
  behind('white space behind the end', [], '\r\n\r\n\0\0'),
  behind('no end of line behind the end', [], ''),
  content('CR LF after the keyword', '', `<</Length ${TEXT.length}>>\r\nstream\r\n${TEXT}\r\nendstream`),
  content('no end of line before the end', '', `<</Length ${TEXT.length}>>\nstream\n${TEXT}endstream`),
  document('an outline', '', outline('')),
  document('inherited boxes', '', {
    pages: [{ mediaBox: '' }],
    tree: '/MediaBox[0 0 595 842]/CropBox[9 9 99 99]',
  }),
  document('a page that is turned', '', { pages: [{ entries: '/Rotate -90' }] }),
  document('a crop box that is null over none', '', { pages: [{ entries: '/CropBox null' }] }),
  document('a print without its bleed', '', {
    catalog: '/ViewerPreferences<</PrintArea/TrimBox/ViewArea/CropBox>>',
    pages: [{ entries: '/TrimBox[9 9 586 833]' }],
  }),
  document('an embedded file that is a document', '', {
    catalog: '/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)/EF<</F 100 0 R>>>>]>>>>',
    more: [{ number: 100, body: streamBody('1 0 obj <<>> stream endstream endobj', '/Type/EmbeddedFile') }],
  }),
].map((innocent) => ({ ...innocent, expect: [] }));
