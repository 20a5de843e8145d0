import type { Reservation } from './lockout.ts';

export interface ThrottleLimits {
  /** Evaluated failures of one address within the window. */
  readonly failures: number;
  readonly windowMs: number;
  readonly leaseMs: number;
}

export const throttleLimits: ThrottleLimits = { failures: 100, windowMs: 5 * 60_000, leaseMs: 60_000 };

/**
 * Who counts as one address: an IPv4 address, also when written as IPv6, or a whole IPv6 /64, which is what one
 * subscriber has at the least; some proxies write a port behind it. Anything else counts as it is written.
 */
export function addressGroup(address: string): string {
  const bare = withoutPort(address);
  const [plain = ''] = bare.toLowerCase().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/u.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!/^[\da-f:]{2,39}$/u.test(plain) || !plain.includes(':')) return bare;
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` without what differs with every connection. */
const withoutPort = (address: string): string =>
  /^(\d+\.\d+\.\d+\.\d+):\d+$/u.exec(address)?.[1] ??
  /^\[([^\]]*)\](?::\d+)?$/u.exec(address)?.[1] ??
  address;

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

/** Whether nothing more is evaluated of an address whose state was settled this moment. */
export const isFull = ({ failures }: AddressState, limits = throttleLimits): boolean =>
  failures.length >= limits.failures;

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
