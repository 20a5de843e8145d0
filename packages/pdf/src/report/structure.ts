import { textString } from '../syntax/strings.ts';
import type { Element } from './pages.ts';

export interface StructureObjects {
  /** Bodies by object number; the first is the root's. */
  bodies: Map<number, string>;
  root: number;
}

/** Attributes by role (§14.8.5): all tables have their headers at the left, and lists a disc before each item. */
const ATTRIBUTES: Partial<Record<Element['role'], string>> = {
  TH: '/A<</O/Table/Scope/Row>>',
  L: '/A<</O/List/ListNumbering/Disc>>',
};

/** Writes the structure tree (§14.7.2) and its parent tree, which finds an element by page and mark. */
export function structureObjects(
  document: Element,
  pages: readonly number[],
  allocate: () => number,
): StructureObjects {
  const bodies = new Map<number, string>();
  const root = allocate();
  const parents: number[][] = pages.map(() => []);
  const write = (element: Element, parent: number): number => {
    const number = allocate();
    const kids: string[] = element.children.map((child) => `${write(child, number)} 0 R`);
    for (const { page, mcid } of element.marks) {
      const marks = parents[page];
      if (marks !== undefined) marks[mcid] = number;
      kids.push(`<</Type/MCR/Pg ${pages[page]} 0 R/MCID ${mcid}>>`);
    }
    const language = element.language === undefined ? '' : `/Lang${textString(element.language)}`;
    bodies.set(
      number,
      `<</Type/StructElem/S/${element.role}/P ${parent} 0 R${language}${ATTRIBUTES[element.role] ?? ''}/K[${kids.join(' ')}]>>`,
    );
    return number;
  };
  const first = write(document, root);
  const nums = parents.map((marks, page) => `${page}[${marks.map((number) => `${number} 0 R`).join(' ')}]`);
  bodies.set(
    root,
    `<</Type/StructTreeRoot/K ${first} 0 R/ParentTree<</Nums[${nums.join(' ')}]>>/ParentTreeNextKey ${pages.length}>>`,
  );
  return { bodies, root };
}
