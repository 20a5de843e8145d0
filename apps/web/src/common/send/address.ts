import { limits } from '@websign/contract';

/** What is wrong with what was typed as one e-mail address; null when the server may judge it. */
export function addressProblem(typed: string): 'missing' | 'invalid' | null {
  const address = typed.trim();
  if (address === '') return 'missing';
  const [local, domain, ...more] = address.split('@');
  if (!local || !domain || more.length > 0 || address.length > limits.addressLength) return 'invalid';
  // One address and nothing besides: no display name, no list, nothing that could begin a header.
  if (/[\s,;:<>()[\]\\"\p{C}]/u.test(address)) return 'invalid';
  // Letters of other scripts are for the domain, which has a form in ASCII too; the local part has none.
  if (/[^\x21-\x7e]/.test(local)) return 'invalid';
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => label !== '') ? null : 'invalid';
}
