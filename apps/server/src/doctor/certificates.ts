import { parseCertificate } from '@websign/pki';
import { ConfigError } from '../config.ts';
import { readCertificates } from '../files.ts';
import { configuredSeal } from '../secrets.ts';
import { type Check, dayMs, moment, ok, type Place, problem, type Said, warning } from './face.ts';

const soonMs = 30 * dayMs;

/** When the seal, the time-stamp authorities' roots and signers' certificates end. */
export const certificates: Check = {
  name: 'certificates',
  async look(place) {
    const signers = place.storage().then((storage) => ofSigners(place, storage.roster));
    // Another check tells why there is no storage; what files hold is looked at all the same.
    return [...seal(place), ...stampers(place), ...(await signers.catch(() => []))];
  },
};

function seal({ config, now }: Place): Said[] {
  try {
    const identity = configuredSeal(config);
    if (identity === undefined) return [];
    const { validity } = identity.certificate;
    return [
      ending(
        'the seal',
        validity.notAfter,
        now(),
        'Put a renewed PKCS#12 file into SEAL_P12_FILE and start the service again.',
      ),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      problem(
        error.message,
        'Give the file that belongs to the password, a PKCS#12 file with key and certificates.',
      ),
    ];
  }
}

function stampers({ config, now }: Place): Said[] {
  if (config.TSA_CERTIFICATES_FILE === '') return [];
  try {
    const ends = readCertificates('TSA_CERTIFICATES_FILE', config.TSA_CERTIFICATES_FILE).map(
      (der) => parseCertificate(der).validity.notAfter,
    );
    const act =
      'Ask the authority for its new certificate and add it to TSA_CERTIFICATES_FILE; leave the old one there.';
    return [ending('the first certificate in TSA_CERTIFICATES_FILE', Math.min(...ends), now(), act)];
  } catch (error) {
    return [
      problem(
        error instanceof Error ? error.message : String(error),
        'TSA_CERTIFICATES_FILE must be PEM certificates.',
      ),
    ];
  }
}

async function ofSigners(
  { now }: Place,
  roster: {
    ending(
      range: { from: number; to: number },
      page: { limit: number; offset: number },
    ): Promise<{ total: number }>;
  },
): Promise<Said[]> {
  const { total } = await roster.ending({ from: now(), to: now() + soonMs }, { limit: 1, offset: 0 });
  if (total === 0) return [ok('no signer’s certificate ends within 30 days')];
  return [
    warning(
      `the certificates of ${total} signers end within 30 days`,
      './websign certificates expiring lists them; renew them with the authority.',
    ),
  ];
}

function ending(what: string, at: number, now: number, act: string): Said {
  if (at <= now) return problem(`${what} ended on ${moment(at)}`, act);
  return at - now < soonMs
    ? warning(`${what} ends on ${moment(at)}`, act)
    : ok(`${what} is valid until ${moment(at)}`);
}
