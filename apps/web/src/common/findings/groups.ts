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

/** As one reads them: by page and downwards on it; what has no place follows, what belongs to no page is last. */
function inOrder(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) => less(a.page, b.page) || less(topOf(a), topOf(b)) || less(a.rect?.[0], b.rect?.[0]),
  );
}

/** Grows downwards. */
const topOf = ({ rect }: Finding) => rect && -Math.max(rect[1], rect[3]);
const less = (a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY) => (a === b ? 0 : a - b);

/** Each place once: what differs only in technical details looks the same to who reads. */
export function placesOf(findings: readonly Finding[]): Finding[] {
  const places = new Map<string, Finding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.page, finding.rect, wordsOf(finding)]);
    if (!places.has(key)) places.set(key, finding);
  }
  return [...places.values()];
}

/** The places at which the same words were found: said once, with a way to each place. */
export interface Passage {
  /** '' where there are no words. */
  words: string;
  places: Finding[];
}

/** The places of a kind by what stands there, in the order of their first places. */
export function passagesOf(findings: readonly Finding[]): Passage[] {
  const passages = new Map<string, Passage>();
  for (const place of placesOf(findings)) {
    const words = wordsOf(place);
    const passage = passages.get(words) ?? { words, places: [] };
    passage.places.push(place);
    passages.set(words, passage);
  }
  return [...passages.values()];
}

/** Which of the places on its page each one is, from 1. */
export function turnsOf(places: readonly Finding[]): number[] {
  const counts = new Map<number | undefined, number>();
  return places.map(({ page }) => {
    const turn = (counts.get(page) ?? 0) + 1;
    counts.set(page, turn);
    return turn;
  });
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

/** Sorts of annotations (ISO 32000-2 table 171): what one without words of its own is told by. */
const sorts: ReadonlySet<string> = new Set(
  'Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup FileAttachment Sound Movie Screen Widget PrinterMark TrapNet Watermark 3D Redact Projection RichMedia'.split(
    ' ',
  ),
);
const isPart = ({ kind, excerpt = '' }: Finding): boolean =>
  named.has(kind) || (/^(hidden|conditional)_annotation$/.test(kind) && sorts.has(excerpt));

/** The words that were found; '' where there are none. */
export const wordsOf = (finding: Finding): string => (isPart(finding) ? '' : (finding.excerpt ?? ''));
/** What names the part of the file in which it was found; '' where nothing does. */
export const partOf = (finding: Finding): string => (isPart(finding) ? (finding.excerpt ?? '') : '');

const hidden: ReadonlySet<string> = new Set<WordedKind>([
  'invisible_text',
  'same_colour_text',
  'transparent_text',
  'tiny_text',
  'off_page_text',
  'clipped_text',
  'covered_text',
  'text_under_annotation',
]);
/** There is text, though its letters may not be known. */
export const isHiddenText = ({ kind }: Finding): boolean => hidden.has(kind);
