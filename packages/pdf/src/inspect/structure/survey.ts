import { readable } from '../../errors.ts';
import { atRevision, type Revision } from '../../revisions/revisions.ts';
import { type Entry, FREE, IN_USE } from '../../syntax/entries.ts';
import { Offsets } from '../../syntax/offsets.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { IndirectObject } from '../../syntax/values.ts';
import type { Inspected, Report } from '../inspector.ts';
import { Extents } from './extents.ts';
import { eachReference, Graph } from './graph.ts';
import { measureObject } from './object.ts';
import { isSignature, type Shape, shapeOf } from './shapes.ts';

/** An object of the current revision that could stand for something that is seen. */
export interface Shaped {
  number: number;
  shape: Shape;
  revision: number;
}

/** What one reading of every object of every revision gives. */
export interface Survey {
  /** What the sections name, and the sections themselves. */
  extents: Extents;
  /** Where the headers of the objects stand that sections name. */
  listed: Offsets;
  /** References of every object in every revision. */
  references: Graph;
  /** How many of them stand in the first revision, in the first two, and so on. */
  marks: number[];
  /** Those of the current revision that lead down a tree or along a chain. */
  downward: Graph;
  shaped: Shaped[];
  /** Signature dictionaries of every revision: object number, and the revision that holds it. */
  signatures: Map<number, number>;
}

/** Reads every object once, says where its bytes are odd, and remembers what refers to what. */
export function survey({ pdf, revisions }: Inspected, report: Report): Survey {
  const found: Survey = {
    extents: new Extents(),
    listed: new Offsets(pdf.bytes.length),
    references: new Graph(),
    marks: [],
    downward: new Graph(),
    shaped: [],
    signatures: new Map(),
  };
  const read = new Offsets(pdf.bytes.length);
  for (const revision of revisions) {
    const lengths = lengthsOf(pdf, revisions, revision);
    for (const { entries, hidden } of revision.sections) {
      for (const range of hidden === undefined ? [entries] : [entries, hidden]) {
        for (let slot = range.from; slot < range.to; slot++) {
          if (pdf.store.kind(slot) === FREE) continue;
          const entry = pdf.store.entry(slot);
          const object = unread(pdf, entry, read);
          if (object === undefined) {
            if (entry.kind === IN_USE) found.listed.add(entry.place);
            continue;
          }
          if (entry.kind === IN_USE) {
            const { header, end } = measureObject(pdf, entry, object, lengths, (kind, excerpt) => {
              report({ kind, object: entry.number, revision: revision.number, excerpt });
            });
            found.listed.add(header);
            found.extents.add(header, end);
          }
          const current = pdf.index.get(entry.number) === slot;
          remember(found, object, revision.number, current);
        }
      }
    }
    found.marks.push(found.references.length);
  }
  return found;
}

/** The object, unless it was read before or is broken: that is told where actions are looked for. */
function unread(pdf: Pdf, entry: Entry, read: Offsets): IndirectObject | undefined {
  if (!read.add(pdf.identity(entry))) return undefined;
  return readable(() => pdf.load(entry));
}

function remember(found: Survey, object: IndirectObject, revision: number, current: boolean): void {
  const { number, value } = object;
  eachReference(value, (target, down) => {
    found.references.add(number, target);
    if (down && current) found.downward.add(number, target);
  });
  if (isSignature(value)) found.signatures.set(number, revision);
  const shape = current ? shapeOf(value) : undefined;
  if (shape !== undefined) found.shaped.push({ number, shape, revision });
}

/** The revision that says how long streams are; laid over only when it is asked for. */
function lengthsOf(pdf: Pdf, all: readonly Revision[], revision: Revision): () => Pdf {
  let view: Pdf | undefined;
  return () => {
    view ??= atRevision(pdf, all, revision.number);
    return view;
  };
}
