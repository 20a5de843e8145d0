import {
  appendUpdate,
  documentObjects,
  type TestCipher,
  type TestDocument,
  testEncryption,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import {
  embed,
  openPdf,
  permittedBy,
  prepareDocTimeStamp,
  prepareDss,
  prepareSignature,
  protectionOf,
  reopen,
  signatureFields,
} from '../src/index.ts';
import { changesOf, raised } from './later-changes-support.ts';
import {
  cms,
  latin1,
  OPTIONS,
  open,
  ports,
  prepare,
  refuses,
  refusesLater,
  sign,
  tailOf,
  VISIBLE,
} from './support.ts';

const CIPHERS: TestCipher[] = ['rc4_40', 'rc4', 'aes128', 'aes256'];
const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];
/** /P: everything, filling in alone (bit 9, bit 6), modifying alone, nothing. */
const P = { all: -4, fill: -44, annotate: -300 + 32, modify: -300 + 8, nothing: -300 };

const FIELD = {
  number: 100,
  body: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/TU(Somebody approves)/Rect[100 100 300 160]/P 4 0 R/F 4>>',
};
/** A form inside the catalog, with strings of its own; the page has some, too. */
const DOCUMENT: TestDocument = {
  catalog: '/Lang(el-GR)/AcroForm<</Fields[100 0 R]/DA(/F1 0 Tf 0 g)>>/URI<</Base(https://a.example/)>>',
  pages: [{ entries: '/Annots[100 0 R]/LastModified(D:20261121120000Z)' }],
  // Number 110 is what a hybrid file hides.
  more: [FIELD, { number: 110, body: '[(A string)]' }],
};
type Options = NonNullable<Parameters<typeof testEncryption>[1]>;
const make = (cipher: TestCipher, kind: XrefKind = 'table', options: Options = {}): Uint8Array =>
  writePdf({
    kind,
    objects: documentObjects(DOCUMENT),
    encryption: testEncryption(cipher, { permissions: P.all, ...options }),
    hidden: [110],
  });
const textOf = (bytes: Uint8Array, ...keys: string[]): string | undefined => {
  const pdf = open(bytes);
  const owner = keys.slice(0, -1).reduce((dict, key) => pdf.dict(dict.entries.get(key)) ?? dict, pdf.catalog);
  return pdf.text(owner.entries.get(keys.at(-1) ?? ''));
};

describe('what an update adds to an encrypted file', () => {
  const each = CIPHERS.flatMap((cipher) => KINDS.map((kind) => ({ cipher, kind })));

  it.each(each)('ENC-1 $cipher, $kind: is enciphered as the rest, and read as it was meant', async (row) => {
    const before = make(row.cipher, row.kind);
    const one = await sign(before, {
      visible: VISIBLE,
      reason: 'Έγκριση',
      name: 'Eleni',
      location: 'Athens',
    });
    const two = await raised(await sign(one, { field: 'Approval', name: 'Another' }));
    expect(Buffer.from(two.subarray(0, before.length)).equals(before)).toBe(true);
    const tail = tailOf(before, two);
    for (const word of ['Eleni', 'Athens', 'D:20261121', '(Signature', '<FEFF'])
      expect(tail.includes(word), word).toBe(false);
    const made = signatureFields(open(two)).flatMap(({ signature }) => (signature ? [signature] : []));
    expect(made.map(({ name, reason, location, problems }) => [name, reason, location, problems])).toEqual(
      expect.arrayContaining([
        ['Eleni', 'Έγκριση', 'Athens', []],
        ['Another', undefined, undefined, []],
      ]),
    );
    expect(textOf(two, 'Lang')).toBe('el-GR');
    expect(textOf(two, 'AcroForm', 'DA')).toBe('/F1 0 Tf 0 g');
    expect(textOf(two, 'URI', 'Base')).toBe('https://a.example/');
    expect(changesOf(two)?.changes.filter(({ level }) => level === 'other')).toEqual([]);
  });

  it.each(CIPHERS)('%s: the octets of a signature and of a token stand in the clear', async (cipher) => {
    const before = make(cipher);
    const prepared = await prepare(before, { ...OPTIONS, visible: VISIBLE });
    const der = cms(prepared);
    const after = Buffer.concat([before, embed(prepared, der)]);
    expect(latin1(after)).toContain(`/Contents<${Buffer.from(der).toString('hex')}00`);
    const stamped = prepareDocTimeStamp(open(after), { digestAlgorithm: 'SHA-256', contentsBytes: 64 });
    expect(latin1(stamped.tail)).toContain(`/Contents<${'00'.repeat(64)}>`);
    expect(latin1(after)).toContain(`/ByteRange[${prepared.byteRange.join(' ')}`);
  });

  it.each(['aes128', 'aes256'] as const)('%s: no initialization vector comes again', async (cipher) => {
    const before = make(cipher);
    const drawn: string[] = [];
    const { decipher, ...rest } = ports;
    const random = (length: number): Uint8Array => {
      const octets = decipher.random(length);
      drawn.push(latin1(octets));
      return octets;
    };
    const counting = { ...rest, decipher: { ...decipher, random } };
    for (const round of [1, 2]) {
      await prepareSignature(openPdf(before, counting), {
        ...OPTIONS,
        name: `Round ${round}`,
        visible: VISIBLE,
      });
    }
    expect(drawn.length).toBeGreaterThan(15);
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawn.every(({ length }) => length === 16)).toBe(true);
  });

  it.each(['aes128', 'aes256'] as const)('%s: by the filters of strings and of streams', async (cipher) => {
    const strings = tailOf(
      make(cipher),
      await sign(make(cipher, 'objstm', { only: 'strings' }), { name: 'Eleni' }),
    );
    expect(strings).not.toContain('Eleni');
    const before = make(cipher, 'objstm', { only: 'streams' });
    const streams = await sign(before, { name: 'Eleni', visible: VISIBLE });
    expect(tailOf(before, streams)).toContain('/Name(Eleni)');
    expect(textOf(streams, 'Lang')).toBe('el-GR');
    const open = make(cipher, 'table', { openMetadata: true });
    expect(changesOf(await raised(await sign(open)))?.level).toBe('lta');
  });

  it.each(CIPHERS)('%s: validation data are read as they were added', async (cipher) => {
    const pdf = open(await sign(make(cipher, 'stream')));
    const material = {
      certificates: [Buffer.from('a certificate')],
      ocsps: [],
      crls: [Buffer.from('a list')],
    };
    const { tail, added } = prepareDss(pdf, material);
    expect(added).toEqual({ certificates: 1, ocsps: 0, crls: 1 });
    expect(latin1(tail)).not.toContain('a certificate');
    const grown = reopen(pdf, tail);
    expect(prepareDss(grown, material).tail).toHaveLength(0);
    expect(latin1(grown.bytes)).toBe(latin1(Buffer.concat([pdf.bytes, tail])));
  });

  it('a file without an identifier gets none', async () => {
    const encryption = testEncryption('aes256', { permissions: P.all });
    const trailer = encryption.trailer.replace(/\/ID.*/, '');
    const before = writePdf({
      kind: 'table',
      objects: documentObjects(DOCUMENT),
      encryption: { ...encryption, trailer },
    });
    const after = await sign(before);
    expect(tailOf(before, after)).not.toContain('/ID');
    expect(textOf(after, 'Lang')).toBe('el-GR');
  });

  it('an encryption that stands in the trailer goes along', async () => {
    const encryption = testEncryption('aes128', { permissions: P.all });
    const body = String(encryption.dictionary.body);
    const trailer = encryption.trailer.replace('9000 0 R', body);
    const before = writePdf({
      kind: 'table',
      objects: documentObjects(DOCUMENT),
      encryption: { ...encryption, trailer },
    });
    const after = await sign(before, { name: 'Eleni' });
    expect(tailOf(before, after)).toContain(body.slice(0, 40));
    expect(signatureFields(open(after)).map(({ signature }) => signature?.name)).toContain('Eleni');
  });
});

describe('what the owner of an encrypted file permits', () => {
  it.each([
    ['aes256', P.all, 'new_field'],
    ['aes256', P.fill, 'empty_field'],
    ['aes256', P.annotate, 'empty_field'],
    ['aes256', P.modify, 'nothing'],
    ['aes256', P.nothing, 'nothing'],
    ['rc4_40', P.all, 'new_field'],
    ['rc4_40', P.annotate, 'empty_field'],
    // Revision 2 knows no bit 9.
    ['rc4_40', P.fill, 'nothing'],
  ] as const)('ENC-1 %s, /P %s: %s', (cipher, permissions, permitted) => {
    const pdf = open(make(cipher, 'table', { permissions }));
    expect(permittedBy(pdf)).toBe(permitted);
    expect(protectionOf(pdf)).toBe(permitted === 'nothing' ? 'restricted' : undefined);
  });

  it.each([{}, { visible: VISIBLE }])(
    'filling in alone: in a field that is there, and no further one (%#)',
    async (look) => {
      const before = make('aes256', 'table', { permissions: P.fill });
      const prepared = await prepare(before, look);
      expect(prepared.field).toBe('Approval');
      const after = await sign(before, look);
      await refusesLater('restricted', prepare(after, look));
      expect(protectionOf(open(after))).toBe('restricted');
      expect(
        prepareDss(open(after), { certificates: [Buffer.from('one')], ocsps: [], crls: [] }).tail,
      ).not.toHaveLength(0);
      refuses('restricted', () =>
        prepareDocTimeStamp(open(after), { digestAlgorithm: 'SHA-256', contentsBytes: 64 }),
      );
    },
  );

  it('a file without an empty field whose owner permits filling in alone', () => {
    const encryption = testEncryption('aes256', { permissions: P.fill });
    const pdf = open(writePdf({ kind: 'table', objects: documentObjects(), encryption }));
    expect(protectionOf(pdf)).toBe('restricted');
  });
});

describe('nothing is added to a file whose encryption says two things', () => {
  const told = async (code: 'broken_object' | 'encrypted', bytes: Uint8Array): Promise<void> => {
    expect(protectionOf(open(bytes))).toBe(code);
    await refusesLater(code, prepare(bytes));
    refuses(code, () => prepareDss(open(bytes), { certificates: [], ocsps: [], crls: [] }));
  };

  it.each([
    ['permissions that /Perms does not have', '/P -4', '/P -8'],
    ['metadata that /Perms has enciphered', '/V 5', '/V 5/EncryptMetadata false'],
    ['no /Perms', '/Perms <', '/Perns <'],
    ['a /Perms that is too short', /\/Perms <[\da-f]{10}/, '/Perms <'],
  ] as const)('%s', async (_, from, to) => {
    const encryption = testEncryption('aes256', { permissions: P.all });
    const body = String(encryption.dictionary.body).replace(from, to);
    const dictionary = { ...encryption.dictionary, body };
    await told(
      'broken_object',
      writePdf({
        kind: 'table',
        objects: documentObjects(DOCUMENT),
        encryption: { ...encryption, dictionary },
      }),
    );
  });

  it('values that are objects of their own', async () => {
    const encryption = testEncryption('rc4', { permissions: P.all, plain: [111] });
    const body = String(encryption.dictionary.body).replace('/P -4', '/P 111 0 R');
    const dictionary = { ...encryption.dictionary, body };
    const objects = documentObjects({ ...DOCUMENT, more: [FIELD, { number: 111, body: '-4' }] });
    await told(
      'broken_object',
      writePdf({ kind: 'table', objects, encryption: { ...encryption, dictionary } }),
    );
  });

  it('an identifier that is an object of its own', async () => {
    const encryption = testEncryption('aes256', { permissions: P.all });
    const trailer = encryption.trailer.replace(/\/ID\[<\w+>/, '/ID[111 0 R');
    const objects = documentObjects({ ...DOCUMENT, more: [FIELD, { number: 111, body: '<00>' }] });
    await told('broken_object', writePdf({ kind: 'table', objects, encryption: { ...encryption, trailer } }));
  });

  it('an older section that names another encryption', async () => {
    const first = make('aes256');
    const second = testEncryption('aes256', { permissions: P.all });
    const dictionary = { ...second.dictionary, number: 9001 };
    const again = appendUpdate(first, {
      kind: 'table',
      objects: [{ number: 120, body: 'null' }, dictionary],
      trailer: second.trailer.replace('9000', '9001'),
    });
    await told('broken_object', again);
  });

  it('a part that asks for a password', async () => {
    const encryption = testEncryption('aes128', { password: 'secret', permissions: P.all });
    const body = String(encryption.dictionary.body).replace(
      '/StmF/StdCF/StrF/StdCF',
      '/StmF/Identity/StrF/Identity/EFF/StdCF',
    );
    const dictionary = { ...encryption.dictionary, body };
    const objects = documentObjects(DOCUMENT);
    const plain = objects.map(({ number }) => number);
    const own = testEncryption('aes128', { password: 'secret', permissions: P.all, plain });
    await told('encrypted', writePdf({ kind: 'table', objects, encryption: { ...own, dictionary } }));
  });

  it('a catalog that is the encryption dictionary', async () => {
    const encryption = testEncryption('aes256', { permissions: P.all });
    const body = String(encryption.dictionary.body).replace('<<', '<</Type/Catalog/Pages 2 0 R');
    const dictionary = { ...encryption.dictionary, body };
    const bytes = writePdf({
      kind: 'table',
      root: 9000,
      objects: documentObjects(),
      encryption: { ...encryption, dictionary },
    });
    await refusesLater('broken_object', prepare(bytes));
  });

  it('an update that changes the encryption, or the identifier, is none of the file', async () => {
    const before = make('aes256');
    const pdf = open(before);
    const { trailer, dictionary } = testEncryption('aes256', { permissions: P.all });
    const objects = [{ number: 120, body: 'null' }];
    const other = { ...dictionary, body: String(dictionary.body).replace('/StmF/StdCF', '/StmF/Identity') };
    const updates = [
      { objects: [other], trailer },
      { objects, trailer: trailer.replace('/ID[<61', '/ID[<62') },
      { objects, trailer: '' },
    ];
    for (const update of updates) {
      const after = appendUpdate(before, { kind: 'table', ...update });
      refuses('encrypted', () => reopen(pdf, after.subarray(before.length)));
    }
    for (const sound of [objects, [dictionary]]) {
      const after = appendUpdate(before, { kind: 'table', objects: sound, trailer });
      expect(reopen(pdf, after.subarray(before.length)).text(pdf.catalog.entries.get('Lang'))).toBe('el-GR');
    }
  });
});
