import { once } from 'node:events';
import { createServer } from 'node:http';
import type { DocumentAnswer, HistoryAnswer } from '@websign/contract';
import { draftSignature, finishSignature } from '@websign/pades';
import { openPdf, prepareSignature } from '@websign/pdf';
import { estimateCmsBytes } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { appendUpdate, longTermWorld, signedBy } from '@websign/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { freshCode, type Person, smallPdf } from './harness.ts';
import { served } from './served.ts';

const ports = nodePorts();
const place = served();
let maria: Person;
beforeAll(async () => {
  maria = await place.person(0);
});

/** Signed here. */
async function signedHere(bytes: Uint8Array): Promise<Uint8Array> {
  const id = await maria.document(bytes);
  await maria.sign({ documents: [id], otp: freshCode(place.home, maria.account) });
  return maria.file(id);
}

/** Signed under an authority that nobody here knows, whose services are at `base`. */
async function signedAbroad(bytes: Uint8Array, base: string): Promise<Uint8Array> {
  const { signer, issuing, now } = await longTermWorld(base);
  const chain = [signer.certificate, issuing.certificate];
  const prepared = await prepareSignature(openPdf(bytes, ports), {
    time: { epochMs: now, offsetMinutes: 0 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: estimateCmsBytes(chain),
  });
  const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
  const { tail } = await finishSignature(prepared, draft, signedBy(signer)(draft.signedAttributes), ports);
  return Buffer.concat([bytes, tail]);
}

/** Painted over by a later revision: object 5 is the page's content. */
const altered = (signed: Uint8Array) =>
  appendUpdate(signed, {
    kind: 'table',
    objects: [{ number: 5, body: '<</Length 4>>stream\n0 g \nendstream' }],
  });

async function upload(bytes: Uint8Array) {
  const { body } = await maria.upload([{ name: 'a.pdf', bytes }]);
  const [file] = body.documents;
  if (!file) throw new Error('no answer');
  return { ...file, answer: body };
}

describe('signatures that a file comes with', () => {
  test('UP-12: they are told with what can be said of them from the file alone', async () => {
    const { id } = await upload(await signedHere(smallPdf()));
    const { body } = await maria.get<DocumentAnswer>(`/api/documents/${id}`);
    expect(body.signatures).toMatchObject([
      {
        integrity: 'intact',
        indication: 'INDETERMINATE',
        subIndication: 'TRY_LATER',
        changesAfter: 'none',
        level: 'B-T',
      },
    ]);
  });

  test('UP-6: an unknown authority refuses nobody, and nothing is fetched', async () => {
    let asked = 0;
    const authority = createServer((_, response) => {
      asked += 1;
      response.end();
    });
    await once(authority.listen(0, '127.0.0.1'), 'listening');
    const address = authority.address();
    const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    try {
      const { code, error } = await upload(await signedAbroad(smallPdf(), base));
      expect(code).toBeNull();
      expect(error).toMatchObject({ has_signatures: true, valid_signatures: 1 });
      expect(error?.signatures).toMatchObject([
        {
          integrity: 'intact',
          subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
          changesAfter: 'none',
          level: 'B-B',
        },
      ]);
      expect(asked).toBe(0);
    } finally {
      authority.close();
    }
  });

  test('MAP-8 UP-6: more changed than is permitted: intact, and not valid', async () => {
    const { code, message, error, record } = await upload(altered(await signedHere(smallPdf())));
    expect([code, message]).toEqual(['security_issues', 'Document has security issues']);
    expect(error).toMatchObject({ has_signatures: true, valid_signatures: 0 });
    expect(error?.signatures).toMatchObject([{ integrity: 'intact', changesAfter: 'other' }]);
    const { body } = await maria.get<HistoryAnswer>('/api/history?size=1');
    expect(body.rows[0]).toMatchObject({ id: record, validity: 'invalid' });
  });

  test('MAP-8 UP-6: one of two that counts; a further signature takes nothing from the first', async () => {
    const twice = await signedHere(await signedHere(smallPdf()));
    const { code, error } = await upload(twice);
    expect(code).toBeNull();
    expect(error).toMatchObject({ valid_signatures: 2 });
    expect(error?.signatures.map(({ changesAfter }) => changesAfter)).toEqual(['form-filling', 'none']);
  });
});
