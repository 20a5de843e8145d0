import type { Reservation } from './lockout.ts';

export interface ThrottleLimits {
  /** Evaluated failures of one address within the window. */
  readonly failures: number;
  readonly windowMs: number;
  readonly leaseMs: number;
}

export const throttleLimits: ThrottleLimits = { failures: 100, windowMs: 5 * 60_000, leaseMs: 60_000 };

/** What one address has failed and has under evaluation (SES-5). Times are epoch milliseconds, ascending. */
export interface AddressState {
  readonly failures: readonly number[];
  readonly pending: readonly Reservation[];
}

export const quietAddress: AddressState = { failures: [], pending: [] };

export type AddressAdmission =
  | { readonly kind: 'evaluate'; readonly state: AddressState }
  | { readonly kind: 'throttled'; readonly until: number }
  | { readonly kind: 'busy' };

function aged(state: AddressState, now: number, limits: ThrottleLimits): AddressState {
  const silent = state.pending.filter(({ at }) => at + limits.leaseMs <= now).map(({ at }) => at);
  return {
    failures: [...state.failures, ...silent]
      .filter((at) => at + limits.windowMs > now)
      .slice(-limits.failures),
    pending: state.pending.filter(({ at }) => at + limits.leaseMs > now),
  };
}

/** Decides whether a try from this address may be evaluated, and reserves its place. */
export function admitAddress(
  stored: AddressState,
  reservation: Reservation,
  limits = throttleLimits,
): AddressAdmission {
  const state = aged(stored, reservation.at, limits);
  const oldest = state.failures[state.failures.length - limits.failures];
  if (oldest !== undefined) return { kind: 'throttled', until: oldest + limits.windowMs };
  if (state.failures.length + state.pending.length >= limits.failures) return { kind: 'busy' };
  return { kind: 'evaluate', state: { ...state, pending: [...state.pending, reservation] } };
}

/** The state after an evaluation. */
export function settleAddress(
  stored: AddressState,
  { id, now }: { readonly id: string; readonly now: number },
  failed: boolean,
  limits = throttleLimits,
): AddressState {
  const state = aged(stored, now, limits);
  const failures = failed ? [...state.failures, now].slice(-limits.failures) : state.failures;
  return { failures, pending: state.pending.filter((reservation) => reservation.id !== id) };
}
