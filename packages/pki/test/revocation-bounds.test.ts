import { createHash } from 'node:crypto';
import {
  ocspRequest,
  PkiError,
  type PkiPorts,
  parseCertificate,
  type RevocationData,
  readOcspRequest,
  revocationAnswers,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { CRL_URL, revocationWorld, signedBy, TEST_NOW, testCrl, testOcsp } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat } from '../src/asn1/bytes.ts';
import { Fields } from '../src/asn1/fields.ts';
import { readAsn1 } from '../src/asn1/reader.ts';
import { bitString, nullValue, octetString, oid, sequence, tlv } from '../src/asn1/writer.ts';
import { signatureIdentifier } from '../src/x509/algorithms.ts';

const ports = nodePorts();
const world = await revocationWorld();
const signer = parseCertificate(world.signer.certificate);
const issuer = parseCertificate(world.issuer.certificate);

const look = (data: Partial<RevocationData>, options = {}, by: PkiPorts = ports) =>
  revocationAnswers(signer, issuer, { ocsps: [], crls: [], ...data }, by, options);

describe('a flipped bit', () => {
  const everywhere = (length: number) =>
    fc.tuple(fc.integer({ min: 0, max: length - 1 }), fc.integer({ min: 1, max: 255 }));

  async function neverAnswers(kind: 'ocsps' | 'crls', der: Uint8Array): Promise<void> {
    const property = fc.asyncProperty(everywhere(der.length), async ([at, mask]) => {
      const copy = Uint8Array.from(der);
      copy[at] = (copy[at] ?? 0) ^ mask;
      const { answers, refused } = await look({ [kind]: [copy] });
      expect(answers).toEqual([]);
      expect(refused).toHaveLength(1);
    });
    await fc.assert(property, { numRuns: 600 });
  }

  test('of an OCSP response by a responder never gives an answer', async () => {
    await neverAnswers('ocsps', await testOcsp(world.responder, world.issuer, world.signer.certificate));
  });

  test('of an OCSP response by the authority never gives an answer', async () => {
    const change = { chain: [world.issuer.certificate] };
    const der = await testOcsp(world.issuer, world.issuer, world.signer.certificate, change);
    // The authority's own certificate, which nothing reads, is not signed along.
    const signed = der.subarray(0, der.length - world.issuer.certificate.length - 8);
    const property = fc.asyncProperty(everywhere(signed.length), async ([at, mask]) => {
      const copy = Uint8Array.from(der);
      copy[at] = (copy[at] ?? 0) ^ mask;
      expect((await look({ ocsps: [copy] })).answers).toEqual([]);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('of a CRL never gives an answer', async () => {
    const entries = Array.from({ length: 20 }, (_, at) => ({
      serial: Uint8Array.of(at + 1),
      revokedAt: TEST_NOW,
      reason: 'superseded' as const,
    }));
    await neverAnswers('crls', await testCrl(world.issuer, { entries, scope: { uris: [CRL_URL] } }));
  });
});

describe('OCSP requests', () => {
  test('openssl’s and ours name the certificate alike, and a nonce is kept', () => {
    const nonce = new Uint8Array(16).fill(7);
    const { ids, nonce: read, unknownCritical } = readOcspRequest(ocspRequest(signer, issuer, ports, nonce));
    expect(ids).toHaveLength(1);
    expect(ids[0]).toMatchObject({ digest: 'SHA-1', serial: signer.serial });
    expect(ids[0]?.nameHash).toEqual(ports.digest('SHA-1', signer.issuer.der));
    expect(read).toEqual(octetString(nonce));
    expect(unknownCritical).toBe(false);
  });

  test('a nonce that comes back must be the one that went out; none is allowed', async () => {
    const nonce = new Uint8Array(16).fill(7);
    const { certificate } = world.signer;
    const same = await testOcsp(world.responder, world.issuer, certificate, {
      request: ocspRequest(signer, issuer, ports, nonce),
    });
    const none = await testOcsp(world.responder, world.issuer, certificate);
    const other = new Uint8Array(16).fill(8);
    expect((await look({ ocsps: [same] }, { nonce })).answers).toHaveLength(1);
    expect((await look({ ocsps: [none] }, { nonce })).answers).toHaveLength(1);
    expect((await look({ ocsps: [same] }, { nonce: other })).refused[0]?.reason).toBe('nonce');
  });
});

/** A request whose CertIDs are made with other digests, one after another. */
function requestFor(digests: { name: string; oid: string }[]): Uint8Array {
  const bits = new Fields(readAsn1(issuer.spki), 'SubjectPublicKeyInfo').rest()[1]?.content.subarray(1);
  const ids = digests.map(({ name, oid: type }) => {
    const hash = (bytes: Uint8Array) => octetString(createHash(name).update(bytes).digest());
    const identifier = sequence(oid(type), nullValue());
    const id = [identifier, hash(issuer.subject.der), hash(bits ?? new Uint8Array()), tlv(2, signer.serial)];
    return sequence(sequence(...id));
  });
  return sequence(sequence(sequence(...ids)));
}

const DIGESTS = [
  { name: 'sha1', oid: '1.3.14.3.2.26' },
  { name: 'sha256', oid: '2.16.840.1.101.3.4.2.1' },
  { name: 'sha384', oid: '2.16.840.1.101.3.4.2.2' },
  { name: 'sha512', oid: '2.16.840.1.101.3.4.2.3' },
];

describe('single responses', () => {
  const { certificate } = world.signer;
  test.each(DIGESTS)('a CertID with $name', async (digest) => {
    const request = requestFor([digest]);
    const der = await testOcsp(world.responder, world.issuer, certificate, { request });
    expect((await look({ ocsps: [der] })).answers).toMatchObject([{ status: 'good' }]);
  });

  test('of several about the certificate the worst counts', async () => {
    let asked = 0;
    const der = await testOcsp(world.responder, world.issuer, certificate, {
      request: requestFor(DIGESTS),
      status: () => (asked++ === 2 ? { status: 'revoked', revokedAt: TEST_NOW } : { status: 'good' }),
    });
    expect((await look({ ocsps: [der] })).answers).toMatchObject([{ status: 'revoked' }]);
  });

  test('two answers: the newest stands first', async () => {
    const day = 24 * 3600 * 1000;
    const older = await testOcsp(world.responder, world.issuer, certificate, { producedAt: TEST_NOW - day });
    const newer = await testOcsp(world.responder, world.issuer, certificate);
    const list = await testCrl(world.issuer, { thisUpdate: TEST_NOW - 2 * day });
    const { answers } = await look({ ocsps: [older, newer], crls: [list] });
    expect(answers.map(({ der }) => der)).toEqual([newer, older, list]);
    expect(answers.map(({ source }) => source)).toEqual(['ocsp', 'ocsp', 'crl']);
    expect(answers.map(({ method }) => `${method.kind} ${method.digest}`)).toEqual([
      'ecdsa SHA-384',
      'ecdsa SHA-384',
      'pkcs1 SHA-256',
    ]);
  });
});

/** A CRL with these contents of revokedCertificates, whatever they are; signed. */
function crlOf(entries: Uint8Array, extensions?: Uint8Array): Uint8Array {
  const { algorithm } = world.issuer;
  const tbs = sequence(
    tlv(2, Uint8Array.of(1)),
    signatureIdentifier(algorithm),
    issuer.subject.der,
    tlv(0x17, Buffer.from('260101000000Z')),
    tlv(0x30, entries),
    ...(extensions === undefined ? [] : [tlv(0xa0, sequence(extensions))]),
  );
  return sequence(tbs, signatureIdentifier(algorithm), bitString(signedBy(world.issuer)(tbs)));
}

/** A CRL of so many entries with a reason each, the wanted one last where it is asked for; signed. */
function largeCrl(count: number, last: Uint8Array | undefined): Uint8Array {
  const one = entryOf(Uint8Array.of(0x40, 0, 0, 0, 0));
  const body = new Uint8Array(one.length * count);
  for (let at = 0; at < count; at++) {
    body.set(one, at * one.length);
    new DataView(body.buffer).setUint32(at * one.length + 5, at);
  }
  return crlOf(last === undefined ? body : concat([body, entryOf(last)]));
}

/** An entry of that serial number, with a reason. */
function entryOf(serial: Uint8Array): Uint8Array {
  const reason = sequence(sequence(oid('2.5.29.21'), octetString(Uint8Array.of(0x0a, 1, 4))));
  return sequence(tlv(2, serial), tlv(0x17, Buffer.from('260101000000Z')), reason);
}

describe('large lists', () => {
  test('20,000 entries are gone through in no time, and the last one is found', async () => {
    const found = largeCrl(20_000, signer.serial);
    const begun = performance.now();
    expect((await look({ crls: [found] })).answers).toMatchObject([
      { status: 'revoked', reason: 'superseded' },
    ]);
    expect(performance.now() - begun).toBeLessThan(2000);
    expect((await look({ crls: [largeCrl(20_000, undefined)] })).answers).toMatchObject([{ status: 'good' }]);
  });

  test('a million entries too, without an object for each', async () => {
    const list = largeCrl(1_000_000, signer.serial);
    const before = process.memoryUsage().heapUsed;
    const begun = performance.now();
    expect((await look({ crls: [list] })).answers).toMatchObject([{ status: 'revoked' }]);
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('one that lists a certificate more than a hundred times is none', async () => {
    const listing = (times: number) =>
      crlOf(concat(Array.from({ length: times }, () => entryOf(signer.serial))));
    expect((await look({ crls: [listing(100)] })).answers).toMatchObject([{ status: 'revoked' }]);
    const { answers, refused } = await look({ crls: [listing(101)] });
    expect([answers, refused[0]?.reason]).toEqual([[], 'malformed']);
  });

  test('past 64 MiB a list is refused', async () => {
    const list = new Uint8Array(64 * 1024 * 1024 + 1);
    expect((await look({ crls: [list] })).refused[0]?.reason).toBe('malformed');
  });
});

describe('hostile data', () => {
  test('entries that are none, signed by the authority, are refused and never an exception', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async (entries) => {
      const { answers, refused } = await look({ crls: [crlOf(entries)] });
      expect(answers).toEqual([]);
      expect(refused[0]?.reason).toBe('malformed');
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('an entry, a CRL number, a response and its certificates past their bounds are refused', async () => {
    const time = tlv(0x17, Buffer.from('260101000000Z'));
    const long = sequence(tlv(2, signer.serial), time, sequence(tlv(0x30, new Uint8Array(65_536))));
    const number = sequence(oid('2.5.29.20'), octetString(tlv(2, new Uint8Array(22).fill(1))));
    const one = sequence(tlv(2, Uint8Array.of(1)), time);
    for (const crl of [crlOf(long), crlOf(one, number)])
      expect((await look({ crls: [crl] })).refused[0]?.reason).toBe('malformed');
    const { certificate } = world.signer;
    const chain = Array.from({ length: 17 }, () => world.responder.certificate);
    const many = await testOcsp(world.responder, world.issuer, certificate, { chain });
    const large = concat([Uint8Array.of(0x30, 0x84, 0, 0x10, 0, 0), new Uint8Array(1024 * 1024)]);
    for (const ocsp of [many, large])
      expect((await look({ ocsps: [ocsp] })).refused[0]?.reason).toBe('malformed');
  });

  test('past 4096 responses nothing more is looked at', async () => {
    const good = await testOcsp(world.responder, world.issuer, world.signer.certificate);
    const nothing = Uint8Array.of(0x30, 3, 0x0a, 1, 6);
    const ocsps = Array.from({ length: 4097 }, (_, at) => (at === 4096 ? good : nothing));
    const { answers, refused } = await look({ ocsps });
    expect(answers).toEqual([]);
    expect(refused).toHaveLength(4096);
  });

  test('a request for none, for more than 32, or of another version is not read', () => {
    const id = sequence(
      sequence(oid('1.3.14.3.2.26')),
      octetString(Uint8Array.of(1)),
      octetString(Uint8Array.of(1)),
      tlv(2, signer.serial),
    );
    const request = (count: number, ...before: Uint8Array[]) =>
      sequence(sequence(...before, sequence(...Array.from({ length: count }, () => sequence(id)))));
    expect(readOcspRequest(request(32)).ids).toHaveLength(32);
    for (const bad of [request(0), request(33), request(1, tlv(0xa0, tlv(2, Uint8Array.of(1))))])
      expect(() => readOcspRequest(bad)).toThrow(PkiError);
  });

  test('truncated at any place it is refused', async () => {
    const ocsp = await testOcsp(world.responder, world.issuer, world.signer.certificate);
    const crl = await testCrl(world.issuer, { entries: [{ serial: signer.serial, revokedAt: TEST_NOW }] });
    for (let at = 0; at < ocsp.length; at += 7)
      expect((await look({ ocsps: [ocsp.slice(0, at)] })).refused[0]?.reason).toBe('malformed');
    for (let at = 0; at < crl.length; at += 7)
      expect((await look({ crls: [crl.slice(0, at)] })).refused[0]?.reason).toBe('malformed');
    const longer = concat([ocsp, Uint8Array.of(0)]);
    expect((await look({ ocsps: [longer] })).refused[0]?.reason).toBe('malformed');
  });

  test('arbitrary octets are refused, never an exception', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const { answers, refused } = await look({ ocsps: [bytes], crls: [bytes] });
      expect(answers).toEqual([]);
      expect(refused).toHaveLength(2);
    });
    await fc.assert(property);
  });

  test('the same data looked up for many certificates are read and verified once', async () => {
    const ocsp = await testOcsp(world.responder, world.issuer, world.signer.certificate);
    const data = { ocsps: [ocsp], crls: [await testCrl(world.issuer)] };
    let checks = 0;
    const counting: PkiPorts = {
      ...ports,
      verify: (...args) => {
        checks++;
        return ports.verify(...args);
      },
    };
    for (let round = 0; round < 10; round++) await revocationAnswers(signer, issuer, data, counting);
    // The response, the list and the responder's certificate.
    expect(checks).toBe(3);
    data.ocsps.push(await testOcsp(world.issuer, world.issuer, world.signer.certificate));
    expect((await revocationAnswers(signer, issuer, data, counting)).answers).toHaveLength(3);
  });
});
