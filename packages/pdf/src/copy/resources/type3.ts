import { Resources } from '../../content/resources.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying, SourceContent } from '../copying.ts';
import { box, entriesOf, integer, listOf, matrix, number, type Schema } from '../schema.ts';
import { dataOf, flateStream } from '../stream.ts';
import { dictText } from '../written.ts';
import { encoding } from './fontparts.ts';
import { toUnicode } from './tounicode.ts';

const TYPE3: Schema = {
  FontBBox: box,
  FontMatrix: matrix,
  FirstChar: integer,
  LastChar: integer,
  Widths: listOf(number, 0, 65_536),
  Encoding: encoding,
};
const UNICODE: Schema = { ToUnicode: toUnicode };
/** Glyphs of one font: codes have one byte, and some writers leave others behind. */
const MOST_GLYPHS = 5000;

/**
 * A font whose glyphs are drawn by content (ISO 32000-2 §9.6.4). They share one dictionary of resources; a font without one
 * uses that of the page.
 */
export function type3(copy: Copying, dict: PdfDict, around: Resources): [string, string | undefined][] {
  const { pdf } = copy;
  const own = dict.entries.get('Resources');
  const names: string[] = [];
  const contents: SourceContent[] = [];
  for (const [name, value] of pdf.dict(dict.entries.get('CharProcs'))?.entries ?? []) {
    if (names.length >= MOST_GLYPHS) break;
    const stream = copy.resolve(value);
    const bytes = stream?.type === 'stream' ? copy.attempt(() => dataOf(copy, stream)) : undefined;
    if (bytes === undefined) continue;
    names.push(name);
    contents.push({
      bytes,
      object: value.type === 'ref' ? value.number : undefined,
      kind: 'glyph',
      text: undefined,
    });
  }
  const drawn = copy.content(contents, own === undefined ? around : new Resources(pdf, own));
  const glyphs = drawn.bodies.map(
    (body, at) => [names[at] ?? '', copy.add(flateStream(copy, [], body))] as const,
  );
  return [
    ['Subtype', '/Type3'],
    ...entriesOf(copy, dict, TYPE3),
    ['CharProcs', dictText(glyphs)],
    ['Resources', drawn.resources],
    ...entriesOf(copy, dict, UNICODE),
  ];
}
