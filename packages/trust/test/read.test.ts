import type { SignatureAlgorithm } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  type ListSigning,
  listText,
  makeTestPki,
  signList,
  TEST_NOW,
  XML_ALGORITHMS,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { readTrustedList, TrustError, type TrustErrorCode } from '../src/index.ts';

const pki = makeTestPki();
const ports = nodePorts();
const signer = pki.signers.p256;
const DAY = 24 * 3600 * 1000;
const granted = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted';

const text = listText({
  kind: 'national',
  territory: 'EL',
  sequence: 7,
  issued: TEST_NOW - DAY,
  providers: [
    {
      name: 'Πάροχος & Υιοί',
      services: [
        {
          name: 'CA',
          certificates: [pki.intermediate.certificate],
          states: [{ status: granted, from: TEST_NOW - 500 * DAY }],
        },
      ],
    },
  ],
});

const read = (list: string, signers = [signer.certificate], expected = {}) =>
  readTrustedList(Buffer.from(list), { kind: 'national', territory: 'EL', signers, ...expected }, ports);
const signed = (options: ListSigning = {}, identity = signer) => signList(text, identity, options);

async function refusal(reading: Promise<unknown>): Promise<TrustErrorCode | 'accepted'> {
  try {
    await reading;
    return 'accepted';
  } catch (error) {
    if (error instanceof TrustError) return error.code;
    throw error;
  }
}

describe('a trusted list (TS 119 612)', () => {
  test('is verified and read', async () => {
    const list = await read(signed());
    expect(list).toMatchObject({
      kind: 'national',
      territory: 'EL',
      operator: 'Operator of EL',
      sequence: 7,
    });
    expect(list.issued).toBe(TEST_NOW - DAY);
    expect(list.anchors).toHaveLength(1);
    expect(list.anchors[0]?.anchor.services).toEqual([
      {
        territory: 'EL',
        provider: 'Πάροχος & Υιοί',
        name: 'CA',
        type: 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC',
        states: [{ from: TEST_NOW - 500 * DAY, status: granted, additional: [], qualifications: [] }],
      },
    ]);
  });

  test.each(Object.keys(XML_ALGORITHMS) as SignatureAlgorithm[])('signed with %s', async (algorithm) => {
    const key = algorithm.startsWith('rsa')
      ? pki.signers.rsa3072
      : algorithm.includes('p384')
        ? pki.signers.p384
        : signer;
    expect(await refusal(read(signed({ algorithm }, key), [key.certificate]))).toBe('accepted');
  });

  test('may be signed as the whole document', async () => {
    expect(await refusal(read(signed({ uri: '' })))).toBe('accepted');
  });
});
