import type { CertificateFacts, SignatureReport } from '../report/face.ts';

/** OCSP responses tell no parts of seconds: one of the same second is not earlier. */
const whole = (time: number): number => Math.floor(time / 1000) * 1000;

const hasEarlier = (chain: readonly CertificateFacts[], time: number): boolean =>
  chain.some(({ revocation }) => revocation !== undefined && revocation.thisUpdate < whole(time));

/**
 * Whether some revocation data were issued before the moment that they are to prove: the best time of a signature,
 * the genTime of a time-stamp.
 */
export const isEarly = (reports: readonly SignatureReport[]): boolean => reports.some(isEarlyFor);

function isEarlyFor({ chain, bestTime, timeProven, timeStamps }: SignatureReport): boolean {
  if (timeProven && hasEarlier(chain, bestTime)) return true;
  return timeStamps.some(({ chain: path, genTime }) => genTime !== undefined && hasEarlier(path, genTime));
}

/** The newest genTime in the document. */
export const lastTimeStamp = (reports: readonly SignatureReport[]): number =>
  Math.max(0, ...reports.flatMap(({ timeStamps }) => timeStamps.flatMap(({ genTime }) => genTime ?? [])));
