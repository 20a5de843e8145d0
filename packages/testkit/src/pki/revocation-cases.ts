import { crlCases } from './crl-cases.ts';
import { crlScopeCases } from './crl-scope-cases.ts';
import { ocspCases } from './ocsp-cases.ts';
import type { RevocationCase, RevocationWorld } from './revocation-world.ts';

/** Every case of revocation data; about half a second. */
export async function revocationCases(world: RevocationWorld): Promise<RevocationCase[]> {
  return [...(await ocspCases(world)), ...(await crlCases(world)), ...(await crlScopeCases(world))];
}
