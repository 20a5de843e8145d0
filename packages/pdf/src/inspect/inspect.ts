import { PdfError } from '../errors.ts';
import { annotations, pages } from '../revisions/pages.ts';
import { atRevision, revisions } from '../revisions/revisions.ts';
import { type SignatureField, signatureFields } from '../revisions/signatures.ts';
import type { Entry } from '../syntax/entries.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfValue } from '../syntax/values.ts';
import { inspectDict } from './actions.ts';
import { type Finding, MOST_FINDINGS } from './finding.ts';
import { inspectLayers } from './layers.ts';

/** Facts of a document, no judgement. */
export interface Inspection {
  findings: Finding[];
  signatures: SignatureField[];
}

/**
 * Reads every object of every revision, object streams included, and lists what acts, hides or travels along.
 * At most 1,000 findings; `truncated` then ends the list. Throws PdfError where a tree of the document loops.
 */
export function inspect(pdf: Pdf): Inspection {
  const findings = new Findings();
  for (const finding of [...inspectLayers(pdf), ...inspectUsageRights(pdf)]) findings.add(finding);
  const all = revisions(pdf);
  const read = new Set<number>();
  for (const { number, sections } of all) {
    const view = atRevision(pdf, all, number);
    for (const { entries, hidden } of sections) {
      for (const range of hidden === undefined ? [entries] : [entries, hidden]) {
        for (let at = range.from; at < range.to; at++) {
          const entry = pdf.store.entry(at);
          // Sections may list the same bytes again and again: they are looked at once.
          const identity = view.identity(entry);
          if (!read.has(identity) && inspectObject(view, entry, number, findings)) read.add(identity);
        }
      }
    }
  }
  return { findings: withPages(pdf, findings.list), signatures: signatureFields(pdf) };
}

function inspectUsageRights(pdf: Pdf): Finding[] {
  const permissions = pdf.dict(pdf.catalog.entries.get('Perms'));
  return ['UR3', 'UR']
    .filter((key) => permissions?.entries.has(key))
    .map((key) => ({ kind: 'usage_rights', excerpt: `/${key}` }));
}

class Findings {
  readonly list: Finding[] = [];
  readonly #seen = new Set<string>();

  add(finding: Finding): void {
    const key = JSON.stringify(finding);
    if (this.#seen.has(key) || this.list.length > MOST_FINDINGS) return;
    this.#seen.add(key);
    this.list.push(this.list.length < MOST_FINDINGS ? finding : { kind: 'truncated' });
  }
}

/** False where the object cannot be read. */
function inspectObject(pdf: Pdf, entry: Entry, revision: number, findings: Findings): boolean {
  const place = { object: entry.number, revision };
  let value: PdfValue | undefined;
  try {
    value = pdf.load(entry)?.value;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    findings.add({ kind: 'unreadable_object', ...place, excerpt: error.code });
    return false;
  }
  const open: PdfValue[] = value === undefined ? [] : [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'array') {
      for (const item of next.items) if (isContainer(item)) open.push(item);
      continue;
    }
    if (next.type === 'stream' && next.dict.entries.has('F'))
      findings.add({ kind: 'external_stream', ...place });
    const dict = next.type === 'stream' ? next.dict : next;
    if (dict.type !== 'dict') continue;
    inspectDict(pdf, dict, (kind, excerpt) => {
      findings.add({ kind, ...place, ...(excerpt === undefined ? {} : { excerpt }) });
    });
    for (const item of dict.entries.values()) if (isContainer(item)) open.push(item);
  }
  return true;
}

const isContainer = ({ type }: PdfValue): boolean => type === 'array' || type === 'dict';

/** Says on which page a finding is: the page's own object, or one of its annotations. */
function withPages(pdf: Pdf, findings: Finding[]): Finding[] {
  if (findings.length === 0) return findings;
  const owners = new Map<number, Pick<Finding, 'page' | 'rect'>>();
  for (const page of pages(pdf)) owners.set(page.object, { page: page.number });
  for (const { page, ref } of annotations(pdf)) {
    const dict = pdf.dict(ref);
    const rect = pdf.rectangle(dict?.entries.get('Rect'));
    const owner = { page: page.number, ...(rect === undefined ? {} : { rect }) };
    owners.set(ref.number, owner);
    const action = dict?.entries.get('A');
    if (action?.type === 'ref') owners.set(action.number, owner);
  }
  return findings.map((finding) => ({
    ...finding,
    ...(finding.object === undefined ? {} : owners.get(finding.object)),
  }));
}
