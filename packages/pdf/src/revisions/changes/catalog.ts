import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { judgeForm } from './form.ts';
import { judgeMetadata } from './metadata.ts';
import { differing, entry, type Step } from './step.ts';
import { judgeStore } from './store.ts';
import { judgeStructureRoot } from './structure.ts';

/** The catalog (§7.7.2): its form, validation data, metadata, structure tree and extensions may change. */
export function judgeCatalog(step: Step, before: PdfDict, after: PdfDict): void {
  const object = step.later.rootRef.number;
  for (const key of differing(step, before, after)) {
    const [one, other] = [entry(before, key), entry(after, key)];
    if (after.duplicates.includes(key)) step.forbid('catalog', `/${key}`, { object });
    else judgeEntry(step, key, one, other);
  }
}

function judgeEntry(step: Step, key: string, one: PdfValue | undefined, other: PdfValue | undefined): void {
  const { earlier, later } = step;
  const object = later.rootRef.number;
  switch (key) {
    case 'AcroForm':
      judgeForm(step, earlier.dict(one), later.dict(other), other?.type === 'ref' ? other.number : object);
      return;
    case 'DSS':
      judgeStore(step);
      return;
    case 'Metadata':
      judgeMetadata(step, other, object);
      return;
    case 'Extensions':
      judgeExtensions(step);
      return;
    case 'Version':
      if (isHigher(later, one, other)) step.explain('extensions', `/${key}`, { object });
      else step.forbid('catalog', `/${key}`, { object });
      return;
    case 'StructTreeRoot':
      judgeStructureRoot(step, one, other);
      return;
    case 'MarkInfo':
      // Some readers look at a tree only where it says that the document is marked.
      if (one === undefined) {
        const isTagged = earlier.resolve(entry(earlier.catalog, 'StructTreeRoot')) !== undefined;
        step.explain(isTagged ? 'description' : 'structure_tree', `/${key}`, { object });
      } else step.forbid('structure', `/${key}`, { object });
      return;
    case 'PieceInfo':
    case 'LastModified':
      step.explain('page_upkeep', `/${key}`, { object });
      return;
    default:
      step.forbid('catalog', `/${key}`, { object });
  }
}

const isHigher = (pdf: Pdf, one: PdfValue | undefined, other: PdfValue | undefined): boolean => {
  const version = pdf.name(other) ?? '';
  return /^\d\.\d$/.test(version) && version >= (pdf.name(one) ?? '');
};

/** The extensions that the file says it uses (§7.12), wherever they stand. */
export function judgeExtensions(step: Step): void {
  const { earlier, later } = step;
  const object = later.rootRef.number;
  const grown = hasGrown(step, entry(earlier.catalog, 'Extensions'), entry(later.catalog, 'Extensions'));
  if (grown) step.explain('extensions', '/Extensions', { object });
  else step.forbid('catalog', '/Extensions', { object });
}

/** §7.12: extensions are added, and never taken back. */
function hasGrown(step: Step, one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  const [before, after] = [step.earlier.dict(one), step.later.dict(other)];
  if (after === undefined) return false;
  return [...(before?.entries ?? [])].every(([key, value]) => {
    if (key === 'Type') return true;
    const [had, has] = [levels(step.earlier, value), levels(step.later, entry(after, key))];
    return has !== undefined && Math.max(...has) >= Math.max(...(had ?? [0]));
  });
}

/** The levels of a developer's extensions, a dictionary or an array of such; undefined where they are none. */
function levels(pdf: Pdf, value: PdfValue | undefined): number[] | undefined {
  const dicts = (pdf.array(value)?.items ?? [value]).map((item) => pdf.dict(item));
  if (dicts.length === 0 || dicts.includes(undefined)) return undefined;
  return dicts.map((dict) => pdf.number(entry(dict, 'ExtensionLevel')) ?? 0);
}
