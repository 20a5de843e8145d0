import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import type { Referrer } from './references.ts';
import { entry } from './step.ts';
import { nodesOf } from './trees.ts';
import { dictOf } from './value.ts';

/** What an object of the structure tree is (§14.7.2): its root, an element, an array of kids, or of its two trees. */
export type Part = 'root' | 'element' | 'kids' | 'tree';

/** Keys by which elements are referred to from below, from each other and from outlines: they make nothing of them. */
const BESIDE = /^(?:P|Ref|SE|Obj)$/;
const TREES = ['ParentTree', 'IDTree'];
/** Where nodes of these trees hold others, and elements. */
const BELOW = /^(?:Kids|Nums|Names)$|^$/;

/** The structure tree of a revision, told from what else has its shape by the way that leads there. */
export class Structure {
  readonly #pdf: Pdf;
  readonly #isReached: (object: number) => boolean;
  readonly #root: number | undefined;
  #trees: Trees | undefined;

  /** `isReached` tells of objects to which the revision leads: what else refers to one shows nobody anything. */
  constructor(pdf: Pdf, isReached: (object: number) => boolean) {
    this.#pdf = pdf;
    this.#isReached = isReached;
    const root = pdf.catalog.entries.get('StructTreeRoot');
    this.#root = root?.type === 'ref' ? root.number : undefined;
  }

  /** All that an object is of the tree, by what refers to it; nothing where one of them makes something else of it. */
  partsOf(object: number, value: PdfValue, referrers: readonly Referrer[]): ReadonlySet<Part> {
    const parts = new Set<Part>();
    for (const referrer of referrers) {
      if (BESIDE.test(referrer.key)) continue;
      const part = this.#partBy(referrer, object, value);
      if (part !== undefined) parts.add(part);
      else if (this.#isReached(referrer.from)) return new Set();
    }
    return parts;
  }

  #partBy({ from, key }: Referrer, object: number, value: PdfValue): Part | undefined {
    const isElement = value.type === 'dict' && value.entries.has('S') && value.entries.has('P');
    if (key === 'StructTreeRoot') return object === this.#root ? 'root' : undefined;
    if (key === 'K') return value.type === 'array' ? 'kids' : isElement ? 'element' : undefined;
    this.#trees ??= treesOf(this.#pdf);
    const { nodes, leaves } = this.#trees;
    if (from === this.#root ? TREES.includes(key) || BELOW.test(key) : nodes.has(from) && BELOW.test(key)) {
      if (isElement) return 'element';
      return nodes.has(object) || (value.type === 'array' && leaves.has(object)) ? 'tree' : undefined;
    }
    const isListed = leaves.has(from) || this.#holdsKids(from, value);
    return key === '' && isElement && isListed ? 'element' : undefined;
  }

  /** Whether an array is where the parent of an element has its kids. */
  #holdsKids(array: number, element: PdfValue): boolean {
    const parent = readable(() => this.#pdf.dict(entry(dictOf(element), 'P')));
    const kids = entry(parent, 'K');
    return kids?.type === 'ref' && kids.number === array;
  }
}

/** What the two trees below the root are made of, by object numbers. */
interface Trees {
  /** Their nodes, and arrays in them that are objects of their own. */
  nodes: ReadonlySet<number>;
  /** What the numbers lead to: arrays of elements, too, where names lead to one each (§14.7.2 Table 354). */
  leaves: ReadonlySet<number>;
}

/** What is a node of another tree of the catalog (§7.7.4, §12.4.2), too, says what that one says. */
function treesOf(pdf: Pdf): Trees {
  const root = pdf.dict(entry(pdf.catalog, 'StructTreeRoot'));
  const [nodes, leaves] = [new Set<number>(), new Set<number>()];
  for (const tree of TREES) addTree(pdf, entry(root, tree), nodes, leaves);
  const others = new Set<number>();
  const named = pdf.dict(entry(pdf.catalog, 'Names'));
  for (const tree of [...(named?.entries.values() ?? []), entry(pdf.catalog, 'PageLabels')])
    addTree(pdf, tree, others, new Set());
  for (const number of others) nodes.delete(number);
  return { nodes, leaves };
}

function addTree(pdf: Pdf, root: PdfValue | undefined, nodes: Set<number>, leaves: Set<number>): void {
  const add = (value: PdfValue | undefined, to: Set<number>): void => {
    if (value?.type === 'ref') to.add(value.number);
  };
  for (const { value, dict } of nodesOf(pdf, root)) {
    add(value, nodes);
    for (const key of ['Kids', 'Nums', 'Names']) add(entry(dict, key), nodes);
    for (const item of pdf.array(entry(dict, 'Nums'))?.items ?? []) add(item, leaves);
  }
}
