import { type Entry, IN_USE } from '../../syntax/entries.ts';
import { Offsets } from '../../syntax/offsets.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { IndirectObject } from '../../syntax/values.ts';
import type { Report } from '../inspector.ts';
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

/** An object as it was read, in the revision that brought it. */
interface Read {
  /** The file as that revision showed it. */
  view: Pdf;
  entry: Entry;
  object: IndirectObject;
  revision: number;
  /** Whether the current revision shows this very definition of the object. */
  current: boolean;
}

/** What one reading of every object of every revision gives; says meanwhile where their bytes are odd. */
export class Survey {
  /** What the sections name, and the sections themselves. */
  readonly extents = new Extents();
  /** Where the headers of the objects stand that sections name. */
  readonly listed: Offsets;
  /** References of every object in every revision. */
  readonly references = new Graph();
  /** How many of them stand in the first revision, in the first two, and so on. */
  readonly marks: number[] = [];
  /** Those of the current revision that lead down a tree or along a chain. */
  readonly downward = new Graph();
  readonly shaped: Shaped[] = [];
  /** Signature dictionaries of every revision: object number, and the revision that holds it. */
  readonly signatures = new Map<number, number>();
  readonly #report: Report;

  constructor(pdf: Pdf, report: Report) {
    this.listed = new Offsets(pdf.bytes.length);
    this.#report = report;
  }

  /** A section names what was read before or is broken; that is told where actions are looked for. */
  unread(entry: Entry): void {
    if (entry.kind === IN_USE) this.listed.add(entry.place);
  }

  add({ view, entry, object, revision, current }: Read): void {
    const { number, value } = object;
    if (entry.kind === IN_USE) {
      const { header, end } = measureObject(view, entry, object, (kind, excerpt) => {
        this.#report({ kind, object: number, revision, excerpt });
      });
      this.listed.add(header);
      this.extents.add(header, end);
    }
    eachReference(value, (target, down) => {
      this.references.add(number, target);
      if (down && current) this.downward.add(number, target);
    });
    if (isSignature(value)) this.signatures.set(number, revision);
    const shape = current ? shapeOf(value) : undefined;
    if (shape !== undefined) this.shaped.push({ number, shape, revision });
  }

  endRevision(): void {
    this.marks.push(this.references.length);
  }
}
