import { PdfError } from '../../errors.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { LooseFile } from './loosefile.ts';

/** A page with what it inherits, without /Type and /Parent. */
export interface LoosePage {
  /** Undefined for one that stands in its parent itself. */
  number: number | undefined;
  entries: [string, PdfValue][];
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
const OWN: ReadonlySet<string> = new Set(['Type', 'Parent']);

/** The pages that the tree leads to, each branch once; where it leads to none, all objects that say that they are pages. */
export function loosePages(file: LooseFile): LoosePage[] {
  const root = file.dict(file.trailer.entries.get('Root'));
  const pages = walk(file, root?.entries.get('Pages'));
  if (pages.length > 0) return pages;
  return file.numbers.flatMap((number) => {
    const value = file.object(number)?.value;
    const isPage = value?.type === 'dict' && file.name(value.entries.get('Type')) === 'Page';
    return isPage ? [pageOf(number, value, ancestors(file, value))] : [];
  });
}

interface Pending {
  value: PdfValue;
  inherited: ReadonlyMap<string, PdfValue>;
  depth: number;
}

function walk(file: LooseFile, top: PdfValue | undefined): LoosePage[] {
  const pages: LoosePage[] = [];
  const branches = new Set<PdfDict>();
  const open: Pending[] = top === undefined ? [] : [{ value: top, inherited: new Map(), depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, inherited, depth } = next;
    const dict = file.dict(value);
    if (dict === undefined || depth > file.limits.depth) continue;
    const all = withOwn(dict, inherited);
    const kids = file.array(dict.entries.get('Kids'))?.items;
    if (kids === undefined) {
      if (!isLikePage(file, dict)) continue;
      if (pages.length >= file.limits.pages)
        throw new PdfError('too_many_pages', 'The file has too many pages');
      pages.push(pageOf(value.type === 'ref' ? value.number : undefined, dict, all));
      continue;
    }
    if (branches.has(dict)) continue;
    branches.add(dict);
    for (const kid of [...kids].reverse()) open.push({ value: kid, inherited: all, depth: depth + 1 });
  }
  return pages;
}

const isLikePage = (file: LooseFile, { entries }: PdfDict): boolean =>
  file.name(entries.get('Type')) === 'Page' || entries.has('Contents') || entries.has('MediaBox');

function withOwn(dict: PdfDict, inherited: ReadonlyMap<string, PdfValue>): ReadonlyMap<string, PdfValue> {
  const all = new Map(inherited);
  for (const key of INHERITED) {
    const own = dict.entries.get(key);
    if (own !== undefined) all.set(key, own);
  }
  return all;
}

/** What a page without a tree inherits along /Parent. */
function ancestors(file: LooseFile, page: PdfDict): ReadonlyMap<string, PdfValue> {
  const chain: PdfDict[] = [page];
  for (
    let at = file.dict(page.entries.get('Parent'));
    at !== undefined && chain.length < file.limits.depth;
  ) {
    if (chain.includes(at)) break;
    chain.unshift(at);
    at = file.dict(at.entries.get('Parent'));
  }
  return chain.reduce<ReadonlyMap<string, PdfValue>>(
    (inherited, dict) => withOwn(dict, inherited),
    new Map(),
  );
}

function pageOf(
  number: number | undefined,
  dict: PdfDict,
  inherited: ReadonlyMap<string, PdfValue>,
): LoosePage {
  const entries = new Map([...dict.entries].filter(([key]) => !OWN.has(key)));
  for (const [key, value] of inherited) entries.set(key, value);
  return { number, entries: [...entries] };
}
