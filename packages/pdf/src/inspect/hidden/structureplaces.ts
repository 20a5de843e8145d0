import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { type StructureText, structureText } from './structuretexts.ts';

/** Elements and contents that are looked at; larger documents are read as far as that. */
const MOST = 300_000;
/** How often a type may stand for another one (/RoleMap). */
const MOST_ROLES = 8;
const CELL = /^(?:T[DH]|Lbl|LBody)$/;
const PARAGRAPH = /^(?:P|H[1-6]?)$/;
/** Types whose elements may be within a paragraph and stand elsewhere, or in an order of their own. */
const APART =
  /^(?:Note|FENote|Figure|Formula|Caption|Form|Annot|Ruby|R[BTP]|Warichu|W[TP]|Lbl|LBody|LI?|Table|T[RDH]|T(?:Head|Body|Foot)|Div|Sect|Part|Art|Aside|BlockQuote|TOCI?|Index|BibEntry|Document|DocumentFragment|Title|math)$/;

/** A cell of a table as the structure tree has it (ISO 32000-2 §14.8.4.8.3). */
export interface Cell {
  table: number;
  row: Row;
  /** Which cell of its row it is, from 0. */
  column: number;
}

export interface Row {
  /** How many it has. */
  cells: number;
}

/** Where the structure tree has a marked content. */
export interface StructurePlace {
  /** The cell of a table or list that it is in, and the paragraph. */
  cell: Cell | undefined;
  paragraph: number | undefined;
  /** What an element that it is in says in its place. */
  text: StructureText | undefined;
  /** Which content of the document it is when that is read aloud. */
  index: number;
}

/** By the page's object number, then by the number of the marked content. */
export type StructurePlaces = ReadonlyMap<number, ReadonlyMap<number, StructurePlace>>;

interface Open {
  value: PdfValue;
  page: number | undefined;
  table: number | undefined;
  row: Row | undefined;
  cell: Cell | undefined;
  paragraph: number | undefined;
  text: StructureText | undefined;
}

/**
 * Where the structure tree has the document's marked contents. Cells that reach over several rows are none; the label and the
 * body of an item of a list are cells of its row.
 */
export function structurePlaces(pdf: Pdf): StructurePlaces {
  const places = new Map<number, Map<number, StructurePlace>>();
  const pages = new Map<StructureText, number>();
  let index = 0;
  const add = ({ page, cell, paragraph, text }: Open, content: number): void => {
    if (page === undefined) return;
    const of = places.get(page) ?? new Map<number, StructurePlace>();
    places.set(page, of.set(content, { cell, paragraph, text, index: index++ }));
    if (text === undefined) return;
    text.contents++;
    text.isApart ||= (pages.get(text) ?? page) !== page;
    pages.set(text, page);
  };
  const tree = pdf.dict(pdf.catalog.entries.get('StructTreeRoot'));
  const roles = pdf.dict(tree?.entries.get('RoleMap'));
  const root = tree?.entries.get('K');
  const nowhere = { table: undefined, row: undefined, cell: undefined, paragraph: undefined };
  const open: Open[] =
    root === undefined ? [] : [{ value: root, page: undefined, text: undefined, ...nowhere }];
  const met = new Set<number>();
  let [tables, paragraphs] = [0, 0];
  for (let looked = 0; open.length > 0 && looked < MOST; looked++) {
    const at = open.pop() as Open;
    pdf.spend(1);
    if (at.value.type === 'ref') {
      if (met.has(at.value.number)) continue;
      met.add(at.value.number);
    }
    const found = pdf.resolve(at.value);
    if (found?.type === 'number') add(at, found.value);
    // What is put on the stack last is looked at first.
    if (found?.type === 'array') for (const value of found.items.toReversed()) open.push({ ...at, value });
    if (found?.type !== 'dict') continue;
    const { entries } = found;
    const own = entries.get('Pg');
    const page = own?.type === 'ref' ? own.number : at.page;
    const content = pdf.number(entries.get('MCID'));
    if (content !== undefined && !entries.has('Stm')) add({ ...at, page }, content);
    const value = entries.get('K');
    if (value === undefined) continue;
    const type = typeOf(pdf, found, roles);
    const text = at.text ?? structureText(pdf, found);
    const inside = { ...at, page, value, text, paragraph: APART.test(type) ? undefined : at.paragraph };
    if (type === 'Table' || type === 'L') open.push({ ...inside, ...nowhere, table: tables++ });
    else if (PARAGRAPH.test(type)) open.push({ ...inside, paragraph: paragraphs++ });
    else if ((type === 'TR' || type === 'LI') && at.table !== undefined)
      open.push({ ...inside, row: { cells: 0 } });
    else open.push(cellIn(pdf, found, { inside, type }));
  }
  return places;
}

function cellIn(pdf: Pdf, element: PdfDict, { inside, type }: { inside: Open; type: string }): Open {
  const { table, row } = inside;
  if (!CELL.test(type) || table === undefined || row === undefined) return inside;
  const column = row.cells++;
  return {
    ...inside,
    row: undefined,
    cell: reachesOver(pdf, element) ? undefined : { table, row, column },
  };
}

function typeOf(pdf: Pdf, { entries }: PdfDict, roles: PdfDict | undefined): string {
  let type = pdf.name(entries.get('S')) ?? '';
  for (let times = 0; times < MOST_ROLES; times++) {
    const role = pdf.name(roles?.entries.get(type));
    if (role === undefined) break;
    type = role;
  }
  return type;
}

/** Whether it reaches over several rows (Table 384). */
function reachesOver(pdf: Pdf, { entries }: PdfDict): boolean {
  const attributes = pdf.resolve(entries.get('A'));
  const all = attributes?.type === 'array' ? attributes.items : attributes === undefined ? [] : [attributes];
  pdf.spend(all.length);
  return all.some((each) => (pdf.number(pdf.dict(each)?.entries.get('RowSpan')) ?? 1) > 1);
}
