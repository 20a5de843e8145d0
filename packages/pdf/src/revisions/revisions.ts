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

/** All revisions, oldest first. */
export function revisions(pdf: Pdf): Revision[] {
  const groups: Section[][] = [];
  let before: Section | undefined;
  for (const section of pdf.sections) {
    // /Prev points forward only in a linearized file, from the first page's section to the main one.
    if (before !== undefined && before.offset < section.offset) groups.at(-1)?.push(section);
    else groups.push([section]);
    before = section;
  }
  return groups.reverse().map((sections, index) => ({
    number: index + 1,
    end: Math.max(...sections.map((section) => endOfRevision(pdf.bytes, section.end, pdf.limits))),
    sections,
  }));
}

/** The file as it stood at that revision. */
export function atRevision(pdf: Pdf, all: readonly Revision[], number: number): Pdf {
  if (number >= all.length) return pdf;
  return pdf.as(
    all
      .slice(0, number)
      .reverse()
      .flatMap(({ sections }) => sections),
  );
}
