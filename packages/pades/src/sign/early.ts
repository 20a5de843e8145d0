import type { Material } from '@websign/pki';
import type { CertificateFacts, SignatureReport, Validation } from '../report/face.ts';

/** OCSP responses tell no parts of seconds: one of the same second is not earlier. */
const whole = (time: number): number => Math.floor(time / 1000) * 1000;

/** That of an authority's certificate may be months old in good order; what counts is the first certificate's. */
const hasEarlier = ([first]: readonly CertificateFacts[], time: number): boolean =>
  first?.revocation !== undefined && first.revocation.thisUpdate < whole(time);

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
const lastTimeStamp = (reports: readonly SignatureReport[]): number =>
  Math.max(0, ...reports.flatMap(({ timeStamps }) => timeStamps.flatMap(({ genTime }) => genTime ?? [])));

/**
 * A validation for `gather` that also asks for newer revocation data where some are early: those for data that are to
 * be embedded.
 */
export function renewing(
  validate: (material: Material, newerThan: number | undefined) => Promise<Validation>,
): (material: Material) => Promise<Validation> {
  let newerThan: number | undefined;
  return async (material) => {
    const validation = await validate(material, newerThan);
    if (newerThan !== undefined || !isEarly(validation.signatures)) return validation;
    newerThan = whole(lastTimeStamp(validation.signatures));
    return validate(material, newerThan);
  };
}
