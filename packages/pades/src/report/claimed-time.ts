import { type Certificate, type SignerInfo, signingTime } from '@websign/pki';
import { attempt } from '../evidence/inside.ts';

const PATTERN =
  /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z|[+-])(?:(\d{2})'?(?:(\d{2})'?)?)?)?$/;

/** Milliseconds since 1970 of a PDF's date (ISO 32000-2 §7.9.4); without a zone it is UTC. Undefined for no date. */
export function dateTime(date: string | undefined): number | undefined {
  const match = PATTERN.exec(date?.trim() ?? '');
  if (match === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match;
  const [sign, hours = '00', minutes = '00'] = match.slice(7);
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : sign === '+' ? 1 : 0);
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(local) ? undefined : local - offset * 60_000;
}

/** When the signer says it was: /M (as written), then signing-time (RFC 5652 §11.3), those of them that are there. */
export function claimedTimes(date: string | undefined, signer: SignerInfo | undefined): number[] {
  const attributed = signer === undefined ? undefined : attempt(() => signingTime(signer));
  return [dateTime(date), attributed].filter((time) => time !== undefined);
}

/**
 * Whether a signature cannot have been made at a claimed time: the certificate was not valid yet, or the signature is
 * proven to have been there before. By more than a day, for clocks run wrong, local times are written without their
 * zone, and remote services issue the certificate after the document was prepared.
 *
 * @param best the earliest moment at which the signature is known to have been there, milliseconds since 1970
 */
export const isImpossible = (
  claimed: number,
  { notBefore }: Certificate['validity'],
  best: number,
): boolean => claimed < notBefore - DAY || claimed > best + DAY;

const DAY = 24 * 3600 * 1000;
