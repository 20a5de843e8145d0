import { type Context, type Row, type Verdict, verdicts } from './row.ts';
import { type Policy, standardPolicy } from './table.ts';

/** What is wrong with an operator's policy; the message is a sentence. */
export class PolicyError extends Error {
  override name = 'PolicyError';
}

const contexts: readonly Context[] = ['now', 'earlier', 'signed'];
const isVerdict = (value: unknown): value is Verdict => verdicts.includes(value as Verdict);
const isContext = (value: string): value is Context => contexts.includes(value as Context);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The standard policy with an operator's changes: JSON, an object of kinds, each with a verdict for every context,
 * or with an object of contexts. Rows that are fixed are never made milder: what code will do cannot be read from
 * the pages, so nobody could confirm it. Throws PolicyError.
 */
export function operatorsPolicy(json: string): Policy {
  let changes: unknown;
  try {
    changes = JSON.parse(json);
  } catch (cause) {
    throw new PolicyError('is not JSON', { cause });
  }
  if (!isObject(changes)) throw new PolicyError('is not an object of kinds of findings');
  const policy: Record<string, Row> = { ...standardPolicy };
  for (const [kind, change] of Object.entries(changes)) {
    const row = Object.hasOwn(policy, kind) ? policy[kind] : undefined;
    if (row === undefined) throw new PolicyError(`names ${quoted(kind)}, which is no kind of finding`);
    policy[kind] = changed(kind, row, change);
  }
  return policy as Policy;
}

function changed(kind: string, row: Row, change: unknown): Row {
  const wanted = read(kind, change);
  const milder = Object.values(wanted).some((verdict) => verdict !== 'refuse');
  if (row.fixed && milder) throw new PolicyError(`loosens ${quoted(kind)}, which always refuses`);
  return { ...row, ...wanted };
}

/** A verdict alone speaks for every context. */
function read(kind: string, change: unknown): Partial<Record<Context, Verdict>> {
  if (isVerdict(change)) return { now: change, earlier: change, signed: change };
  if (!isObject(change)) throw new PolicyError(wrong(kind, change));
  const wanted: Partial<Record<Context, Verdict>> = {};
  for (const [context, verdict] of Object.entries(change)) {
    if (!isContext(context)) {
      throw new PolicyError(
        `names ${quoted(context)} under ${quoted(kind)}, which is none of ${contexts.join(', ')}`,
      );
    }
    if (!isVerdict(verdict)) throw new PolicyError(wrong(kind, verdict));
    wanted[context] = verdict;
  }
  return wanted;
}

const wrong = (kind: string, value: unknown): string =>
  `gives ${quoted(kind)} ${JSON.stringify(value)}, which is none of ${verdicts.join(', ')}`;

const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
