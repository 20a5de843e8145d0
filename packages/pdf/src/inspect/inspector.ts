import type { FormField } from '../revisions/form.ts';
import type { Page } from '../revisions/pages.ts';
import type { Revision } from '../revisions/revisions.ts';
import type { SignatureField } from '../revisions/signatures.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { type Finding, MOST_FINDINGS, MOST_OF_A_KIND } from './finding.ts';

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

/** Places for the first finding of each kind, now and in an earlier state. */
const KEPT = 200;

export type Report = (finding: Finding) => void;

/** Looks for one class of things. Facts only; throws PdfError past a bound, never for what is merely odd. */
export type Inspector = (document: Inspected, report: Report) => void;

/**
 * What was found, each once, bounded in all and in each kind. What an earlier state held is counted apart, and the
 * first of each kind always finds a place: a crowd of harmless findings hides none that decides.
 */
export class Findings {
  readonly #list: Finding[] = [];
  readonly #seen = new Set<string>();
  /** By kind, those of earlier states apart. */
  readonly #counts = new Map<string, number>();
  #more = false;

  readonly add: Report = (finding) => {
    const { kind, page, object, revision, excerpt, rect, superseded } = finding;
    const key = JSON.stringify([kind, page, object, revision, superseded, excerpt, rect]);
    if (this.#seen.has(key)) return;
    const counted = superseded === true ? `earlier ${kind}` : kind;
    const count = (this.#counts.get(counted) ?? 0) + 1;
    const places = count === 1 ? MOST_FINDINGS - 1 : MOST_FINDINGS - KEPT;
    if (count > MOST_OF_A_KIND || this.#list.length >= places) {
      this.#more = true;
      return;
    }
    this.#seen.add(key);
    this.#counts.set(counted, count);
    this.#list.push(finding);
  };

  /** In the order they were found; `truncated` ends a list that left some out. */
  get list(): Finding[] {
    return this.#more ? [...this.#list, { kind: 'truncated' }] : [...this.#list];
  }
}
