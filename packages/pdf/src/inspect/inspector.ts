import type { FormField } from '../revisions/form.ts';
import type { Page } from '../revisions/pages.ts';
import type { Revision } from '../revisions/revisions.ts';
import type { SignatureField } from '../revisions/signatures.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { type Finding, type FindingKind, MOST_FINDINGS, MOST_OF_A_KIND } from './finding.ts';

/** A document with what every inspector wants to know, read once. */
export interface Inspected {
  pdf: Pdf;
  /** Oldest first. */
  revisions: readonly Revision[];
  pages: readonly Page[];
  /** Terminal fields of the form. */
  fields: readonly FormField[];
  signatures: readonly SignatureField[];
}

export type Report = (finding: Finding) => void;

/** Looks for one class of things. Facts only; throws PdfError past a bound, never for what is merely odd. */
export type Inspector = (document: Inspected, report: Report) => void;

/** What was found, each once, bounded in all and in each kind. */
export class Findings {
  readonly #list: Finding[] = [];
  readonly #seen = new Set<string>();
  readonly #counts = new Map<FindingKind, number>();
  #more = false;

  readonly add: Report = (finding) => {
    const { kind, page, object, revision, excerpt, rect } = finding;
    const key = JSON.stringify([kind, page, object, revision, excerpt, rect]);
    if (this.#seen.has(key)) return;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    if (count > MOST_OF_A_KIND || this.#list.length >= MOST_FINDINGS - 1) {
      this.#more = true;
      return;
    }
    this.#seen.add(key);
    this.#counts.set(kind, count);
    this.#list.push(finding);
  };

  /** In the order they were found; `truncated` ends a list that left some out. */
  get list(): Finding[] {
    return this.#more ? [...this.#list, { kind: 'truncated' }] : [...this.#list];
  }
}
