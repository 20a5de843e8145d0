import { namesIn } from '../../content/names.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import { pages } from '../pages.ts';
import { entry } from './step.ts';
import { dictOf, isMachinery, valueAt } from './value.ts';

/** Resources that are an object of their own: of all kinds, or of one. */
export interface OwnResources {
  object: number;
  kind: string;
}

/** Whether a content that finds its resources there names one of `names` as an operand. */
export function areNamed(pdf: Pdf, own: OwnResources, names: ReadonlySet<string>): boolean {
  const ofPages = new Set<number>();
  for (const { dict, resources } of pages(pdf)) {
    const contents = entry(dict, 'Contents');
    const isUser = findsIn(pdf, resources, own);
    for (const value of [contents, ...(readable(() => pdf.array(contents))?.items ?? [])]) {
      const stream = readable(() => pdf.resolve(value));
      if (value?.type === 'ref') ofPages.add(value.number);
      if (isUser && stream?.type === 'stream' && namesAny(pdf, stream, names)) return true;
    }
  }
  pdf.spend(pdf.index.highest);
  for (let object = 0; object <= pdf.index.highest; object++) {
    if (ofPages.has(object) || pdf.index.get(object) === undefined) continue;
    const value = valueAt(pdf, object);
    if (fontsIn(value).some((font) => paintsWith(pdf, font, own, names))) return true;
    if (value?.type !== 'stream' || !mayBeContent(value)) continue;
    if (mayFindIn(pdf, entry(value.dict, 'Resources'), own) && namesAny(pdf, value, names)) return true;
  }
  return false;
}

/** How deep a font of type 3 may stand in an object that holds it: in the fonts of the resources of a form. */
const DEEPEST = 4;

/** The fonts of type 3 that an object is, or that stand in place within it. */
function fontsIn(value: PdfValue | undefined, depth = 0): PdfDict[] {
  const dict = dictOf(value);
  if (dict === undefined) return [];
  const own = dict.entries.has('CharProcs') ? [dict] : [];
  if (depth >= DEEPEST) return own;
  const within = [...dict.entries.values()].filter(({ type }) => type === 'dict');
  return [...own, ...within.flatMap((one) => fontsIn(one, depth + 1))];
}

/** Whether a glyph of a font of type 3 names one of them: a content, whatever its dictionary calls it (§9.6.4). */
function paintsWith(pdf: Pdf, font: PdfDict, own: OwnResources, names: ReadonlySet<string>): boolean {
  // The font's resources count; where a glyph has some of its own, some readers take those.
  const isFound = mayFindIn(pdf, entry(font, 'Resources'), own);
  const glyphs = readable(() => pdf.dict(entry(font, 'CharProcs')));
  pdf.spend(glyphs?.entries.size ?? 0);
  return [...(glyphs?.entries.values() ?? [])].some((glyph) => {
    const stream = readable(() => pdf.resolve(glyph));
    if (stream?.type !== 'stream') return false;
    const resources = entry(stream.dict, 'Resources');
    const isOwn = resources !== undefined && findsIn(pdf, resources, own);
    return (isFound || isOwn) && namesAny(pdf, stream, names);
  });
}

/** Whether a content with those resources finds its own there: what has none takes those of whoever paints it. */
const mayFindIn = (pdf: Pdf, resources: PdfValue | undefined, own: OwnResources): boolean =>
  resources === undefined || findsIn(pdf, resources, own);

function findsIn(pdf: Pdf, resources: PdfValue | undefined, { object, kind }: OwnResources): boolean {
  const isIt = (value: PdfValue | undefined): boolean => value?.type === 'ref' && value.number === object;
  return (
    isIt(resources) ||
    isIt(
      entry(
        readable(() => pdf.dict(resources)),
        kind,
      ),
    )
  );
}

/** What cannot be read may name anything. */
function namesAny(pdf: Pdf, stream: PdfStream, names: ReadonlySet<string>): boolean {
  const found = namesOf(pdf, stream);
  return found === undefined || [...names].some((name) => found.has(name));
}

/** The names in a content; undefined where it cannot be read. */
export const namesOf = (pdf: Pdf, stream: PdfStream): Set<string> | undefined =>
  readable(() => {
    const bytes = pdf.decoded(stream);
    pdf.spend(bytes.length);
    return namesIn(bytes);
  });

/** Entries of streams that are data: functions, shadings, programs of fonts. */
const DATA = ['FunctionType', 'ShadingType', 'Length1', 'Length2', 'CMapName'];

function mayBeContent(stream: PdfStream): boolean {
  const { entries }: PdfDict = stream.dict;
  // A pattern is painted, whatever else its dictionary says (§8.7.3).
  if (entries.has('PatternType')) return true;
  const subtype = entries.get('Subtype');
  if (subtype !== undefined && !(subtype.type === 'name' && subtype.value === 'Form')) return false;
  return !isMachinery(stream) && !DATA.some((key) => entries.has(key));
}
