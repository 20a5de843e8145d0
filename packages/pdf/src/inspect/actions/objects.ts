import { readable } from '../../errors.ts';
import { revisions } from '../../revisions/revisions.ts';
import { openPdf } from '../../syntax/open.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import { everyObject, type Seen } from '../everyobject.ts';
import type { Finding, FindingKind } from '../finding.ts';
import { Findings, type Inspected, type Report } from '../inspector.ts';
import type { Place } from '../places.ts';
import { Survey } from '../structure/survey.ts';
import { isAction } from './action.ts';
import { Attachments, type LookInside } from './attachments.ts';
import { firstReading, inspectDict } from './dictionary.ts';
import { Gathered } from './gathered.ts';
import { Triggers } from './triggers.ts';

/** What makes an attached PDF one that acts. */
const ACTIVE: ReadonlySet<FindingKind> = new Set<FindingKind>([
  'javascript',
  'xfa',
  'launch',
  'submit_form',
  'import_data',
  'uri_script',
  'rich_media',
  'exploit_pattern',
  'external_stream',
  'xml_entity',
  'active_attachment',
]);

/**
 * Looks at every object of every revision, object streams included, wherever it is referred to from. Gives what that one
 * reading tells of the file's structure.
 */
export function inspectObjects(document: Inspected, report: Report): Survey {
  const triggers = new Triggers(document);
  const gathered = new Gathered(new Attachments(lookInside));
  const { pdf, revisions: all } = document;
  const survey = new Survey(pdf, report);
  for (const seen of everyObject(pdf, all, report, survey)) new Walk(seen, triggers, gathered, report).run();
  gathered.finish(report);
  return survey;
}

/** What a PDF inside the PDF does, read on the budget of the outer one; the PDFs inside it are not opened in turn. */
const lookInside: LookInside = (outer, bytes) =>
  readable(() => {
    const pdf = openPdf(bytes, outer.ports, outer.limits, outer.budget);
    const findings = new Findings();
    const gathered = new Gathered(new Attachments(() => 'inactive'));
    for (const seen of everyObject(pdf, revisions(pdf), findings.add))
      new Walk(seen, undefined, gathered, findings.add).run();
    gathered.finish(findings.add);
    return findings.list.find(({ kind }) => ACTIVE.has(kind))?.kind ?? 'inactive';
  }) ?? 'unreadable';

/** Keys under which an action names the file that it is about. */
const TARGETS = new Set(['F', 'Win', 'Mac', 'Unix']);

interface Open {
  value: PdfValue;
  place: Place;
  isTarget: boolean;
  isPrivate: boolean;
}

/** Goes through all dictionaries that stand in one object. */
class Walk {
  readonly #seen: Seen;
  readonly #triggers: Triggers | undefined;
  readonly #gathered: Gathered;
  readonly #report: Report;
  readonly #open: Open[] = [];

  /** Without `triggers` nothing is known to be run or to belong to a page. */
  constructor(seen: Seen, triggers: Triggers | undefined, gathered: Gathered, report: Report) {
    this.#seen = seen;
    this.#triggers = seen.current ? triggers : undefined;
    this.#gathered = gathered;
    this.#report = report;
  }

  run(): void {
    this.#open.push({ value: this.#seen.value, place: {}, isTarget: false, isPrivate: false });
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      const { value } = next;
      if (value.type === 'array') {
        for (const item of value.items) if (isContainer(item)) this.#open.push({ ...next, value: item });
      } else if (value.type === 'stream') this.#dict(value.dict, value, next);
      else if (value.type === 'dict') this.#dict(value, undefined, next);
    }
  }

  #dict(dict: PdfDict, stream: PdfStream | undefined, around: Open): void {
    const { pdf, object } = this.#seen;
    const place = this.#triggers?.place(object, dict) ?? around.place;
    this.#inspect(dict, stream, around, place);
    const first = firstReading(pdf, dict);
    if (first !== undefined) this.#inspect(first.dict, stream, around, place);
    const action = isAction(pdf, dict);
    for (const [key, value] of dict.entries) {
      if (!isContainer(value)) continue;
      const isTarget = around.isTarget || (action && TARGETS.has(key));
      const isPrivate = around.isPrivate || key === 'PieceInfo';
      this.#open.push({ value, place, isTarget, isPrivate });
    }
    for (const value of first?.hidden ?? [])
      if (isContainer(value)) this.#open.push({ ...around, value, place });
  }

  #inspect(dict: PdfDict, stream: PdfStream | undefined, { isTarget, isPrivate }: Open, place: Place): void {
    const { pdf, object, revision, superseded, again } = this.#seen;
    const trigger = this.#triggers?.action(object, dict)?.by;
    const finding = (kind: FindingKind, excerpt?: string): Finding => ({
      kind,
      object,
      revision,
      ...place,
      ...(superseded ? { superseded } : {}),
      ...(excerpt === undefined ? {} : { excerpt }),
    });
    const report = (kind: FindingKind, excerpt?: string): void => this.#report(finding(kind, excerpt));
    inspectDict({
      again,
      pdf,
      dict,
      stream,
      trigger,
      isTarget,
      isPrivate,
      gathered: this.#gathered,
      finding,
      report,
    });
  }
}

const isContainer = ({ type }: PdfValue): boolean => type === 'array' || type === 'dict';
