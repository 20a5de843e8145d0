import {
  EVIDENCE_LIMITS,
  evidence,
  INQUIRY_LIMITS,
  POOL_LIMITS,
  type SignatureReport,
  validate,
} from '@websign/pades';
import { openPdf, PdfError } from '@websign/pdf';
import type { SignatureAlgorithm } from '@websign/pki';
import { SIGNER_ALGORITHMS, TEST_NOW, type TestSignerName, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  allGood,
  DAY,
  first,
  hasPassed,
  judge,
  NONE,
  ports,
  read,
  SIGNER_EXTENSIONS,
  sign,
  slotOf,
  smallPdf,
  withMaterial,
  withStamp,
  world,
} from './world.ts';

const it = await world();
const fine = await allGood(it);

const chainStep = ({ steps }: SignatureReport) => steps.find(({ block }) => block === 'certificate');

describe('what we sign, by every key and algorithm', () => {
  const cases = Object.entries(SIGNER_ALGORITHMS).flatMap(([name, algorithms]) =>
    algorithms.map((algorithm): [TestSignerName, SignatureAlgorithm] => [name as TestSignerName, algorithm]),
  );

  test.each(cases)('%s %s', async (name, algorithm) => {
    const subject = await testSubject(name, 'Signer', it.ca, {
      serial: Uint8Array.of(0x5a, 10),
      extensions: SIGNER_EXTENSIONS,
    });
    const own = { ...it, signer: { ...subject, algorithm } };
    const report = first(
      await judge(await sign(own, { stamped: TEST_NOW }), own, { material: await allGood(own) }),
    );
    expect(report).toMatchObject({ indication: 'TOTAL-PASSED', level: 'B-T', covers: 'whole-file' });
  });

  test('SGN-10 ten signatures: all pass, each but the last covering its revision', async () => {
    let bytes = smallPdf();
    for (let i = 0; i < 10; i++) bytes = await sign(it, { base: bytes });
    const { signatures } = await judge(bytes, it, { material: fine });
    expect(signatures.filter(hasPassed)).toHaveLength(10);
    expect(signatures.filter(({ covers }) => covers === 'whole-file')).toHaveLength(1);
    expect(signatures.map(({ end = 0 }) => end)).toEqual(
      signatures.map(({ end = 0 }) => end).sort((a, b) => a - b),
    );
  });
});

describe('what was changed around what is signed', () => {
  describe('certificates of the signature that are altered, with intact copies elsewhere in the file', () => {
    const certificates = [it.signer.certificate, it.ca.certificate];
    /** The signature with an octet of a certificate changed, counted from its end where it is negative. */
    const altered = (certificate: Uint8Array, at: number): Promise<Uint8Array> =>
      sign(it).then((bytes) => alteredIn(withMaterial(bytes, { ...fine, certificates }), certificate, at));
    /** The same of one of the signatures or time-stamps of a document. */
    const alteredIn = (bytes: Uint8Array, certificate: Uint8Array, at: number, index = 0): Uint8Array => {
      const hex = Buffer.from(certificate).toString('hex');
      const { start, end } = slotOf(bytes, index);
      const slot = Buffer.from(bytes.subarray(start, end)).toString('latin1').toLowerCase();
      const place = start + slot.indexOf(hex) + (at < 0 ? hex.length : 0) + at * 2;
      const changed = bytes.slice();
      changed[place] = changed[place] === 0x37 ? 0x36 : 0x37;
      return changed;
    };
    const remark = { block: 'identification', outcome: 'passed', reason: 'certificate_altered' };

    test.each([
      ['the signer’s, its signature', it.signer.certificate, -5],
      ['the signer’s, its serial', it.signer.certificate, 15],
      ['the signer’s, so that it cannot be read', it.signer.certificate, 8],
      ['the authority’s, its signature', it.ca.certificate, -5],
      ['the authority’s, its serial', it.ca.certificate, 15],
      ['the authority’s, so that it cannot be read', it.ca.certificate, 8],
    ])('are a remark: %s', async (_, certificate, at) => {
      const validation = await judge(await altered(certificate, at), it);
      expect(validation.verdict).toBe('valid-with-warnings');
      expect(first(validation)).toMatchObject({ indication: 'TOTAL-PASSED' });
      expect(first(validation).steps).toContainEqual(remark);
    });

    // The authority of time-stamps has a certificate that tokens carry, and the document's store has it once more.
    const stampers = [...certificates, it.tsa.certificate];
    test.each([
      ['its signature', -5],
      ['its serial', 15],
      ['so that it cannot be read', 8],
      ['the algorithm of its signature, so that it cannot be read', -259],
    ])('are a remark of the time-stamp that carries the authority’s: %s', async (_, at) => {
      const stamped = withMaterial(await sign(it, { stamped: TEST_NOW }), {
        ...fine,
        certificates: stampers,
      });
      expect((await judge(stamped, it)).verdict).toBe('valid');
      const validation = await judge(alteredIn(stamped, it.tsa.certificate, at), it);
      expect(validation.verdict).toBe('valid-with-warnings');
      expect(first(validation).steps).toContainEqual(remark);
    });

    test.each([
      ['its signature', -5],
      ['so that it cannot be read', 8],
    ])('are a remark of a document time-stamp as well: %s', async (_, at) => {
      const signed = withMaterial(await sign(it), { ...fine, certificates: stampers });
      const stamped = await withStamp(signed, it, TEST_NOW + 1000);
      expect((await judge(stamped, it)).verdict).toBe('valid');
      const validation = await judge(alteredIn(stamped, it.tsa.certificate, at, 1), it);
      expect(validation.verdict).toBe('valid-with-warnings');
      expect(validation.signatures[1]?.steps).toContainEqual(remark);
      expect(first(validation).steps).not.toContainEqual(remark);
    });

    test('intact ones beside others that lead nowhere are none', async () => {
      const bytes = withMaterial(await sign(it), { ...fine, certificates });
      const validation = await judge(bytes, it);
      expect(validation.verdict).toBe('valid');
      expect(first(validation).steps).not.toContainEqual(remark);
    });
  });

  describe('octets after the CMS that are not zero', () => {
    /** Writes over the end of the first /Contents, its bracket included. */
    const padded = (bytes: Uint8Array, end: string, number = 0): Uint8Array => {
      const changed = bytes.slice();
      changed.set(Buffer.from(end), slotOf(bytes, number).end - end.length);
      return changed;
    };
    const certificate = Buffer.from(it.signer.certificate).toString('hex');

    test.each([
      ['a digit', '1>'],
      ['many', `${'feed'.repeat(500)}>`],
      ['white space among digits', '12 34\n56 >'],
      ['a certificate', `${certificate}>`],
    ])('are a remark, for no reader shows them: %s', async (_, end) => {
      const validation = await judge(padded(await sign(it), end), it, { material: fine });
      expect(validation.verdict).toBe('valid-with-warnings');
      expect(first(validation)).toMatchObject({ indication: 'TOTAL-PASSED', covers: 'whole-file' });
      expect(first(validation).steps).toContainEqual({
        block: 'format',
        outcome: 'passed',
        reason: 'contents_padding',
      });
    });

    test('of a document time-stamp as well', async () => {
      const stamped = await withStamp(await sign(it), it, TEST_NOW + 1000);
      const { verdict, signatures } = await judge(padded(stamped, '1>', 1), it, {
        at: TEST_NOW + DAY,
        material: fine,
      });
      expect(verdict).toBe('valid-with-warnings');
      expect(signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED']);
    });

    test.each([
      ['an end of the string before the gap’s', '>/X 1>'],
      ['a comment', '%x\n>'],
      ['another string', '>(x)  <00>'],
      ['letters that are no digits', '1 0 obj>'],
    ])('are refused where they are anything but digits: %s', async (_, end) => {
      const bytes = padded(await sign(it), end);
      await expect(judge(bytes, it, { material: fine })).rejects.toBeInstanceOf(PdfError);
    });

    test('a second CMS behind the first is not read', async () => {
      const bytes = await sign(it);
      const { start, end } = slotOf(bytes);
      const hex = Buffer.from(bytes.subarray(start + 1, end - 1)).toString('latin1');
      const cms = hex.slice(0, 2 * (4 + Number.parseInt(hex.slice(4, 8), 16)));
      const altered = `${cms.slice(0, -2)}${cms.endsWith('00') ? '01' : '00'}`;
      const changed = bytes.slice();
      changed.set(Buffer.from(`${altered}${cms}`), start + 1);
      expect(first(await judge(changed, it, { material: fine })).indication).toBe('TOTAL-FAILED');
    });
  });
});

describe('bounds and shapes', () => {
  test('evidence and verdicts are plain data', async () => {
    const bytes = await withStamp(
      withMaterial(await sign(it, { stamped: TEST_NOW }), fine),
      it,
      TEST_NOW + 1000,
    );
    const found = await read(bytes);
    expect(structuredClone(found)).toEqual(found);
    const validation = await judge(bytes, it);
    expect(structuredClone(validation)).toEqual(validation);
    expect(found.names).toHaveLength(4);
  });

  test('more signatures than one document may cost are counted, and nothing is called valid', async () => {
    const { signatures } = EVIDENCE_LIMITS;
    EVIDENCE_LIMITS.signatures = 2;
    try {
      const bytes = await sign(it, { base: await sign(it, { base: await sign(it) }) });
      const found = await evidence(bytes, openPdf(bytes, ports), ports);
      expect([found.signatures.length, found.leftOut]).toEqual([2, 1]);
      const grounds = { anchors: it.anchors, at: TEST_NOW, freshnessMs: DAY };
      expect(await validate(found, { ...NONE, ...fine }, grounds, ports)).toMatchObject({
        verdict: 'indeterminate',
        leftOut: 1,
      });
    } finally {
      EVIDENCE_LIMITS.signatures = signatures;
    }
  });

  test.each(['digested', 'cms'] as const)('more octets than one document may cost: %s', async (what) => {
    const before = EVIDENCE_LIMITS[what];
    EVIDENCE_LIMITS[what] = 10;
    try {
      const bytes = await sign(it, { base: await sign(it) });
      const found = await evidence(bytes, openPdf(bytes, ports), ports);
      expect([found.signatures.length, found.leftOut]).toEqual([1, 1]);
    } finally {
      EVIDENCE_LIMITS[what] = before;
    }
  });

  test('chains are looked for so many times and no more', async () => {
    const { searches } = INQUIRY_LIMITS;
    INQUIRY_LIMITS.searches = 0;
    try {
      const report = first(await judge(await sign(it), it, { material: fine }));
      expect(chainStep(report)).toMatchObject({
        outcome: 'indeterminate',
        subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
        reason: 'limit',
      });
    } finally {
      INQUIRY_LIMITS.searches = searches;
    }
  });

  test('so many certificates are looked at and no more: those of the signatures before those of the store', async () => {
    const { certificates } = POOL_LIMITS;
    const bytes = withMaterial(await sign(it), { ...fine, certificates: [it.responder.certificate] });
    const outcome = async (anchors = it.anchors) => {
      const { outcome: how, subIndication, reason } = chainStep(first(await judge(bytes, { anchors }))) ?? {};
      return how === 'passed' ? how : `${subIndication} ${reason}`;
    };
    try {
      POOL_LIMITS.certificates = 3;
      expect(await outcome([])).toBe('NO_CERTIFICATE_CHAIN_FOUND no_path');
      POOL_LIMITS.certificates = 2;
      expect(await outcome()).toBe('passed');
      expect(await outcome([])).toBe('NO_CERTIFICATE_CHAIN_FOUND limit');
      POOL_LIMITS.certificates = 1;
      expect(await outcome()).toBe('NO_CERTIFICATE_CHAIN_FOUND limit');
    } finally {
      POOL_LIMITS.certificates = certificates;
    }
  });
});
