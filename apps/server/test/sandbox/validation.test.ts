import { draftSignature, finishSignature, validate } from '@websign/pades';
import { openPdf, prepareSignature } from '@websign/pdf';
import { estimateCmsBytes, operatorAnchor } from '@websign/pki';
import { nodePorts, signatureFont } from '@websign/ports';
import { documentObjects, type LongTermWorld, longTermWorld, signedBy, writePdf } from '@websign/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentEvidence, judgeEvidence } from '../../src/sandbox/evidence.ts';
import { evidenceAnswer, validationAnswer } from '../../src/sandbox/validation.ts';

const ports = nodePorts();
const nothing = { certificates: [], ocsps: [], crls: [] };
let world: LongTermWorld;
let file: Uint8Array;

/** A page that is turned by 90 degrees, with a signature that is seen on it and a time-stamp. */
beforeAll(async () => {
  world = await longTermWorld();
  const bytes = writePdf({ kind: 'table', objects: documentObjects({ pages: [{ entries: '/Rotate 90' }] }) });
  const chain = [world.signer.certificate, world.issuing.certificate];
  const prepared = await prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: world.now, offsetMinutes: 0 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(chain),
    reason: 'Έγκριση',
    visible: {
      placement: { page: 1, x: 10, y: 20, width: 200, height: 60 },
      text: { name: 'Ελένη', lines: [] },
      font: signatureFont(),
    },
  });
  const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const stamp = (value: Uint8Array) => world.stamp(ports.digest('SHA-256', value), 'SHA-256');
  const value = signedBy(world.signer)(draft.signedAttributes);
  const { tail } = await finishSignature(prepared, draft, value, ports, stamp);
  file = Buffer.concat([bytes, tail]);
});

const grounds = () => ({
  anchors: [operatorAnchor(world.root.certificate, ports).anchor],
  at: world.now + 60_000,
  freshnessMs: 24 * 60 * 60 * 1000,
});

describe('what the children answer of signatures', () => {
  test('places are those of the page as it is shown', async () => {
    const { signatures } = await documentEvidence(file, ports);
    expect(signatures[0]).toMatchObject({ page: 1, rect: [10, 20, 210, 80] });
  });

  test('is checked for its form, and nothing of it is lost', async () => {
    const evidence = await documentEvidence(file, ports);
    expect(evidenceAnswer.parse(evidence)).toEqual(evidence);
    const offline = await validate(evidence, nothing, grounds(), ports);
    expect(offline.missing.length).toBeGreaterThan(0);
    const material = await world.fetch(offline.missing);
    const validation = await judgeEvidence({ evidence, material, grounds: grounds() }, ports);
    expect(validation.verdict).toBe('valid');
    for (const one of [offline, validation]) expect(validationAnswer.parse(one)).toEqual(one);
  });

  test('is refused where it has another form', async () => {
    const evidence = await documentEvidence(file, ports);
    const [signature] = evidence.signatures;
    for (const wrong of [
      { ...evidence, sha256: 'x' },
      { ...evidence, names: ['../etc'] },
      { ...evidence, signatures: [{ ...signature, covers: 'everything' }] },
      { ...evidence, signatures: [{ ...signature, cms: 'text' }] },
    ])
      expect(evidenceAnswer.safeParse(wrong).success).toBe(false);
    const validation = await validate(evidence, nothing, grounds(), ports);
    for (const wrong of [
      { ...validation, verdict: 'fine' },
      { ...validation, at: 1e300 },
      { ...validation, missing: [{ kind: 'file', url: 'file:///etc/passwd' }] },
    ])
      expect(validationAnswer.safeParse(wrong).success).toBe(false);
  });

  test('what is served as a certificate and is none tells nothing', async () => {
    const evidence = await documentEvidence(file, ports);
    const material = { ...nothing, certificates: [new Uint8Array([1, 2, 3]), new Uint8Array()] };
    const { verdict } = await judgeEvidence({ evidence, material, grounds: grounds() }, ports);
    expect(verdict).toBe('indeterminate');
  });
});
