import { formFields } from '../revisions/form.ts';
import { type Page, pages } from '../revisions/pages.ts';
import { revisions } from '../revisions/revisions.ts';
import { type SignatureField, signatureFields } from '../revisions/signatures.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { inspectObjects } from './actions/objects.ts';
import type { Finding } from './finding.ts';
import { inspectForms } from './forms/forms.ts';
import { inspectLayers } from './forms/layers.ts';
import { inspectHiddenText } from './hidden/inspect.ts';
import { Findings, type Inspected, type Inspector } from './inspector.ts';
import { type Occupancy, OccupiedPage } from './occupancy/page.ts';
import { withPages } from './places.ts';
import { inspectStructure } from './structure/structure.ts';
import { withStates } from './superseded.ts';
import { inspectUsageRights } from './usage-rights.ts';

/** Facts of a document, no judgement. */
export interface Inspection {
  findings: Finding[];
  signatures: SignatureField[];
  /** Where something stands on the first page and on the last. */
  occupancies: Occupancy[];
}

/** What objects do, and how the file is put together: both are told by one reading of every object. */
const inspectFile: Inspector = (document, report) =>
  inspectStructure(document, inspectObjects(document, report), report);

/** In the order in which their findings are listed; none of them draws a page. */
const ofTheFile: readonly Inspector[] = [inspectLayers, inspectUsageRights, inspectFile, inspectForms];

/**
 * Reads the document in every revision and lists what acts, hides, travels along or may be read in two ways.
 * At most 1,000 findings, 100 of a kind now and 100 in earlier states; `truncated` then ends the list. Throws PdfError where a tree of the
 * document loops, or past a bound.
 */
export function inspect(pdf: Pdf): Inspection {
  const document = inspectedOf(pdf);
  const occupied = firstAndLast(pdf, document.pages);
  const shown: Inspector = (whole, report) => inspectHiddenText(whole, report, occupied);
  return {
    findings: findingsOf(document, [...ofTheFile, shown]),
    signatures: [...document.signatures],
    occupancies: [...occupied.values()].map((page) => page.finish()),
  };
}

/** What {@link inspect} finds without drawing a page. Throws as it does. */
export const inspectFindings = (pdf: Pdf): Finding[] => findingsOf(inspectedOf(pdf), ofTheFile);

function inspectedOf(pdf: Pdf): Inspected {
  const fields = formFields(pdf);
  const signatures = signatureFields(pdf, fields);
  return { pdf, revisions: revisions(pdf), pages: [...pages(pdf)], fields, signatures };
}

function findingsOf(document: Inspected, inspectors: readonly Inspector[]): Finding[] {
  const findings = new Findings();
  for (const look of inspectors) look(document, findings.add);
  return withPages(document, withStates(document, findings.list));
}

function firstAndLast(pdf: Pdf, all: readonly Page[]): Map<number, OccupiedPage> {
  const ends = [all[0], all.at(-1)].filter((page) => page !== undefined);
  return new Map(ends.map((page) => [page.number, new OccupiedPage(page, (units) => pdf.spend(units))]));
}
