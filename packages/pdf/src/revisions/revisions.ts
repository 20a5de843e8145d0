import { skipWhite } from '../syntax/bytes.ts';
import { endOfRevision } from '../syntax/chain.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { Section } from '../syntax/sections.ts';

/** One state of the file: what an incremental update ended. */
export interface Revision {
  /** Counted from 1, the oldest. */
  number: number;
  /** The revision is the file's first `end` bytes: up to its `%%EOF` line, that included. */
  end: number;
  /** Its cross-reference sections, newest first: two in a linearized file. */
  sections: Section[];
}

/** All revisions, oldest first; their ends never descend. */
export function revisions(pdf: Pdf): Revision[] {
  const groups: Section[][] = [];
  for (const section of pdf.sections) {
    const newer = groups.at(-1)?.at(-1);
    if (newer !== undefined && isFirstPageOf(pdf, newer, section)) groups.at(-1)?.push(section);
    else groups.push([section]);
  }
  const found: Revision[] = [];
  for (const sections of groups.reverse()) {
    const own = Math.max(...sections.map((section) => endOfRevision(pdf.bytes, section.end, pdf.limits).end));
    // A section that stands before an older one was hidden there: what is new ends with the file.
    const end = own > (found.at(-1)?.end ?? 0) ? own : pdf.bytes.length;
    found.push({ number: found.length + 1, end, sections });
  }
  return found;
}

/**
 * Whether two sections are one revision, as in a linearized file: the first page's stands first, and the main
 * one at the end is followed by a `startxref` that names it. Any other /Prev that points forward revives a
 * section that was hidden in what a signature covers.
 */
export function isFirstPageOf(pdf: Pdf, section: Section, main: Section): boolean {
  if (section.offset >= main.offset) return false;
  const { startXref } = endOfRevision(pdf.bytes, main.end, pdf.limits);
  return skipWhite(pdf.bytes, startXref) === skipWhite(pdf.bytes, section.offset);
}

/** The file as it stood at that revision; `before` is the one before it, where that is at hand: it is laid over that. */
export function atRevision(pdf: Pdf, all: readonly Revision[], number: number, before?: Pdf): Pdf {
  if (number >= all.length) return pdf;
  const sections = all
    .slice(0, number)
    .reverse()
    .flatMap((revision) => revision.sections);
  const newer = all[number - 1]?.sections ?? [];
  return pdf.as(sections, before === undefined ? undefined : { before, newer });
}
