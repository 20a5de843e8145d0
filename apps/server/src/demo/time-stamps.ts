import { randomBytes, sign } from 'node:crypto';
import { issueTimeStamp } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import type { TimeStampClient } from '@websign/providers';
import type { Authorities } from './authorities.ts';
import { AUTHORITY_ALGORITHM } from './certificates.ts';

/** Under the arc for examples (ITU-T X.660, joint-iso-itu-t(2) example(999)). */
const POLICY = '2.999.3161.1';

/** TimeStampReq in, TimeStampResp out (RFC 3161), both DER; a bad request is answered with a rejection. */
export type TimeStampAnswerer = (request: Uint8Array) => Promise<Uint8Array>;

/** The demonstration's time-stamp authority. */
export function demoTimeStampAuthority(
  { timeStamping, issuing }: Authorities,
  clock: () => number,
): TimeStampAnswerer {
  const ports = nodePorts();
  return (request) =>
    issueTimeStamp(
      request,
      {
        chain: [timeStamping.certificate, issuing.certificate],
        algorithm: AUTHORITY_ALGORITHM,
        sign: (message) => sign('sha384', message, { key: timeStamping.key, dsaEncoding: 'der' }),
        time: clock(),
        serial: serialNumber(),
        policy: POLICY,
        accuracySeconds: 1,
      },
      ports,
    );
}

/** Unique by chance: 127 random bits, and it keeps no count that a crash could lose. */
function serialNumber(): Uint8Array {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

/** The same port as the HTTP client's, without leaving the process. */
export function localTimeStampClient(answer: TimeStampAnswerer): TimeStampClient {
  async function ask<T>(request: Uint8Array, accept: (response: Uint8Array) => T | Promise<T>): Promise<T> {
    return accept(await answer(request));
  }
  return { ask: (request: Uint8Array, accept = (response: Uint8Array) => response) => ask(request, accept) };
}
