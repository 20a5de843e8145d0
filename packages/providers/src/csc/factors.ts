import { ProviderError } from '../errors.ts';
import { satisfied } from './expression.ts';
import type { CscCredential, CscFactor } from './face.ts';

export interface Given {
  password: string;
  otp: string;
}

/** An authentication object as `credentials/authorize` takes it; without a value the service asks elsewhere. */
export interface AuthDatum {
  id: string;
  value?: string;
}

/** Most objects that choices are looked for among. */
const MAX_FACTORS = 8;

/**
 * What the person gave as the credential wants it: all that it lists, or the fewest that its expression takes, those
 * the person filled in before those the service asks elsewhere. Throws ProviderError `wrong_password`, `wrong_otp` for
 * what is left empty and needed, `provider_error` for what cannot be satisfied, and where the person is asked for nothing:
 * whoever has a session could sign.
 */
export function authData({ factors, expression }: CscCredential, given: Given): AuthDatum[] {
  const wanted = factors.filter(({ optional, kind }) => optional !== true || answerTo(kind, given) !== '');
  const chosen = expression === '' ? wanted : choice(wanted, expression, given);
  if (chosen.length === 0)
    throw new ProviderError('provider_error', 'the credential asks the person for nothing');
  return chosen.map(({ id, kind }) => (kind === 'elsewhere' ? { id } : { id, value: filled(kind, given) }));
}

const answerTo = (kind: CscFactor['kind'], { password, otp }: Given) =>
  kind === 'password' ? password : otp;

/** Longer ones are nobody's. */
const MAX_LETTERS = 1024;

function filled(kind: CscFactor['kind'], given: Given): string {
  const value = answerTo(kind, given);
  if (value !== '' && value.length <= MAX_LETTERS) return value;
  throw new ProviderError(kind === 'password' ? 'wrong_password' : 'wrong_otp', 'left empty, or too long');
}

function choice(factors: readonly CscFactor[], expression: string, given: Given): readonly CscFactor[] {
  const cost = ({ kind }: CscFactor) => (kind === 'elsewhere' ? 10 : answerTo(kind, given) === '' ? 100 : 1);
  const costs = (chosen: readonly CscFactor[]) => chosen.reduce((sum, factor) => sum + cost(factor), 0);
  const [best] = subsets(factors.slice(0, MAX_FACTORS))
    .filter((chosen) => satisfied(expression, new Set(chosen.map(({ id }) => id))) === true)
    .sort((a, b) => costs(a) - costs(b));
  if (best === undefined)
    throw new ProviderError('provider_error', 'the credential wants authentication that cannot be given');
  return best;
}

function subsets(factors: readonly CscFactor[]): CscFactor[][] {
  const all = 2 ** factors.length;
  return Array.from({ length: all }, (_, set) => factors.filter((_, at) => (set >> at) & 1));
}
