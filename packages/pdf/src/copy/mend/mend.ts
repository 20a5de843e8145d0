import { PdfError } from '../../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../../limits.ts';
import type { PdfPorts } from '../../ports.ts';
import { openPdf } from '../../syntax/open.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { Objects } from '../../write/objects.ts';
import { rawStream } from '../stream.ts';
import { arrayText, dictText } from '../written.ts';
import { LooseFile } from './loosefile.ts';
import { loosePages } from './loosepages.ts';
import { valueText } from './valuetext.ts';

/**
 * Opens a damaged file: whatever is formed like an object is one, of each number the last one, whatever tables and lengths
 * say. It is written anew in the clear, with a flat tree of pages, and opened as any other file. For copies alone: what is
 * signed is never mended. Throws PdfError.
 */
export function openLeniently(bytes: Uint8Array, ports: PdfPorts, limits: Partial<Limits> = {}): Pdf {
  const bounds: Limits = { ...DEFAULT_LIMITS, ...limits };
  if (bytes.length > bounds.fileBytes) throw new PdfError('too_large', 'The file is too large');
  const file = new LooseFile(bytes, ports, bounds);
  return openPdf(mended(file), ports, limits);
}

/** What is written anew, or has no meaning any more. */
const LEFT_BEHIND: ReadonlySet<string> = new Set(['XRef', 'ObjStm', 'Catalog', 'Pages']);

function mended(file: LooseFile): Uint8Array {
  const pages = loosePages(file);
  if (pages.length === 0) throw new PdfError('broken_pages', 'No pages are found in the file');
  const objects = new Objects();
  const highest = file.numbers.at(-1) ?? 0;
  const [tree, catalog] = [highest + 1, highest + 2];
  let next = highest + 3;
  const written = new Set<number>();
  const kids = pages.map(({ number, entries }) => {
    // A page that is listed twice, or stands in its parent itself, gets an object of its own.
    const own = number !== undefined && !written.has(number) ? number : next++;
    written.add(own);
    const text = entries.map(([key, value]) => [key, valueText(file, value)] as const);
    objects.put(own, dictText([['Type', '/Page'], ['Parent', `${tree} 0 R`], ...text]));
    return `${own} 0 R`;
  });
  objects.put(
    tree,
    dictText([
      ['Type', '/Pages'],
      ['Count', String(kids.length)],
      ['Kids', arrayText(kids)],
    ]),
  );
  const root = file.dict(file.trailer.entries.get('Root'));
  objects.put(catalog, dictText([...entriesWithout(file, root, 'Pages'), ['Pages', `${tree} 0 R`]]));
  for (const number of file.numbers) {
    const value = file.object(number)?.value;
    if (written.has(number) || value === undefined || isLeftBehind(file, value)) continue;
    objects.put(number, bodyOf(file, value));
  }
  const info = file.trailer.entries.get('Info');
  const named = info?.type === 'ref' ? `/Info ${info.number} 0 R` : '';
  return objects.file(`/Root ${catalog} 0 R${named}`, file.ports);
}

const isLeftBehind = (file: LooseFile, value: PdfValue): boolean =>
  LEFT_BEHIND.has(file.name(file.dict(value)?.entries.get('Type')) ?? '');

function bodyOf(file: LooseFile, value: PdfValue): string | Uint8Array {
  if (value.type !== 'stream') return valueText(file, value);
  return rawStream(entriesWithout(file, value.dict, 'Length'), file.streamData(value));
}

function entriesWithout(file: LooseFile, dict: PdfDict | undefined, left: string): [string, string][] {
  return [...(dict?.entries ?? [])].flatMap(([key, value]): [string, string][] =>
    key === left ? [] : [[key, valueText(file, value)]],
  );
}
