import {
  checkTimeStampResponse,
  createTimeStampRequest,
  type DigestAlgorithm,
  type PkiPorts,
  parseCertificate,
  type TimeStamp,
} from '@websign/pki';
import { PadesError } from '../error.ts';

/** A time-stamp authority as the engine sees it: network, randomness and time are given. */
export interface TimeStampSource {
  /** Posts a TimeStampReq and gives the TimeStampResp, both DER. */
  ask(request: Uint8Array): Promise<Uint8Array>;
  /** Fresh random octets. */
  random(length: number): Uint8Array;
  /** Milliseconds since 1970. */
  now(): number;
  digestAlgorithm: DigestAlgorithm;
  /** DER certificates to which the authority's must lead; without them the token is checked in itself only. */
  anchors?: readonly Uint8Array[];
  /** Policy OID to ask for. */
  policy?: string;
}

/** A checked time-stamp over `bytes`. Throws PadesError `time_stamp_failed` with the reason as its cause. */
export async function timeStamp(
  bytes: Uint8Array,
  source: TimeStampSource,
  ports: PkiPorts,
): Promise<TimeStamp> {
  const request = createTimeStampRequest({
    digest: ports.digest(source.digestAlgorithm, bytes),
    algorithm: source.digestAlgorithm,
    nonce: source.random(16),
    certReq: true,
    ...(source.policy === undefined ? {} : { policy: source.policy }),
  });
  try {
    const response = await source.ask(request.der);
    const anchors = source.anchors?.map(parseCertificate);
    const trust = { at: source.now(), ...(anchors === undefined ? {} : { anchors }) };
    return await checkTimeStampResponse(response, request, trust, ports);
  } catch (cause) {
    throw new PadesError('time_stamp_failed', 'the time-stamp authority gave no valid time-stamp', { cause });
  }
}
