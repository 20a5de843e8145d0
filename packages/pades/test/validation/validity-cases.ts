import { AUTHORITY_EXTENSIONS, TEST_NOW } from '@websign/testkit';
import { but, CA_SERIAL, type Case, fine, it, revoked, SERIAL } from './case.ts';
import { allGood, DAY, good, SIGNER_EXTENSIONS, sign, withStamp, world, YEAR } from './world.ts';

export async function validityCases(): Promise<Case[]> {
  const short = await world({
    signer: {
      serial: SERIAL,
      extensions: SIGNER_EXTENSIONS,
      validity: { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + DAY },
    },
  });
  const shortFine = await allGood(short);
  const soon = await world({
    signer: {
      serial: SERIAL,
      extensions: SIGNER_EXTENSIONS,
      validity: { notBefore: TEST_NOW + DAY, notAfter: TEST_NOW + YEAR },
    },
  });
  const ca = {
    serial: CA_SERIAL,
    validity: { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + DAY },
    extensions: AUTHORITY_EXTENSIONS,
  };
  const shortCa = await world({ ca });
  const stampedShort = await sign(short, { stamped: TEST_NOW });
  const later = TEST_NOW + 2 * DAY;
  const afterEnd = await withStamp(await sign(short), short, TEST_NOW + 36 * 3600_000);
  return [
    {
      told: 'expired, known not to be revoked until then',
      bytes: await sign(short),
      of: short,
      at: later,
      material: shortFine,
      sub: 'OUT_OF_BOUNDS_NOT_REVOKED',
      reason: 'expired',
    },
    {
      told: 'expired, nothing known of its revocation',
      bytes: await sign(short),
      of: short,
      at: later,
      material: { ...shortFine, ocsps: shortFine.ocsps.slice(1) },
      sub: 'OUT_OF_BOUNDS_NO_POE',
      reason: 'expired',
    },
    {
      told: 'expired after the time-stamp',
      bytes: stampedShort,
      of: short,
      at: later,
      material: shortFine,
      indication: 'TOTAL-PASSED',
    },
    {
      told: 'expired after the time-stamp, all that is known is of long before it',
      bytes: stampedShort,
      of: short,
      at: later,
      material: {
        ...shortFine,
        ocsps: [
          await good(short, short.signer, {
            producedAt: TEST_NOW - 90 * DAY,
            nextUpdate: TEST_NOW - 83 * DAY,
          }),
          ...shortFine.ocsps.slice(1),
        ],
      },
      sub: 'TRY_LATER',
      reason: 'revocation_stale',
    },
    {
      told: 'expired, an answer of later that does not tell of expired certificates',
      bytes: stampedShort,
      of: short,
      at: later,
      material: {
        ...shortFine,
        ocsps: [await good(short, short.signer, { producedAt: later }), ...shortFine.ocsps.slice(1)],
      },
      sub: 'OUT_OF_BOUNDS_NO_POE',
      reason: 'expired',
    },
    {
      told: 'expired, an answer of later that still tells (archive cutoff)',
      bytes: stampedShort,
      of: short,
      at: later,
      material: {
        ...shortFine,
        ocsps: [
          await good(short, short.signer, { producedAt: later, archiveCutoff: TEST_NOW - YEAR }),
          ...shortFine.ocsps.slice(1),
        ],
      },
      indication: 'TOTAL-PASSED',
    },
    {
      told: 'proven only after it had expired',
      bytes: afterEnd,
      of: short,
      at: later,
      material: shortFine,
      sub: 'OUT_OF_BOUNDS_NOT_REVOKED',
      reason: 'expired',
    },
    {
      told: 'signed before its certificate began',
      bytes: await sign(soon),
      of: soon,
      material: await allGood(soon),
      indication: 'TOTAL-FAILED',
      sub: 'NOT_YET_VALID',
      reason: 'not_yet_valid',
    },
    {
      told: 'an authority that has expired',
      bytes: await sign(shortCa, { stamped: TEST_NOW }),
      of: shortCa,
      at: later,
      material: await allGood(shortCa),
      sub: 'OUT_OF_BOUNDS_NO_POE',
      reason: 'expired',
    },
    {
      told: 'made after a time-stamp that is later than its certificate’s end',
      bytes: await sign(short, { base: await withStamp(await sign(it), it, later) }),
      of: short,
      at: later,
      material: shortFine,
      indication: 'TOTAL-FAILED',
      sub: 'EXPIRED',
      reason: 'expired',
    },
    {
      told: 'made after a time-stamp that is later than its revocation',
      bytes: await sign(it, { base: await withStamp(await sign(it), it, TEST_NOW) }),
      material: await but(it, revoked(TEST_NOW - DAY)),
      indication: 'TOTAL-FAILED',
      sub: 'REVOKED',
      reason: 'revoked',
    },
    {
      told: 'a time-stamp that is older than the one which the signature covers',
      bytes: await sign(it, { base: await withStamp(await sign(it), it, TEST_NOW), stamped: TEST_NOW - DAY }),
      material: fine,
      sub: 'TIMESTAMP_ORDER_FAILURE',
      reason: 'time_stamp_order',
    },
    {
      told: 'a document time-stamp that is older than the signature’s own',
      bytes: await withStamp(await sign(it, { stamped: TEST_NOW }), it, TEST_NOW - DAY),
      material: fine,
      sub: 'TIMESTAMP_ORDER_FAILURE',
      reason: 'time_stamp_order',
    },
  ];
}

/** The same certificate under the identifier of another method: SHA-512/224 with RSA in the place of SHA-256. */
function oddlySigned(certificate: Uint8Array): Uint8Array {
  const hex = Buffer.from(certificate).toString('hex');
  return new Uint8Array(Buffer.from(hex.replaceAll('2a864886f70d01010b', '2a864886f70d01010f'), 'hex'));
}

export async function pathCases(): Promise<Case[]> {
  const now = await sign(it);
  const narrow = await world({
    signer: { serial: SERIAL, extensions: { ...SIGNER_EXTENSIONS, keyUsage: ['keyEncipherment'] } },
  });
  const noCa = await world({ ca: { serial: CA_SERIAL, extensions: { basicConstraints: { ca: false } } } });
  return [
    {
      told: 'no anchor',
      bytes: now,
      of: { anchors: [] },
      material: fine,
      sub: 'NO_CERTIFICATE_CHAIN_FOUND',
      reason: 'no_path',
    },
    {
      told: 'a key that is not for signatures',
      bytes: await sign(narrow),
      of: narrow,
      material: await allGood(narrow),
      sub: 'CHAIN_CONSTRAINTS_FAILURE',
      reason: 'signer_key_usage',
    },
    {
      told: 'a certificate that was signed by a method that nobody knows',
      bytes: await sign({ ...it, signer: { ...it.signer, certificate: oddlySigned(it.signer.certificate) } }),
      material: fine,
      sub: 'NO_CERTIFICATE_CHAIN_FOUND',
      reason: 'algorithm_unsupported',
    },
    ...(await purposeCases()),
    {
      told: 'an issuer that is no authority',
      bytes: await sign(noCa),
      of: noCa,
      material: await allGood(noCa),
      sub: 'CERTIFICATE_CHAIN_GENERAL_FAILURE',
      reason: 'not_ca',
    },
  ];
}

const PKIX = '1.3.6.1.5.5.7.3';

/** Key purposes of the signer (RFC 5280 §4.2.1.12): those of services are not for documents. */
async function purposeCases(): Promise<Case[]> {
  const [server, client, code, mail] = [1, 2, 3, 4].map((arc) => `${PKIX}.${arc}`) as [
    string,
    string,
    string,
    string,
  ];
  const [stamping, answering, documents] = [`${PKIX}.8`, `${PKIX}.9`, `${PKIX}.36`];
  const own = '1.3.6.1.4.1.99999.7';
  const refused: [told: string, purposes: string[], critical: boolean][] = [
    ['time-stamps', [stamping], true],
    ['time-stamps, not critical', [stamping], false],
    ['answers on revocation', [answering], false],
    ['servers and programs', [server, code], false],
    ['networks', [`${PKIX}.17`], false],
    ['trusted lists', ['0.4.0.2231.3.0'], false],
    ['programs, by Microsoft’s names', ['1.3.6.1.4.1.311.2.1.21', '1.3.6.1.4.1.311.2.1.22'], false],
    ['something of its authority’s own, critical', [own], true],
    ['time-stamps and something of its authority’s own, critical', [stamping, own], true],
  ];
  const taken: typeof refused = [
    ['documents', [documents], true],
    ['mail', [mail], true],
    ['logging in, as cards have it', [client, '1.3.6.1.4.1.311.20.2.2'], true],
    ['documents, by Microsoft’s name', ['1.3.6.1.4.1.311.10.3.12'], true],
    ['documents, by Adobe’s name', ['1.2.840.113583.1.1.5'], true],
    ['anything', ['2.5.29.37.0'], true],
    ['servers and mail', [server, mail], true],
    ['something of its authority’s own', [own], false],
  ];
  const caseOf = async (
    [told, purposes, critical]: (typeof refused)[number],
    outcome: Partial<Case>,
  ): Promise<Case> => {
    const extensions = { ...SIGNER_EXTENSIONS, extendedKeyUsage: { purposes, critical } };
    const of = await world({ signer: { serial: SERIAL, extensions } });
    return {
      told: `a certificate for ${told}`,
      bytes: await sign(of),
      of,
      material: await allGood(of),
      ...outcome,
    };
  };
  const refusal = { sub: 'CHAIN_CONSTRAINTS_FAILURE', reason: 'extended_key_usage' } as const;
  return Promise.all([
    ...refused.map((one) => caseOf(one, refusal)),
    ...taken.map((one) => caseOf(one, { indication: 'TOTAL-PASSED' })),
  ]);
}
