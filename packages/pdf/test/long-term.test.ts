import { spawnSync } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  appendUpdate,
  documentObjects,
  isInstalled,
  makeTestPki,
  pem,
  streamBody,
  type TestDocument,
  type TestFile,
  testEncryption,
  testStamp,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  embed,
  MATERIAL_LIMITS,
  openPdf,
  type Pdf,
  type PdfPorts,
  type Prepared,
  pages,
  prepareDocTimeStamp,
  prepareDss,
  type RunningDigest,
  reopen,
  type StoreMaterial,
  securityStore,
  signatureFields,
} from '../src/index.ts';
import {
  judgedBy,
  lacks,
  latin1,
  open,
  pdfsig,
  ports,
  qpdfMessages,
  refuses,
  sign,
  tailOf,
} from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];
const make = (document: TestDocument = {}, file: Partial<TestFile> = {}): Uint8Array =>
  writePdf({ kind: 'table', objects: documentObjects(document), hidden: [], ...file });

const pki = makeTestPki();
const [certificate = new Uint8Array()] = pki.signers.p256.chain;
const bytes = (text: string): Uint8Array => Buffer.from(text);
const MATERIAL: StoreMaterial = {
  certificates: pki.signers.p256.chain,
  ocsps: [bytes('an OCSP response')],
  crls: [bytes('a CRL'.repeat(100))],
};
const STAMP = { digestAlgorithm: 'SHA-256', contentsBytes: 8000 } as const;

/** A token over the byte range, by the test authority: what is stamped is its digest. */
async function token(prepared: Prepared, whole: Uint8Array): Promise<Uint8Array> {
  const [start, before, after, length] = prepared.byteRange;
  const covered = Buffer.concat([whole.subarray(start, before), whole.subarray(after, after + length)]);
  return testStamp(pki)(covered);
}

/** The file with validation data and a document time-stamp over all of it, and what it was made of. */
async function raised(before: Uint8Array, material: StoreMaterial = MATERIAL) {
  const pdf = open(before);
  const { tail } = prepareDss(pdf, material);
  const prepared = prepareDocTimeStamp(reopen(pdf, tail), STAMP);
  const unstamped = Buffer.concat([before, tail, prepared.tail]);
  const stamp = await token(prepared, unstamped);
  return { file: Buffer.concat([before, tail, embed(prepared, stamp)]), tail, prepared, stamp };
}

const ders = (list: readonly { der: Uint8Array }[]): string[] => list.map(({ der }) => latin1(der));
/** What the current store lists. */
function stored(file: Uint8Array | Pdf) {
  const { certificates, ocsps, crls } = securityStore(file instanceof Uint8Array ? open(file) : file);
  return { certificates: ders(certificates), ocsps: ders(ocsps), crls: ders(crls) };
}
const told = (material: StoreMaterial) => ({
  certificates: material.certificates.map(latin1),
  ocsps: material.ocsps.map(latin1),
  crls: material.crls.map(latin1),
});

describe('prepareDss, prepareDocTimeStamp and reopen', () => {
  it.each(KINDS)('SGN-10 a %s file stays an exact prefix, and its section keeps its kind', async (kind) => {
    const signed = await sign(make({}, { kind }));
    const { file, tail, prepared } = await raised(signed);
    expect(file.subarray(0, signed.length).equals(signed)).toBe(true);
    for (const one of [tail, prepared.tail].map(latin1)) {
      const table = kind === 'table' || kind === 'hybrid';
      expect(one.includes('\nxref\n')).toBe(table);
      expect(one).not.toMatch(/ObjStm|XRefStm|\/Version/);
    }
    const extensions = (of: Uint8Array) => /\/Extensions[^E]+ESIC [^>]+>>/.exec(latin1(of))?.[0];
    expect(extensions(Buffer.concat([tail, prepared.tail]))).toBe(extensions(signed));
    expect(stored(file)).toEqual(told(MATERIAL));
    expect(securityStore(open(file)).crls[0]?.end).toBe(signed.length + tail.length);
    const stamped = signatureFields(open(file)).at(-1)?.signature;
    expect(stamped).toMatchObject({
      type: 'DocTimeStamp',
      subFilter: 'ETSI.RFC3161',
      covers: 'whole_file',
      problems: [],
    });
    expect(stamped?.claimedTime).toBeUndefined();
  });

  it.skipIf(lacks('pdfsig', 'qpdf')).each(KINDS)(
    judgedBy(
      ['pdfsig', 'qpdf'],
      'SGN-10 both signatures of a %s file hold for pdfsig; qpdf has nothing to say',
    ),
    async (kind) => {
      const once = await sign(await sign(make({}, { kind })));
      const { file } = await raised(once);
      expect(pdfsig(file).slice(0, 2)).toEqual([
        { valid: true, total: false },
        { valid: true, total: false },
      ]);
      expect(qpdfMessages(file)).toEqual([]);
    },
  );

  it.skipIf(!isInstalled('openssl'))(
    isInstalled('openssl') ? 'the token holds for openssl ts' : 'skipped: openssl not installed',
    async () => {
      const { file, prepared, stamp } = await raised(await sign(make()));
      const room = mkdtempSync(join(tmpdir(), 'websign-ts-'));
      try {
        const [start, before, after, length] = prepared.byteRange;
        const covered = [file.subarray(start, before), file.subarray(after, after + length)];
        writeFileSync(join(room, 'data'), Buffer.concat(covered));
        writeFileSync(join(room, 'token'), stamp);
        writeFileSync(join(room, 'root.pem'), pem('CERTIFICATE', pki.root.certificate));
        writeFileSync(join(room, 'more.pem'), pem('CERTIFICATE', pki.intermediate.certificate));
        const args =
          'ts -verify -in token -token_in -data data -CAfile root.pem -untrusted more.pem -attime 1790000000';
        const { stdout, stderr } = spawnSync('openssl', args.split(' '), { cwd: room, encoding: 'utf8' });
        expect(`${stdout}${stderr}`).toContain('Verification: OK');
      } finally {
        rmSync(room, { recursive: true, force: true });
      }
    },
  );

  it.each(KINDS)('what is reopened is what is read anew: %s', async (kind) => {
    const signed = await sign(make({}, { kind }));
    const pdf = open(signed);
    const { tail } = prepareDss(pdf, MATERIAL);
    const grown = reopen(pdf, tail);
    const anew = open(Buffer.concat([signed, tail]));
    expect(grown.startXref).toBe(anew.startXref);
    expect(grown.index.highest).toBe(anew.index.highest);
    expect([...grown.disputed]).toEqual([...anew.disputed]);
    const entries = (of: Pdf) =>
      Array.from({ length: of.index.highest + 1 }, (_, number) => {
        const slot = of.index.get(number);
        return slot === undefined ? undefined : of.store.entry(slot);
      });
    expect(entries(grown)).toEqual(entries(anew));
    expect(prepareDocTimeStamp(grown, STAMP)).toEqual(prepareDocTimeStamp(anew, STAMP));
  });

  it('the original is digested once, however much is made of it', async () => {
    const signed = await sign(make({ pages: [{ content: ' '.repeat(300_000) }] }));
    let digested = 0;
    const running = (of: Hash): RunningDigest => ({
      update: (data) => {
        digested += data.length;
        return running(of.update(data));
      },
      copy: () => running(of.copy()),
      digest: () => new Uint8Array(of.digest()),
    });
    const digest = (algorithm: string) => running(createHash(algorithm.replace('-', '')));
    const counting: PdfPorts = { ...ports, digest };
    const pdf = openPdf(signed, counting);
    const { tail } = prepareDss(pdf, MATERIAL);
    prepareDocTimeStamp(reopen(pdf, tail), STAMP);
    expect(digested).toBeGreaterThan(signed.length);
    expect(digested).toBeLessThan(signed.length + 100_000);
  });

  it('reopen takes updates of this very file only', async () => {
    const one = make();
    const pdf = open(one);
    const { tail } = prepareDss(pdf, MATERIAL);
    expect(reopen(pdf, new Uint8Array())).toBe(pdf);
    expect(reopen(pdf, tail).before).toBe(pdf);
    const other = open(make({ pages: [{ content: 'longer than the first one is' }] }));
    refuses('broken_xref', () => reopen(other, tail));
    refuses('broken_xref', () => reopen(pdf, bytes('\n% nothing\n')));
    refuses('broken_xref', () => reopen(pdf, bytes(`startxref\n${pdf.startXref}\n%%EOF\n`)));
    refuses('broken_xref', () => reopen(pdf, tail.subarray(0, tail.length - 10)));
    refuses('too_large', () => reopen(open(one, { fileBytes: one.length }), tail));
    refuses('too_many_revisions', () => reopen(open(one, { sections: 1 }), tail));
    const hidden = appendUpdate(one, { kind: 'table', objects: [], trailer: '/Encrypt<<>>' });
    refuses('encrypted', () => reopen(pdf, hidden.subarray(one.length)));
  });

  it('several updates at once are read as they come one by one', async () => {
    const one = make();
    const [two, three] = [1, 2].map((n) => [{ number: 3, body: `<</Type/Font/N ${n}>>` }]);
    const middle = appendUpdate(one, { kind: 'table', objects: two ?? [] });
    const whole = appendUpdate(middle, { kind: 'table', objects: three ?? [] });
    const grown = reopen(open(one), whole.subarray(one.length));
    expect(grown.number(grown.dict(grown.object(3)?.value)?.entries.get('N'))).toBe(2);
    expect(grown.sections).toHaveLength(3);
  });

  it('a number that the file refers to without defining it is taken by no update, reopened or not', async () => {
    const first = open(make()).index.highest + 1;
    const content = Array.from({ length: 30 }, (_, i) => `${first + 2 * i} 0 R`).join(' ');
    const before = make({ catalog: `/Stray[${content}]` });
    const { file, tail, prepared } = await raised(before);
    const made = [tail, prepared.tail].flatMap((one) =>
      [...latin1(one).matchAll(/(?:^|\n)(\d+) 0 obj\n/g)].map(([, number]) => Number(number)),
    );
    for (let i = 0; i < 30; i++) expect(made).not.toContain(first + 2 * i);
    expect(stored(file)).toEqual(told(MATERIAL));
  });
});

describe('a signed file that ends without an end of line', () => {
  /** The byte range and the file one byte shorter: readers ask for no more than `%%EOF`. */
  async function cut(): Promise<Uint8Array> {
    const text = latin1(await sign(make()));
    const shorter = text.replace(/(ByteRange\[0 \d+ \d+ )(\d+)( *\])/, (_, head, last, foot) => {
      const less = `${Number(last) - 1}`;
      return `${head}${less}${' '.repeat(last.length - less.length)}${foot}`;
    });
    return Buffer.from(shorter.slice(0, -1), 'latin1');
  }

  it('stays covered when an update begins with that end of line', async () => {
    const before = await cut();
    expect(signatureFields(open(before))[0]?.signature).toMatchObject({ covers: 'whole_file', problems: [] });
    const { tail } = prepareDss(open(before), MATERIAL);
    expect(tail[0]).toBe(10);
    const after = Buffer.concat([before, tail]);
    expect(signatureFields(open(after))[0]?.signature).toMatchObject({
      covers: 'revision',
      revision: 2,
      problems: [],
    });
  });
});

describe('the document security store', () => {
  it('is an object of its own with streams that no /VRI repeats', async () => {
    const before = await sign(make());
    const tail = latin1(prepareDss(open(before), MATERIAL).tail);
    expect(tail).toMatch(/\/DSS \d+ 0 R/);
    expect(tail).toMatch(/<<\/Type\/DSS\/Certs \[[\dR ]+\]\/OCSPs \[\d+ 0 R\]\/CRLs \[\d+ 0 R\]>>/);
    expect(tail).not.toContain('/VRI');
  });

  it('is added to: nothing twice, nothing new is no update', async () => {
    const before = await sign(make());
    const first = prepareDss(open(before), { ...MATERIAL, crls: [...MATERIAL.crls, ...MATERIAL.crls] });
    expect(first.added).toEqual({ certificates: 2, ocsps: 1, crls: 1 });
    const once = Buffer.concat([before, first.tail]);
    expect(prepareDss(open(once), MATERIAL)).toMatchObject({
      tail: new Uint8Array(),
      baseLength: once.length,
    });
    const more = { ...MATERIAL, ocsps: [bytes('a later one'), ...MATERIAL.ocsps] };
    const second = prepareDss(open(once), more);
    expect(second.added).toEqual({ certificates: 0, ocsps: 1, crls: 0 });
    // The store alone is written anew, with one stream more.
    expect(latin1(second.tail).match(/ 0 obj\n/g)).toHaveLength(2);
    const twice = Buffer.concat([once, second.tail]);
    expect(stored(twice)).toEqual({ ...told(MATERIAL), ocsps: ['an OCSP response', 'a later one'] });
  });

  it.each([
    ['direct, its lists too', '<</Certs[100 0 R]/VRI<<>>>>', []],
    ['an object, its lists too', '101 0 R', [{ number: 101, body: '<</Certs 102 0 R/VRI<<>>>>' }]],
    [
      'sharing its list with /VRI',
      '101 0 R',
      [{ number: 101, body: `<</Certs 102 0 R/VRI<</${'A'.repeat(40)}<</Cert 102 0 R>>>>>>` }],
    ],
  ])('that is there stays as it stands: %s', (_, dss, objects) => {
    const more = [
      { number: 100, body: streamBody(certificate) },
      { number: 102, body: '[100 0 R]' },
      ...objects,
    ];
    const before = make({ catalog: `/DSS ${dss}`, more });
    const { tail, added } = prepareDss(open(before), MATERIAL);
    expect(added).toEqual({ certificates: 1, ocsps: 1, crls: 1 });
    const file = Buffer.concat([before, tail]);
    expect(stored(file)).toEqual(told(MATERIAL));
    const pdf = open(file);
    const store = pdf.catalog.entries.get('DSS');
    expect(store?.type).toBe(dss.startsWith('<') ? 'dict' : 'ref');
    const vri = pdf.dict(pdf.dict(store)?.entries.get('VRI'));
    for (const entry of vri?.entries.values() ?? []) {
      expect(pdf.array(pdf.dict(entry)?.entries.get('Cert'))?.items).toHaveLength(1);
    }
  });

  it('that is none is refused, and so is more than one update may add', () => {
    for (const dss of ['[]', '4711', '5 0 R']) {
      refuses('broken_object', () => prepareDss(open(make({ catalog: `/DSS ${dss}` })), MATERIAL));
    }
    const pdf = open(make());
    const many = Array.from({ length: MATERIAL_LIMITS.objects + 1 }, (_, i) => bytes(`${i}`));
    refuses('too_large', () => prepareDss(pdf, { ...MATERIAL, ocsps: many }));
    const large = new Uint8Array(MATERIAL_LIMITS.bytes);
    refuses('too_large', () => prepareDss(pdf, { ...MATERIAL, crls: [large] }));
  });

  it('of an encrypted file is not written where its owner permits nothing', () => {
    const encryption = testEncryption('aes256', { permissions: -300 });
    const pdf = open(make({}, { encryption }));
    refuses('restricted', () => prepareDss(pdf, MATERIAL));
    refuses('restricted', () => prepareDocTimeStamp(pdf, STAMP));
  });

  it('holds whatever was put there, in every kind of file (property)', () => {
    const der = fc.uint8Array({ minLength: 1, maxLength: 400 });
    const lists = fc.record({
      certificates: fc.array(der, { maxLength: 5 }),
      ocsps: fc.array(der, { maxLength: 5 }),
      crls: fc.array(der, { maxLength: 5 }),
    });
    fc.assert(
      fc.property(lists, lists, fc.constantFrom(...KINDS), (one, two, kind) => {
        const before = open(make({}, { kind }));
        const once = reopen(before, prepareDss(before, one).tail);
        const twice = reopen(once, prepareDss(once, two).tail);
        for (const pdf of [twice, open(twice.bytes)]) {
          const found = stored(pdf);
          for (const key of ['certificates', 'ocsps', 'crls'] as const) {
            expect(found[key]).toEqual(expect.arrayContaining([...told(one)[key], ...told(two)[key]]));
            expect(new Set(found[key]).size).toBe(found[key].length);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a document time-stamp', () => {
  it('is an unseen field of its own on the first page', async () => {
    const before = await sign(make({ pages: [{}, {}] }));
    const { file, prepared } = await raised(before);
    const field = signatureFields(open(file)).at(-1);
    expect(field).toMatchObject({ name: prepared.field, page: 1, rect: [0, 0, 0, 0] });
    expect(prepared.field).toMatch(/^TimeStamp\d+$/);
    expect([...pages(open(file))]).toHaveLength(2);
  });

  it.each([{ certify: 1 as const }, { certify: 2 as const }, { lock: true }])(
    'goes onto a document that permits nothing else: %j',
    async (options) => {
      const before = await sign(make(), options);
      const { file } = await raised(before);
      expect(signatureFields(open(file)).map(({ signature }) => signature?.covers)).toEqual([
        'revision',
        'whole_file',
      ]);
      if (!lacks('pdfsig')) expect(pdfsig(file)[0]).toEqual({ valid: true, total: false });
    },
  );

  it.each(['SHA-384', 'SHA-512'] as const)('digests its byte range: %s', async (digestAlgorithm) => {
    const pdf = open(await sign(make()));
    const { digest, byteRange, tail } = prepareDocTimeStamp(pdf, { ...STAMP, digestAlgorithm });
    const whole = Buffer.concat([pdf.bytes, tail]);
    const [start, before, after, length] = byteRange;
    const hash = createHash(digestAlgorithm.replace('-', ''));
    hash.update(whole.subarray(start, before)).update(whole.subarray(after, after + length));
    expect(Buffer.from(digest).equals(hash.digest())).toBe(true);
  });

  it('needs room for its token', () => {
    const pdf = open(make());
    refuses('bad_option', () => prepareDocTimeStamp(pdf, { ...STAMP, contentsBytes: 0 }));
    const prepared = prepareDocTimeStamp(pdf, { ...STAMP, contentsBytes: 10 });
    refuses('contents_too_large', () => embed(prepared, new Uint8Array(11)));
  });
});

describe('P=1: validation data in the revision of the signature itself', () => {
  it.each([{ certify: 1 as const }, { lock: true }, {}])('%j: nothing is appended', async (options) => {
    const before = make();
    const after = await sign(before, { ...options, material: MATERIAL });
    expect(stored(after)).toEqual(told(MATERIAL));
    expect(open(after).sections).toHaveLength(2);
    expect(signatureFields(open(after))[0]?.signature).toMatchObject({ covers: 'whole_file', problems: [] });
    expect(tailOf(before, after)).toContain('/Extensions');
    if (!lacks('pdfsig')) expect(pdfsig(after)).toEqual([{ valid: true, total: true }]);
    if (!lacks('qpdf')) expect(qpdfMessages(after)).toEqual([]);
  });
});
