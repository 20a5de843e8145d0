import { gather, type Standing, type StandingInput } from '@websign/pades';
import { nameHash, parseCertificate } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { boundedFetch, ROUNDS, withAnchors } from './asking.ts';
import type { Validating } from './validate.ts';

/**
 * How the certificates of a signer and of time-stamp authorities stand now, by what the authorities answer. A source
 * that is away makes `unknown`, never a failure. Throws SandboxError.
 */
export async function standingNow(context: Validating, input: StandingInput): Promise<Standing> {
  const { engine, trust, material, clock } = context;
  const asked = boundedFetch(material, undefined);
  const judge = withAnchors(trust, namesIn(input.chain), clock(), (found, grounds) =>
    engine.standing({ ...input, material: found, grounds }),
  );
  return (await gather({ validate: judge, fetch: asked.fetch, rounds: ROUNDS })).validation;
}

/** Of the signer's own certificates, which the operator put there. */
const namesIn = (chain: readonly Uint8Array[]): string[] =>
  chain
    .map((der) => parseCertificate(der))
    .flatMap(({ subject, issuer }) => [subject, issuer].map((name) => nameHash(name, nodePorts())));
