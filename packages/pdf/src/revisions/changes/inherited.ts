import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { sameMeaning } from '../equal.ts';
import { areNear, INHERITED_BY_PAGES } from '../meaning.ts';
import { type Page, pages } from '../pages.ts';
import { entry, type Step } from './step.ts';

const BOXES: ReadonlySet<string> = new Set(['MediaBox', 'CropBox']);
/** Nodes above a page from which it may inherit. */
const MOST_PARENTS = 64;

/**
 * Whether an entry of a page gives what the page had: writers write into it what it inherits, and round its boxes. It
 * must hold for readers that look above a page by its /Parent, and for those that come down to it by /Kids.
 */
export function isSameAttribute(
  step: Step,
  object: number,
  key: string,
  before: PdfDict,
  after: PdfDict,
): boolean {
  const { earlier, later } = step;
  if (!INHERITED_BY_PAGES.has(key)) return false;
  const [one, other] = [above(earlier, before, key), above(later, after, key)];
  if (one === undefined || other === undefined) return false;
  const isSame =
    sameMeaning(one, earlier, other, later, key) || (BOXES.has(key) && isNearBox(step, one, other));
  return isSame && areAlike(step, pagesOf(earlier, object), pagesOf(later, object));
}

function isNearBox({ earlier, later }: Step, one: PdfValue, other: PdfValue): boolean {
  const [a, b] = [readable(() => earlier.rectangle(one)), readable(() => later.rectangle(other))];
  return a !== undefined && b !== undefined && areNear(a, b);
}

/** The entry of a page or of the nearest node above it that has one, as its /Parent leads there. */
function above(pdf: Pdf, page: PdfDict, key: string): PdfValue | undefined {
  let node: PdfDict | undefined = page;
  for (let depth = 0; node !== undefined && !node.entries.has(key) && depth < MOST_PARENTS; depth++) {
    const parent = entry(node, 'Parent');
    node = readable(() => pdf.dict(parent));
  }
  return entry(node, key);
}

const found = new WeakMap<Pdf, ReadonlyMap<number, Page[]>>();

/** The pages of a revision that are one object, as its tree gives them. */
function pagesOf(pdf: Pdf, object: number): readonly Page[] {
  const known = found.get(pdf) ?? Map.groupBy(pages(pdf), (page) => page.object);
  found.set(pdf, known);
  return known.get(object) ?? [];
}

function areAlike({ earlier, later }: Step, before: readonly Page[], after: readonly Page[]): boolean {
  later.spend(before.length);
  return (
    before.length === after.length &&
    before.every((page, at) => {
      const other = after[at];
      return (
        other !== undefined &&
        areNear(page.mediaBox, other.mediaBox) &&
        areNear(page.cropBox, other.cropBox) &&
        page.rotate === other.rotate &&
        sameMeaning(page.resources, earlier, other.resources, later, 'Resources')
      );
    })
  );
}
