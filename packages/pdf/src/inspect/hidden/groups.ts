import type { TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { EXCERPT, type Finding, type FindingKind, MOST_OF_A_KIND } from '../finding.ts';
import { type Part, type Reader, type Said, speaks, weigh } from './letters.ts';

/** Groups into which a run may still fall: columns of a table are painted in turns. */
const OPEN = 8;
/** Groups of a page: far more than are listed. */
const MOST_GROUPS = 5000;
/** Ems between runs of one group: the next line is near, the next paragraph is not. */
const NEAR = 1.6;
/** Ems between words. */
const BLANK = 0.15;

/** What producers leave on pages by themselves, of which everybody knows what it says. */
const MARKS: ReadonlySet<string> = new Set(['Powered by TCPDF (www.tcpdf.org)']);

/** Runs that are hidden in one way, side by side. */
export interface Group {
  kind: FindingKind;
  object: number | undefined;
  rect: Box;
  /** The last run's. */
  last: Box;
  text: string;
  said: Said;
  /** Single letters of a page that stand far apart. */
  isScattered?: boolean;
}

/** Scattered letters from which they are words, and how many of them differ: the same sign again is a bullet. */
const WORD = 5;
const DIFFERENT = 4;

const isTold = ({ said, text, isScattered }: Group): boolean =>
  isScattered === true
    ? said.letters >= WORD && new Set(text.replaceAll(' ', '')).size >= DIFFERENT
    : speaks(said);

/** Hidden runs of a page, neighbours together: a person sees one outline, not a thousand. */
export class Groups {
  readonly #groups: Group[] = [];
  readonly #open: Group[] = [];
  readonly #scattered = new Map<FindingKind, Group>();
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** `object`: what hides it, else what holds it; `part`: what is hidden, else all of it. */
  add(
    kind: FindingKind,
    run: TextRun,
    what: { object?: number; part?: Part; isAmount?: boolean } = {},
  ): void {
    const { text, box } = what.part ?? { text: this.#reader.text(run), box: run.box };
    const object = what.object ?? run.maker.object;
    // A sign that makes another amount says as much as a digit.
    const said = what.isAmount === true ? { letters: 0, unnamed: 0, digits: 1 } : weigh(text);
    const group = this.#open.find(
      (each) => each.kind === kind && each.object === object && isNear(each.last, box, run.size),
    );
    if (group === undefined) {
      this.#start({ kind, object, rect: box, last: box, text, said });
      return;
    }
    if (group.text.length < EXCERPT) group.text += (isApart(group.last, box, run.size) ? ' ' : '') + text;
    group.said.letters += said.letters;
    group.said.unnamed += said.unnamed;
    group.said.digits += said.digits;
    group.rect = union(group.rect, box);
    group.last = box;
  }

  /** In the order of painting; those that say nothing left out. */
  findings(page: number): Finding[] {
    for (const group of this.#open) this.#scatter(group);
    return [...this.#groups, ...this.#scattered.values()]
      .filter((group) => isTold(group) && !MARKS.has(group.text.trim()))
      .slice(0, MOST_OF_A_KIND * OPEN)
      .map((group) => findingOf(group, page));
  }

  /** Letters one by one, far apart, are words all the same where there are enough of them. */
  #scatter(group: Group): void {
    if (speaks(group.said) || group.said.letters === 0) return;
    const all = this.#scattered.get(group.kind);
    if (all === undefined) {
      this.#scattered.set(group.kind, { ...group, said: { ...group.said }, isScattered: true });
      return;
    }
    if (all.text.length < EXCERPT) all.text += ` ${group.text.trim()}`;
    all.said.letters += group.said.letters;
    all.rect = union(all.rect, group.rect);
  }

  #start(group: Group): void {
    if (this.#groups.length >= MOST_GROUPS) return;
    this.#open.unshift(group);
    this.#groups.push(group);
    const closed = this.#open.length > OPEN ? this.#open.pop() : undefined;
    if (closed !== undefined) this.#scatter(closed);
    // A page may have a million dots: what says nothing is not kept.
    if (closed !== undefined && !speaks(closed.said)) {
      this.#groups.splice(this.#groups.lastIndexOf(closed), 1);
    }
  }
}

export function findingOf(
  { kind, object, rect, text }: Omit<Group, 'last' | 'said' | 'isScattered'>,
  page: number,
): Finding {
  const excerpt = text.replace(/ +/g, ' ').trim().slice(0, EXCERPT);
  return {
    kind,
    page,
    rect: [round(rect[0]), round(rect[1]), round(rect[2]), round(rect[3])],
    ...(object === undefined ? {} : { object }),
    // Nothing where no table names any of its letters.
    ...(/[^\uFFFD ]/.test(excerpt) ? { excerpt } : {}),
  };
}

const round = (points: number): number => Math.round(points * 100) / 100;

function isNear(a: Box, b: Box, size: number): boolean {
  const gap = NEAR * size;
  return a[0] - gap <= b[2] && b[0] - gap <= a[2] && a[1] - gap <= b[3] && b[1] - gap <= a[3];
}

function isApart(last: Box, box: Box, size: number): boolean {
  const sameLine = box[1] < last[3] && last[1] < box[3];
  return !sameLine || box[0] - last[2] > BLANK * size || last[0] > box[0];
}
