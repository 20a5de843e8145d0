import {
  checkTimeStampResponse,
  createTimeStampRequest,
  issueTimeStamp,
  type PkiPorts,
  parseCertificate,
  readTimeStampRequest,
  rejectTimeStamp,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import type { TestIdentity } from './identity.ts';
import { TEST_NOW, type TestPki } from './test-pki.ts';

export const TEST_TSA_POLICY = '1.3.6.1.4.1.99999.3161.1';

/** What a test authority may do wrong. */
export type TsaFault =
  | 'nonce'
  | 'imprint'
  /** Its certificate's extendedKeyUsage is not critical. */
  | 'key_usage'
  | 'rejected'
  | 'garbage'
  /** The last octet of the signature value is another one. */
  | 'signature'
  /** genTime is a day early. */
  | 'time';

/** An authority in memory: DER of a request in, DER of a response out. */
export function testTsa(
  pki: TestPki,
  options: { fault?: TsaFault; time?: number; identity?: TestIdentity } = {},
): (request: Uint8Array) => Promise<Uint8Array> {
  const { fault } = options;
  const ports: Pick<PkiPorts, 'digest'> = nodePorts();
  const identity = options.identity ?? (fault === 'key_usage' ? uncriticalTsa(pki) : pki.tsa);
  const time = (options.time ?? TEST_NOW) - (fault === 'time' ? 24 * 3600 * 1000 : 0);
  let serial = 0;
  return async (request) => {
    if (fault === 'rejected') return rejectTimeStamp('systemFailure', 'out of order');
    if (fault === 'garbage') return Buffer.from('<html>503</html>');
    serial += 1;
    const authority = {
      chain: identity.chain,
      algorithm: 'ecdsa-p256-sha256' as const,
      sign: (message: Uint8Array) => identity.sign('ecdsa-p256-sha256', message),
      time,
      serial: Uint8Array.of(serial >> 8, serial & 0xff),
      policy: TEST_TSA_POLICY,
      accuracySeconds: 1,
    };
    const response = await issueTimeStamp(altered(request, fault), authority, ports);
    if (fault === 'signature') response[response.length - 1] = (response.at(-1) ?? 0) ^ 1;
    return response;
  };
}

function uncriticalTsa(pki: TestPki): TestIdentity {
  return pki.issue('tsa', {
    serial: 21,
    extensions: { extendedKeyUsage: { purposes: ['1.3.6.1.5.5.7.3.8'], critical: false } },
  });
}

/** The request as an authority would see it that mixes up nonces or imprints. */
function altered(request: Uint8Array, fault: TsaFault | undefined): Uint8Array {
  if (fault !== 'nonce' && fault !== 'imprint') return request;
  const { imprint, nonce } = readTimeStampRequest(request);
  const digest = Uint8Array.from(imprint.digest, (octet) => (fault === 'imprint' ? octet ^ 1 : octet));
  return createTimeStampRequest({
    digest,
    algorithm: (['SHA-384', 'SHA-512'] as const).find((one) => one === imprint.algorithm) ?? 'SHA-256',
    nonce: fault === 'nonce' || nonce === undefined ? new Uint8Array(8).fill(7) : nonce.subarray(2),
    certReq: true,
  }).der;
}

/** A time-stamp over a signature value by {@link testTsa}, its answer checked in full. */
export function testStamp(
  pki: TestPki,
  options: Parameters<typeof testTsa>[1] = {},
): (signature: Uint8Array) => Promise<Uint8Array> {
  const ports = nodePorts();
  const ask = testTsa(pki, options);
  const anchors = [parseCertificate(pki.root.certificate)];
  return async (signature) => {
    const request = createTimeStampRequest({
      digest: ports.digest('SHA-256', signature),
      algorithm: 'SHA-256',
      nonce: new Uint8Array(16).fill(0xa5),
      certReq: true,
    });
    const trust = { at: options.time ?? TEST_NOW, anchors };
    return (await checkTimeStampResponse(await ask(request.der), request, trust, ports)).token;
  };
}
