import { readable } from '../errors.ts';
import type { Page } from '../revisions/pages.ts';
import { latin1 } from '../syntax/bytes.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { textString } from '../syntax/strings.ts';
import { type PdfDict, type PdfRef, type PdfValue, raw } from '../syntax/values.ts';
import type { Written } from '../write/splice.ts';
import type { Update } from '../write/update.ts';
import type { Document } from './admit.ts';
import { appended, editDictAt } from './edit.ts';
import { catalogOf } from './form.ts';
import { leadTo, nextKey, parents } from './parenttree.ts';

/** PDF 2.0's namespace of standard structure types (ISO 32000-2 §14.8.6). */
const PDF2 = 'http://iso.org/pdf2/ssn';

/** The structure tree of a tagged document, as far as an element can be added to it. */
interface Tree {
  root: PdfDict;
  /** Below which an element comes: the only one, or the root. */
  above: Element;
  /** PDF 2.0's namespace, where the tree names it. */
  space: PdfRef | undefined;
  parents: ReadonlyMap<string, PdfValue>;
}

interface Element {
  ref: PdfRef;
  dict: PdfDict;
}

/** The tree, or undefined where the document has none, or one that nothing can soundly be added to. */
const treeOf = (pdf: Pdf): Tree | undefined => readable(() => readTree(pdf));

function readTree(pdf: Pdf): Tree | undefined {
  const rootRef = pdf.catalog.entries.get('StructTreeRoot');
  const root = pdf.dict(rootRef);
  if (rootRef?.type !== 'ref' || root === undefined || isDoubtful(root)) return undefined;
  const tree = pdf.dict(root.entries.get('ParentTree'));
  if (tree !== undefined && isDoubtful(tree)) return undefined;
  const known = parents(pdf, root);
  if (known === undefined) return undefined;
  const above = onlyElement(pdf, root) ?? { ref: rootRef, dict: root };
  const space = pdf2Namespace(pdf, root);
  // Readers would take a `Form` for something else, and PDF/UA-1 (§7.1) forbids another meaning for a standard type.
  if (space === undefined && pdf.dict(root.entries.get('RoleMap'))?.entries.has('Form') === true)
    return undefined;
  return { root, above, space, parents: known };
}

const isDoubtful = ({ duplicates }: PdfDict): boolean => duplicates.length > 0;

/**
 * Puts a widget into the structure tree (ISO 32000-2 §14.8.4.8.3): a `Form` element behind all else, and the way back from
 * the widget. Gives the widget's /StructParent; undefined where nothing was added. `lang` is the language of the field's
 * words where the document does not say it.
 */
export function addFormElement(
  pdf: Pdf,
  update: Update,
  widget: number,
  page: Page,
  lang: string | undefined,
): number | undefined {
  const tree = treeOf(pdf);
  if (tree === undefined) return undefined;
  const { root, above, space } = tree;
  const key = nextKey(pdf, root, tree.parents);
  if (key === undefined) return undefined;
  const element = update.allocate();
  const on = `/Pg ${page.object} ${page.generation} R`;
  update.put(
    element,
    `<</Type/StructElem/S/Form/P ${above.ref.number} ${above.ref.generation} R${on}` +
      `/K<</Type/OBJR${on}/Obj ${widget} 0 R>>` +
      `${space === undefined ? '' : `/NS ${space.number} ${space.generation} R`}` +
      `${lang === undefined ? '' : `/Lang${textString(lang)}`}>>`,
  );
  const changes = new Map<string, Written>([['ParentTreeNextKey', String(key + 1)]]);
  const kids = withKid(pdf, update, above.dict, `${element} 0 R`);
  if (kids !== undefined && above.dict === root) changes.set('K', kids);
  else if (kids !== undefined) update.set(above.ref, above.dict, 'K', kids);
  const grown = leadTo(pdf, update, root, key, element);
  if (grown !== undefined) changes.set('ParentTree', grown);
  editDictAt(pdf, update, catalogOf(pdf), 'StructTreeRoot', changes);
  return key;
}

/** Whether a `Form` element can be added. */
export function takesFormElement(pdf: Pdf): boolean {
  const tree = treeOf(pdf);
  return tree !== undefined && nextKey(pdf, tree.root, tree.parents) !== undefined;
}

/**
 * The `Form` element of a signature that is there: what was signed of the tree stays as it is, so that a later signature's
 * widget names the same one (docs/adr/0041-…).
 */
export function signedFormElement(
  pdf: Pdf,
  { fields }: Document,
): { key: number; lang: string | undefined } | undefined {
  const signed = fields.filter(({ type, value }) => type === 'Sig' && pdf.dict(value) !== undefined);
  const tree = signed.length === 0 ? undefined : treeOf(pdf);
  if (tree === undefined) return undefined;
  for (const { dict } of signed.flatMap(({ widgets }) => widgets)) {
    const key = pdf.number(dict.entries.get('StructParent'));
    const element = readable(() => pdf.dict(tree.parents.get(String(key))));
    if (key === undefined || element === undefined) continue;
    if (pdf.name(element.entries.get('S')) === 'Form')
      return { key, lang: pdf.text(element.entries.get('Lang')) };
  }
  return undefined;
}

/** The one element below the root (a Document, as a rule), which all others stand in. */
function onlyElement(pdf: Pdf, root: PdfDict): Element | undefined {
  const value = root.entries.get('K');
  const array = pdf.array(value);
  const ref = array === undefined ? value : array.items.length === 1 ? array.items[0] : undefined;
  const dict = pdf.dict(ref);
  if (ref?.type !== 'ref' || dict === undefined || isDoubtful(dict)) return undefined;
  return pdf.name(dict.entries.get('S')) === undefined ? undefined : { ref, dict };
}

/** The element's /K with one more; undefined where its array is an object of its own. */
function withKid(pdf: Pdf, update: Update, dict: PdfDict, kid: string): Written | undefined {
  const value = dict.entries.get('K');
  if (value === undefined || pdf.array(value) !== undefined)
    return appended(pdf, update, dict, 'K', kid, new Set());
  return `[${latin1(raw(value))} ${kid}]`;
}

/** PDF 2.0's namespace where the tree names it: elements without one are of PDF 1.7's. */
function pdf2Namespace(pdf: Pdf, root: PdfDict): PdfRef | undefined {
  for (const item of pdf.array(root.entries.get('Namespaces'))?.items ?? []) {
    if (item.type === 'ref' && pdf.text(pdf.dict(item)?.entries.get('NS')) === PDF2) return item;
  }
  return undefined;
}
