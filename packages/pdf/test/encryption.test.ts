import {
  converted,
  documentObjects,
  isInstalled,
  streamBody,
  type TestCipher,
  type TestDocument,
  testEncryption,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect, openPdf, type Pdf, PdfError, pages } from '../src/index.ts';
import { judgedBy, latin1, open, ports, prepare, qpdfMessages, refuses, refusesLater } from './support.ts';

const CIPHERS: TestCipher[] = ['rc4', 'aes256'];
const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];
const each = CIPHERS.flatMap((cipher) => KINDS.map((kind) => ({ cipher, kind })));

const script = 'app.alert\\(1\\)';
const document: TestDocument = {
  pages: [{ content: 'BT /F1 24 Tf 72 700 Td (Encrypted page) Tj ET' }],
  catalog: '/Lang(el-GR)',
  more: [
    { number: 100, body: `<</S/JavaScript/JS(${script})>>` },
    { number: 101, body: '<</S/JavaScript/JS 102 0 R>>' },
    { number: 102, body: streamBody('app.beep(0)', '', 'flate') },
    { number: 103, body: `[(${'Α long string. '.repeat(40)})<FEFF03A903C2>()]` },
    { number: 104, body: streamBody('<x:xmpmeta/>', '/Type/Metadata/Subtype/XML') },
  ],
};
const encrypted = (
  cipher: TestCipher,
  kind: XrefKind = 'table',
  options: Parameters<typeof testEncryption>[1] = {},
): Uint8Array =>
  writePdf({
    kind,
    objects: documentObjects(document),
    encryption: testEncryption(cipher, options),
    hidden: [100, 101],
  });

/** With another text of the same length: offsets stay. */
const edited = (bytes: Uint8Array, from: string, to: string): Uint8Array => {
  expect(to.length).toBe(from.length);
  expect(latin1(bytes)).toContain(from);
  return Buffer.from(latin1(bytes).replace(from, to), 'latin1');
};
const content = (pdf: Pdf): string => {
  const [page] = pages(pdf);
  const stream = pdf.resolve(page?.dict.entries.get('Contents'));
  return stream?.type === 'stream' ? latin1(pdf.decoded(stream)) : '';
};

describe('openPdf reads files that are encrypted under an empty user password', () => {
  it.each(each)('$cipher, $kind: strings and streams', ({ cipher, kind }) => {
    const pdf = open(encrypted(cipher, kind));
    expect(pdf.text(pdf.catalog.entries.get('Lang'))).toBe('el-GR');
    expect(content(pdf)).toContain('(Encrypted page)');
    const items = pdf.array(pdf.object(103)?.value)?.items ?? [];
    expect(items.map((item) => pdf.text(item))).toEqual([expect.stringMatching(/string\. $/), 'Ως', '']);
  });

  it.each(each)('SGN-7 $cipher, $kind: a script is found in a string and in a stream', ({ cipher, kind }) => {
    const { findings } = inspect(open(encrypted(cipher, kind)));
    const excerpts = findings.flatMap((one) => (one.kind === 'javascript' ? [one.excerpt] : []));
    expect(excerpts.sort()).toEqual(['app.alert(1)', 'app.beep(0)']);
  });

  it.each([
    ['rc4', 2, 3],
    ['aes256', 5, 6],
  ] as const)('%s: says how it is protected', (cipher, version, revision) => {
    const facts = { handler: 'Standard', version, revision, permissions: -44 };
    expect(open(encrypted(cipher)).encrypted).toEqual(facts);
  });

  it('a file in the clear is not encrypted', () => {
    expect(open(writePdf({ kind: 'table', objects: documentObjects() })).encrypted).toBeUndefined();
  });

  it.each(CIPHERS)('%s: excerpts need no more than the beginning of a string', (cipher) => {
    const pdf = open(encrypted(cipher));
    const [long] = pdf.array(pdf.object(103)?.value)?.items ?? [];
    expect(pdf.text(long, 20)?.slice(0, 20)).toBe(pdf.text(long)?.slice(0, 20));
  });

  it('the bytes of the file, and of a signature in it, are as they were', () => {
    const objects = documentObjects({
      more: [{ number: 100, body: '<</Type/Sig/ByteRange[0 1 2 3]/Contents<3003020101>/Name<41>>>' }],
    });
    const bytes = writePdf({ kind: 'table', objects, encryption: testEncryption('rc4', { plain: [100] }) });
    const pdf = open(bytes);
    expect(pdf.bytes).toBe(bytes);
    const signature = pdf.dict(pdf.object(100)?.value);
    const bytesAt = (key: string): string => {
      const value = signature?.entries.get(key);
      return value?.type === 'string' ? Buffer.from(pdf.stringBytes(value)).toString('hex') : '';
    };
    expect(bytesAt('Contents')).toBe('3003020101');
    expect(bytesAt('Name')).not.toBe('41');
  });

  it('UP-6 signing one whose owner permits no more than filling in is refused', async () => {
    await refusesLater('restricted', prepare(encrypted('aes256')));
  });
});

describe('openPdf refuses encrypted files that it cannot read', () => {
  it.each(CIPHERS)('%s: another password is needed', (cipher) => {
    refuses('encrypted', () => open(encrypted(cipher, 'table', { password: 'secret' })));
  });

  it.each([
    ['another handler', 'encrypted', '/Filter/Standard', '/Filter/Standerd'],
    ['a version that is not known', 'encrypted', '/V 2', '/V 3'],
    ['a revision that is not known', 'encrypted', '/R 3', '/R 9'],
    ['a revision that does not fit the version', 'encrypted', '/R 3', '/R 6'],
    ['an absurd length', 'broken_object', '/Length 128', '/Length 999'],
    ['a length that is no whole number of bytes', 'broken_object', '/Length 128', '/Length 127'],
    ['a length of nothing', 'broken_object', '/Length 128', '/Length 000'],
    ['permissions that are no number', 'broken_object', '/P -44', '/P/-44'],
    ['no owner', 'broken_object', '/O <07', '/X <07'],
    ['no user', 'broken_object', '/U <', '/X <'],
    ['another owner', 'encrypted', '/O <07', '/O <08'],
    ['no encryption dictionary', 'broken_object', '/Encrypt 9000 0 R', '/Encrypt 9999 0 R'],
    ['an encryption dictionary that is a number', 'broken_object', '/Encrypt 9000 0 R', '/Encrypt 9000 %R\n'],
  ] as const)('%s: %s', (_, code, from, to) => refuses(code, () => open(edited(encrypted('rc4'), from, to))));

  it.each([
    ['a filter that is not defined', 'broken_object', '/StrF/StdCF', '/StrF/OddCF'],
    ['a method that is not known', 'encrypted', '/CFM/AESV3', '/CFM/AESV4'],
    ['a method of another version', 'encrypted', '/CFM/AESV3', '/CFM/AESV2'],
    ['no key', 'broken_object', '/UE <', '/XE <'],
  ] as const)('AES: %s: %s', (_, code, from, to) =>
    refuses(code, () => open(edited(encrypted('aes256'), from, to))),
  );

  it('more crypt filters than any honest file has', () => {
    const many = Array.from({ length: 100 }, (_, at) => `/F${at}<</CFM/None>>`).join('');
    const entries = `/CF<</StdCF<</CFM/AESV3>>${many}>>`;
    refuses('broken_object', () => open(encrypted('aes256', 'table', { entries })));
  });

  it('an update that takes the encryption away', () => {
    const base = encrypted('rc4');
    const at = base.length;
    const prev = /startxref\s+(\d+)/.exec(latin1(base))?.[1];
    const update = `xref\n0 0\ntrailer\n<</Size 9001/Root 1 0 R/Prev ${prev}>>\nstartxref\n${at}\n%%EOF\n`;
    refuses('encrypted', () => open(Buffer.concat([base, Buffer.from(update)])));
  });

  it('a whole-file MAC stays refused', () => {
    const encryption = testEncryption('aes256');
    const bytes = writePdf({
      kind: 'table',
      objects: documentObjects(),
      encryption,
      trailer: '/AuthCode<<>>',
    });
    refuses('encrypted_mac', () => open(bytes));
  });
});

describe('crypt filters', () => {
  const identity = '/StmF/Identity/StrF/Identity/EFF/StdCF';
  const attachment = streamBody('an attachment of 32 bytes in all', '/Type/EmbeddedFile');

  it('where only attachments are protected, the pages are read without a password', () => {
    const objects = documentObjects({ more: [{ number: 100, body: attachment }] });
    const encryption = testEncryption('aes256', { password: 'secret', entries: identity });
    const clear = { ...encryption, seal: <T>(object: T): T => object };
    const pdf = open(writePdf({ kind: 'table', objects, encryption: clear }));
    expect(content(pdf)).toContain('(Page)');
    const stream = pdf.object(100)?.value;
    refuses('encrypted', () => (stream?.type === 'stream' ? pdf.decoded(stream) : undefined));
  });

  it('metadata may stand in the clear', () => {
    const objects = documentObjects({ more: [{ number: 100, body: streamBody('<x/>', '/Type/Metadata') }] });
    const encryption = testEncryption('aes256', { plain: [100], entries: '/EncryptMetadata false' });
    const pdf = open(writePdf({ kind: 'table', objects, encryption }));
    const stream = pdf.object(100)?.value;
    expect(stream?.type === 'stream' && latin1(pdf.decoded(stream))).toBe('<x/>');
    expect(content(pdf)).toContain('(Page)');
  });

  it('a stream may name its own filter', () => {
    const body = streamBody('in the clear', '/Filter/Crypt/DecodeParms<</Name/Identity>>');
    const own = streamBody('enciphered', '/Filter[/Crypt]/DecodeParms[<</Name/StdCF>>]');
    const objects = documentObjects({
      more: [
        { number: 100, body },
        { number: 101, body: own },
      ],
    });
    const encryption = testEncryption('aes256', { plain: [100] });
    const pdf = open(writePdf({ kind: 'table', objects, encryption }));
    const text = [100, 101].map((number) => {
      const stream = pdf.object(number)?.value;
      return stream?.type === 'stream' ? latin1(pdf.decoded(stream)) : '';
    });
    expect(text).toEqual(['in the clear', 'enciphered']);
  });

  it('a filter that is not defined, and a broken length, are told when the stream is read', () => {
    const objects = documentObjects({
      more: [
        { number: 100, body: streamBody('x', '/Filter/Crypt/DecodeParms<</Name/Odd>>') },
        { number: 101, body: streamBody('seventeen bytes..') },
      ],
    });
    const encryption = testEncryption('aes256', { plain: [101] });
    const pdf = open(writePdf({ kind: 'table', objects, encryption }));
    const read = (number: number) => () => {
      const stream = pdf.object(number)?.value;
      return stream?.type === 'stream' ? pdf.decoded(stream) : undefined;
    };
    refuses('broken_object', read(100));
    refuses('broken_stream', read(101));
  });
});

describe('hostile encryption', () => {
  it('deciphering counts against what a file may cost', () => {
    const pdf = open(encrypted('aes256'), { readBytes: 100_000 });
    const [long] = pdf.array(pdf.object(103)?.value)?.items ?? [];
    refuses('too_many_objects', () => {
      for (;;) pdf.text(long);
    });
  });

  it('the rounds of the hardened hash end, whatever a cipher says', () => {
    let rounds = 0;
    const aesCbc = (): Uint8Array => {
      rounds++;
      return new Uint8Array(4096).fill(255);
    };
    const endless = { ...ports, decipher: { ...ports.decipher, aesCbc } };
    refuses('encrypted', () => openPdf(encrypted('aes256'), endless));
    expect(rounds).toBe(287);
  });

  it('where the platform forbids MD5, older files are not read', () => {
    const without = { ...ports, decipher: { ...ports.decipher, md5: () => undefined } };
    refuses('encrypted', () => openPdf(encrypted('rc4'), without));
    expect(openPdf(encrypted('aes256'), without).encrypted).toBeDefined();
  });

  it('a changed encryption dictionary never throws anything but PdfError', () => {
    const files = CIPHERS.map((cipher) => encrypted(cipher));
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.nat(), fc.nat(255), fc.nat(), (file, at, byte, where) => {
        const from = latin1(file).indexOf('<</Filter/Standard');
        const bytes = Uint8Array.from(file);
        bytes[from + (at % 900)] = byte;
        bytes[from + (where % 900)] = 48 + (byte % 10);
        try {
          const pdf = open(bytes);
          inspect(pdf);
        } catch (error) {
          expect(error).toBeInstanceOf(PdfError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** `qpdf --encrypt` with an empty user password; `options` come after the key length. */
function byQpdf(bits: string, options: string[], objectStreams: string): Uint8Array {
  const bytes = writePdf({ kind: 'table', objects: documentObjects({ ...document, catalog: kept }) });
  const streams = `--object-streams=${objectStreams}`;
  const encrypt = ['--encrypt', '', 'owner', bits, ...options, '--'];
  return converted('qpdf', ['--allow-weak-crypto', streams, ...encrypt], bytes);
}
/** What qpdf keeps: objects that the catalog reaches. */
const kept = '/Lang(el-GR)/OpenAction 100 0 R/AA<</WC 101 0 R>>/Kept 103 0 R/Metadata 104 0 R';

describe('judged by qpdf', () => {
  const skip = !isInstalled('qpdf');
  it.skipIf(skip).each(each)(judgedBy(['qpdf'], 'our $cipher $kind files are sound'), ({ cipher, kind }) => {
    expect(qpdfMessages(encrypted(cipher, kind))).toEqual([]);
  });

  const qpdfs = [
    { name: 'RC4 of 40 bits', bits: '40', options: [], facts: [1, 2] },
    { name: 'RC4 of 128 bits', bits: '128', options: ['--use-aes=n'], facts: [2, 3] },
    { name: 'RC4 in crypt filters', bits: '128', options: ['--force-V4', '--use-aes=n'], facts: [4, 4] },
    { name: 'AES of 128 bits', bits: '128', options: ['--use-aes=y'], facts: [4, 4] },
    { name: 'AES, metadata in the clear', bits: '128', options: ['--cleartext-metadata'], facts: [4, 4] },
    { name: 'AES of 256 bits, R 5', bits: '256', options: ['--force-R5'], facts: [5, 5] },
    { name: 'AES of 256 bits, R 6', bits: '256', options: [], facts: [5, 6] },
    { name: 'AES 256, metadata clear', bits: '256', options: ['--cleartext-metadata'], facts: [5, 6] },
  ].flatMap((one) => ['disable', 'generate'].map((streams) => ({ ...one, streams })));
  it.skipIf(skip).each(qpdfs)(judgedBy(['qpdf'], 'its $name, object streams: $streams'), (one) => {
    const pdf = open(byQpdf(one.bits, one.options, one.streams));
    expect([pdf.encrypted?.version, pdf.encrypted?.revision]).toEqual(one.facts);
    expect(pdf.text(pdf.catalog.entries.get('Lang'))).toBe('el-GR');
    expect(content(pdf)).toContain('(Encrypted page)');
    const metadata = pdf.resolve(pdf.catalog.entries.get('Metadata'));
    expect(metadata?.type === 'stream' && latin1(pdf.decoded(metadata))).toBe('<x:xmpmeta/>');
    const excerpts = inspect(pdf).findings.flatMap(({ kind, excerpt }) =>
      kind === 'javascript' ? [excerpt] : [],
    );
    expect(excerpts.sort()).toEqual(['app.alert(1)', 'app.beep(0)']);
  });
});
