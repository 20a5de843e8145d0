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
    const streams = [
      ...glyphsOf(pdf, value),
      ...(value?.type === 'stream' && mayBeContent(value) ? [value] : []),
    ];
    if (streams.some((stream) => mayFindIn(pdf, stream, own) && namesAny(pdf, stream, names))) return true;
  }
  return false;
}

/** What a font of type 3 paints (§9.6.4): contents, whatever their dictionaries call them. */
function glyphsOf(pdf: Pdf, font: PdfValue | undefined): PdfStream[] {
  const glyphs = readable(() => pdf.dict(entry(dictOf(font), 'CharProcs')));
  pdf.spend(glyphs?.entries.size ?? 0);
  return [...(glyphs?.entries.values() ?? [])].flatMap((glyph) => {
    const stream = readable(() => pdf.resolve(glyph));
    return stream?.type === 'stream' ? [stream] : [];
  });
}

/** Whether a content finds its resources there: what has none of its own takes those of whoever paints it. */
function mayFindIn(pdf: Pdf, stream: PdfStream, own: OwnResources): boolean {
  const resources = entry(stream.dict, 'Resources');
  return resources === undefined || findsIn(pdf, resources, own);
}

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
