import { type ErrorCode, limits } from '@websign/contract';
import type { Validated } from '../validation/validate.ts';
import { verificationAnswer } from './answer.ts';
import type { VerifiedFile } from './face.ts';

/** Octets of certificates and revocation data that the verdicts of one request may rest on. */
const MOST_OCTETS = 32 * 1024 * 1024;

/** Takes what is said of the files of one request, within bounds: small files may hold a great deal to tell of. */
export function weighed(): (file: VerifiedFile) => VerifiedFile {
  let characters = 0;
  let octets = 0;
  return (file) => {
    const { outcome } = file;
    if ('code' in outcome) return file;
    const light = withoutStore(outcome);
    characters += JSON.stringify(verificationAnswer({ at: 0, files: [file] }, 'UTC')).length;
    octets += octetsOf(light);
    if (characters <= limits.factsPerGroup && octets <= MOST_OCTETS) return { ...file, outcome: light };
    const code: ErrorCode = 'pdf_resource_limit';
    return { ...file, outcome: { code } };
  };
}

/** Once all is judged, revocation data count as far as a verdict rests on them. */
function withoutStore({ evidence, ...rest }: Validated): Validated {
  const { certificates } = evidence.store;
  return { ...rest, evidence: { ...evidence, store: { certificates, ocsps: [], crls: [] } } };
}

function octetsOf({ evidence, validation: { used } }: Validated): number {
  const ders = [...evidence.store.certificates.map(({ der }) => der), ...Object.values(used).flat()];
  return ders.reduce((sum, { length }) => sum + length, 0);
}
