import type { Finding } from '@websign/contract';
import type { WordedKind } from '@websign/contract/words/el/titles';

export type Verdict = Finding['verdict'];

/** All findings of one kind and verdict: a hundred pieces of hidden text are one thing to read about. */
export interface FindingGroup {
  /** Differs from group to group of a document. */
  key: string;
  kind: string;
  verdict: Verdict;
  findings: Finding[];
  /** In ascending order, each once. */
  pages: number[];
}

const urgency: Record<Verdict, number> = { refuse: 0, warn: 1, info: 2 };
/** That there is more comes after what there is. */
const last = 'truncated';

/** The findings of a document by kind, worst first; within a verdict as the check told them. */
export function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { kind, verdict } = finding;
    const key = `${verdict} ${kind}`;
    const group = groups.get(key) ?? { key, kind, verdict, findings: [], pages: [] };
    group.findings.push(finding);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map((group) => ({ ...group, findings: inOrder(group.findings), pages: pagesOf(group.findings) }))
    .sort(
      (a, b) => urgency[a.verdict] - urgency[b.verdict] || Number(a.kind === last) - Number(b.kind === last),
    );
}

function pagesOf(findings: readonly Finding[]): number[] {
  const pages = new Set(findings.flatMap(({ page }) => (page === undefined ? [] : [page])));
  return [...pages].sort((a, b) => a - b);
}

/** As one reads them: by page, what belongs to no page last. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const at = ({ page }: Finding) => page ?? Number.POSITIVE_INFINITY;
  return [...findings].sort((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)));
}

/** Pages in few words: `1, 2, 5–9`. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const run = ranges.at(-1);
    if (run && run[1] === page - 1) run[1] = page;
    else ranges.push([page, page]);
  }
  return ranges
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`))
    .join(', ');
}

/** A finding that can be shown on its page. */
export type Placed = Finding & { page: number };
export const isPlaced = (finding: Finding): finding is Placed => finding.page !== undefined;

/** Of these kinds an excerpt names a part of the file, for programmers: it is no words of the document. */
const named: ReadonlySet<string> = new Set<WordedKind>([
  'ambiguous_syntax',
  'changed_after_signature',
  'duplicate_key',
  'earlier_revision',
  'object_defined_twice',
  'odd_page_box',
  'page_tree',
  'signature_malformed',
  'stream_length',
  'trailing_bytes',
  'unknown_filter',
  'unlisted_object',
  'unreadable_object',
  'unreferenced_content',
  'unreferenced_font',
  'unreferenced_page',
  'unused_section',
  'xref_conflict',
]);

/** The words that were found; '' where there are none. */
export const wordsOf = ({ kind, excerpt = '' }: Finding): string => (named.has(kind) ? '' : excerpt);
/** What names the part of the file in which it was found; '' where nothing does. */
export const partOf = ({ kind, excerpt = '' }: Finding): string => (named.has(kind) ? excerpt : '');
