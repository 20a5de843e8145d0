import type { FindingKind } from '@websign/pdf';
import type { Row } from './rows.ts';

/** Longer than this, or more than this, misses a mark. */
export const SLOW_MS = 5000;
export const LARGE = 512 * 2 ** 20;

export interface Mark {
  says: string;
  classes: RegExp;
  /** Whether the rows of those classes, at least one, make the mark. */
  made(rows: readonly Row[]): boolean;
}

const share = (rows: readonly Row[], of: (row: Row) => boolean): number =>
  rows.length === 0 ? 0 : rows.filter(of).length / rows.length;
const due = (rows: readonly Row[]): Row[] => rows.filter(({ expectation }) => expectation === 'caught');
const missed = ({ outcome }: Row): boolean => outcome.kind === 'accept';
const refused = ({ outcome }: Row): boolean => outcome.kind === 'refuse';
const lost = ({ outcome }: Row): boolean => outcome.kind === 'crashed' || outcome.kind === 'hung';

/** What the check is held to. */
export const marks: readonly Mark[] = [
  {
    says: 'active content: at least 98 % caught',
    classes: /^active-/,
    made: (rows) => share(due(rows), missed) <= 0.02,
  },
  {
    says: 'hide-and-replace: all caught',
    classes: /^sig-shadow-/,
    made: (rows) => !due(rows).some(missed),
  },
  { says: 'hidden content: all caught', classes: /^hidden-/, made: (rows) => !due(rows).some(missed) },
  {
    says: 'parser differentials: all caught',
    classes: /^parser-differential$/,
    made: (rows) => !due(rows).some(missed),
  },
  { says: 'benign: none refused', classes: /^benign/, made: (rows) => !rows.some(refused) },
  {
    says: 'everyday files: at most 3 % refused, code aside',
    classes: /^sane$/,
    made: (rows) =>
      share(rows, (row) => refused(row) && !(row.outcome.kind === 'refuse' && row.outcome.code)) <= 0.03,
  },
  {
    says: 'deceptions: at least 90 % caught in each family',
    classes: /^[a-z]$/,
    made: (rows) =>
      [...Map.groupBy(rows, (row) => row.class).values()].every(
        (family) => share(due(family), missed) <= 0.1,
      ),
  },
  {
    says: 'everyday files that nothing is wrong with: none refused, at most 1 % warned of',
    classes: /^/,
    made: (rows) => {
      const accepted = rows.filter(({ expectation }) => expectation === 'accepted');
      return !accepted.some(refused) && share(accepted, ({ outcome }) => outcome.kind !== 'accept') <= 0.01;
    },
  },
  { says: 'no crash', classes: /^/, made: (rows) => !rows.some(lost) },
  { says: 'none past 5 s', classes: /^/, made: (rows) => rows.every(({ outcome }) => outcome.ms <= SLOW_MS) },
  {
    says: 'none past 512 MiB',
    classes: /^/,
    made: (rows) => rows.every(({ outcome }) => outcome.rss <= LARGE),
  },
];

/** Kinds whose refusal is everyone's due, however ordinary the file: JavaScript and the like. */
const codeKinds: readonly FindingKind[] = [
  'javascript',
  'xfa',
  'launch',
  'submit_form',
  'import_data',
  'uri_script',
  'rich_media',
  'active_attachment',
];
export const isCode = (kind: string): boolean => (codeKinds as readonly string[]).includes(kind);
