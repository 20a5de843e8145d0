import { bytesOf, streamBody, type TestObject } from '../pdf/index.ts';
import { bytes, change } from './sig-change.ts';
import { bodyOf, type SignedChange, updated } from './sig-document.ts';

const other = (): TestObject => ({
  number: 5,
  body: streamBody('BT /F1 24 Tf 72 700 Td (Pay 9999 euros) Tj ET'),
});
const asText = (file: Uint8Array): string => Buffer.from(file).toString('latin1');
const object = ({ number, body }: TestObject): string =>
  `${number} 0 obj\n${asText(bytesOf(body))}\nendobj\n`;
const joined = (file: Uint8Array, text: string): Uint8Array => Buffer.concat([file, bytesOf(text)]);
const startXref = (file: Uint8Array): string => /startxref\s+(\d+)\s+%%EOF\s*$/.exec(asText(file))?.[1] ?? '';
/** The number of the first signature dictionary. */
export const signature = (file: Uint8Array): string => /\/V (\d+) 0 R/.exec(asText(file))?.[1] ?? '';
/** Its body. */
export const signatureBody = (file: Uint8Array): string => bodyOf(file, Number(signature(file)));

/** Incremental saving: content added behind the signed revision, with less and less of an update around it. */
export const savingAttacks: readonly SignedChange[] = [
  change('sig-isa', 'new contents in an update (A)', 'content', () => [other()]),
  bytes('sig-isa', 'objects and a trailer without a table (A)', { reason: 'trailing_bytes' }, (signed) =>
    joined(
      signed,
      `${object(other())}trailer\n<</Root 1 0 R/Size 999>>\nstartxref\n${startXref(signed)}\n%%EOF\n`,
    ),
  ),
  change('sig-isa', 'a copy of the signature inside the update (B)', 'content', (signed) => [
    other(),
    { number: 300, body: signatureBody(signed) },
  ]),
  bytes('sig-isa', 'objects with neither table nor trailer (C)', { reason: 'trailing_bytes' }, (signed) =>
    joined(signed, object(other())),
  ),
  bytes('sig-isa', 'a copy of the signature and nothing else (D)', { broken: true }, (signed) =>
    joined(signed, `${object(other())}300 0 obj\n${signatureBody(signed)}\nendobj\n`),
  ),
  bytes(
    'sig-isa',
    'an object in an update that its table does not name',
    { reason: 'unlisted_object' },
    (signed) => {
      const before = joined(signed, object(other()));
      return updated(joined(before, `startxref\n${startXref(signed)}\n%%EOF\n`), [
        { number: 310, body: '(x)' },
      ]);
    },
  ),
  change('sig-isa', 'a page that is added', 'page_tree', () => [
    { number: 2, body: '<</Type/Pages/Kids[4 0 R 300 0 R]/Count 2>>' },
    { number: 300, body: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 5 0 R>>' },
  ]),
  bytes('sig-isa', 'words behind the end', { reason: 'trailing_bytes' }, (signed) =>
    joined(signed, '\nwhat you sign is this\n'),
  ),
  bytes('sig-isa', 'a comment behind the end', { reason: 'trailing_bytes' }, (signed) =>
    joined(signed, '\n% more\n'),
  ),
];

/** Wrapping: the signed bytes are moved, and the byte range with them; universal forgery: there is nothing to check. */
export const forgedSignatures: readonly SignedChange[] = [
  bytes('sig-swa', 'a byte range of another length', { broken: true }, (signed) =>
    overwritten(
      signed,
      /(\/ByteRange ?\[0 \d+ \d+ )(\d)/,
      (_, head, digit) => `${head}${(Number(digit) % 9) + 1}`,
    ),
  ),
  bytes('sig-swa', 'a gap that holds more than the signature', { broken: true }, (signed) =>
    overwritten(
      signed,
      /(\/ByteRange ?\[0 \d*)(\d)( )/,
      (_, head, digit, space) => `${head}${(Number(digit) + 9) % 10}${space}`,
    ),
  ),
  ...(
    [
      ['no byte range', /\/ByteRange/, '/ByteRangX'],
      ['a byte range that is null', /\/ByteRange ?\[[^\]]*\]/, '/ByteRange null'],
      ['a byte range of nothing', /\/ByteRange ?\[[^\]]*\]/, '/ByteRange[0 0 0 0]'],
      ['a negative byte range', /\/ByteRange ?\[[^\]]*\]/, '/ByteRange[0 -1 9 9]'],
      ['no contents', /\/Contents ?</, '/Contentx <'],
      ['contents of zeros', /\/Contents ?<[0-9a-fA-F]*>/, '/Contents <00'],
    ] as const
  ).map(([name, from, to]) =>
    bytes('sig-usf', name, { broken: true }, (signed) =>
      overwritten(signed, from, (found) =>
        to.endsWith('<00') ? `/Contents <${'0'.repeat(found.length - 12)}>` : to.padEnd(found.length),
      ),
    ),
  ),
];

function overwritten(file: Uint8Array, from: RegExp, to: (...found: string[]) => string): Uint8Array {
  return bytesOf(asText(file).replace(from, (...found: unknown[]) => to(...found.map(String))));
}
