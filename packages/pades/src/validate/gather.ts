import type { Material, Missing } from '@websign/pki';

/** A verdict that knows what it lacks: a Validation, a Standing. */
interface Open {
  missing: readonly Missing[];
}

export interface Gathering<Verdict extends Open> {
  validate: (material: Material) => Promise<Verdict>;
  /** Gives what it could get; never rejects for a source that is away. */
  fetch: (missing: readonly Missing[]) => Promise<Material>;
  /** Fetches at most: each round may show that more is missing (an issuer, then its status). */
  rounds: number;
}

const NOTHING: Material = { certificates: [], ocsps: [], crls: [] };

/**
 * Validates, fetches what is missing and validates again, until nothing is missing that was not asked for yet. CRLs of
 * certificates that name a responder are fetched where it did not do. `material` is everything that was fetched.
 */
export async function gather<Verdict extends Open>({
  validate,
  fetch,
  rounds,
}: Gathering<Verdict>): Promise<{ validation: Verdict; material: Material }> {
  let material = NOTHING;
  let validation = await validate(material);
  const asked = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const open = validation.missing.filter((missing) => !asked.has(identity(missing)));
    const quick = open.filter((missing) => missing.kind !== 'crl' || missing.isFallback !== true);
    const wanted = quick.length > 0 ? quick : open;
    if (wanted.length === 0) break;
    for (const missing of wanted) asked.add(identity(missing));
    const got = await fetch(wanted);
    if (got.certificates.length + got.ocsps.length + got.crls.length === 0) continue;
    material = joined(material, got);
    validation = await validate(material);
  }
  return { validation, material };
}

function identity(missing: Missing): string {
  return missing.kind === 'ocsp'
    ? `ocsp ${missing.url} ${missing.request.join()}`
    : `${missing.kind} ${missing.url}`;
}

const joined = (a: Material, b: Material): Material => ({
  certificates: [...a.certificates, ...b.certificates],
  ocsps: [...a.ocsps, ...b.ocsps],
  crls: [...a.crls, ...b.crls],
});
