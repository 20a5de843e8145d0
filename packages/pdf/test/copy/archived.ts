import {
  documentObjects,
  streamBody,
  type TestDocument,
  type TestObject,
  testTrueType,
  writePdf,
} from '@websign/testkit';
import { claimsOf } from '../../src/index.ts';
import { open } from '../support.ts';
import { copied } from './copied.ts';

/** What a page says and shows, and with which resources. */
export interface Shown {
  content?: string;
  /** More entries of the page's resources. */
  resources?: string;
  /** More entries of the page. */
  page?: string;
  mediaBox?: string;
  catalog?: string;
  /** Entries of the information dictionary. */
  info?: string;
  /** More objects; numbers from 110 up are free, and others take the place of the font's: 100 to 103. */
  more?: TestObject[];
}

/** What a ToUnicode map says of codes, both in hexadecimal. */
export const unicode = (pairs: Readonly<Record<string, string>>, digits = 2): TestObject => {
  const all = Object.entries(pairs);
  const space = `<${'0'.repeat(digits)}><${'F'.repeat(digits)}>`;
  return {
    number: 101,
    body: streamBody(
      `/CIDInit/ProcSet findresource begin 9 dict begin begincmap/CMapName/Own def/CMapType 2 def\n` +
        `1 begincodespacerange ${space} endcodespacerange\n` +
        `${all.length} beginbfchar\n${all.map(([code, text]) => `<${code}><${text}>`).join('\n')}\nendbfchar endcmap end end`,
    ),
  };
};

/** Two digits as boxes, each half an em wide. */
export const DIGITS = [
  { name: 'zero', character: '0' },
  { name: 'one', character: '1' },
];

export const simple = (subtype: string, entries: string, widths = '500 500'): TestObject => ({
  number: 100,
  body: `<</Type/Font/Subtype/${subtype}/BaseFont/ABCDEF+Own/FirstChar 48/LastChar 49/Widths[${widths}]/FontDescriptor 102 0 R${entries}>>`,
});
export const descriptor = (file: string, flags: number): TestObject => ({
  number: 102,
  body:
    `<</Type/FontDescriptor/FontName/ABCDEF+Own/Flags ${flags}/ItalicAngle 0/Ascent 800/Descent -200` +
    `/CapHeight 700/StemV 80/FontBBox[0 -200 500 800]/${file} 103 0 R>>`,
});
export const program = (bytes: Uint8Array, entries = ''): TestObject => ({
  number: 103,
  body: streamBody(bytes, entries, 'flate'),
});

/** A font that PDF/A takes: its program is there, and all that is said of it agrees. */
const FONT: TestObject[] = [
  simple('TrueType', '/Encoding/WinAnsiEncoding'),
  unicode({}),
  descriptor('FontFile2', 32),
  program(testTrueType(DIGITS)),
];

export const TEXT = 'BT /F1 24 Tf 72 700 Td (01) Tj ET';

/** A document of one page that shows two digits in an embedded font, and what else is given. */
export function document({
  content,
  resources = '',
  page = '',
  mediaBox,
  catalog = '',
  info,
  more = [],
}: Shown): Uint8Array {
  const numbers = new Set(more.map(({ number }) => number));
  const whole: TestDocument = {
    catalog,
    pages: [
      {
        entries: `/Resources<</Font<</F1 100 0 R>>${resources}>>${page}`,
        content: content ?? TEXT,
        ...(mediaBox === undefined ? {} : { mediaBox }),
      },
    ],
    more: [...FONT.filter(({ number }) => !numbers.has(number)), ...more],
  };
  const objects = documentObjects(whole);
  if (info === undefined) return writePdf({ kind: 'table', objects });
  return writePdf({
    kind: 'table',
    objects: [...objects, { number: 109, body: `<<${info}>>` }],
    trailer: '/Info 109 0 R',
  });
}

/** What a copy of it claims, `2u` or nothing. */
export const claimOf = (shown: Shown): string | undefined =>
  claimsOf(open(copied(document(shown)).bytes)).pdfa;
