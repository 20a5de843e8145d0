import { sign } from 'node:crypto';
import { issueTimeStamp } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import type { TimeStampClient } from '@websign/providers';
import { serialNumber } from '../serial-number.ts';
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

/** The same port as the HTTP client's, without leaving the process. */
export function localTimeStampClient(answer: TimeStampAnswerer): TimeStampClient {
  async function ask<T>(request: Uint8Array, accept: (response: Uint8Array) => T | Promise<T>): Promise<T> {
    return accept(await answer(request));
  }
  return { ask: (request: Uint8Array, accept = (response: Uint8Array) => response) => ask(request, accept) };
}
