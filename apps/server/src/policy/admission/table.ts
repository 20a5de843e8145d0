import type { FindingKind } from '@websign/pdf';
import { actions } from './actions.ts';
import { content } from './content.ts';
import { type Row, type Verdict, warn } from './row.ts';
import { structure } from './structure.ts';

/** What each kind of finding means for signing. */
export type Policy = Readonly<Record<FindingKind, Row>>;

/** The policy as it is delivered; the compiler holds it complete. */
export const standardPolicy: Policy = { ...actions, ...content, ...structure };

const unknown = warn('A kind that the table does not know: nothing passes for being new.');

export const rowOf = (policy: Policy, kind: string): Row =>
  Object.hasOwn(policy, kind) ? policy[kind as FindingKind] : unknown;

/** The table of docs/SECURITY-CHECK.md. */
export function policyTable(): string {
  const said = (verdict: Verdict | undefined, now: Verdict): string =>
    verdict === undefined || verdict === now ? '' : verdict;
  const rows = Object.entries<Row>(standardPolicy).map(
    ([kind, { now, earlier, signed, fixed, tells, reason }]) => {
      const verdict = fixed ? `${now}, fixed` : now;
      const flag = tells === undefined ? '' : `\`${tells}\``;
      return `| \`${kind}\` | ${verdict} | ${said(earlier, now)} | ${said(signed, now)} | ${flag} | ${reason} |`;
    },
  );
  return [
    '| Kind | Now | Earlier state only | Signed by others | Told as | Why |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
