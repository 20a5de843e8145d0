import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { type CompositeFont, compositeFont } from './composite.ts';
import { FontReader } from './reader.ts';
import { type SimpleFont, simpleFont } from './simple.ts';
import { type3Font } from './type3.ts';
import type { Font } from './types.ts';

/** Fonts of one document that are kept. */
const MOST_FONTS = 512;
/** Entries of their tables: about 20 bytes each. */
const MOST_ENTRIES = 1_000_000;

/** The fonts of a document by object number, or by the dictionary that stands in place. */
class FontCache {
  readonly #fonts = new Map<number | PdfDict, Font>();
  #entries = 0;

  get(key: number | PdfDict): Font | undefined {
    return this.#fonts.get(key);
  }

  set(key: number | PdfDict, font: SimpleFont | CompositeFont): void {
    // A dictionary in place is kept with it: some values for each byte that it takes.
    const entries = font.entries + (typeof key === 'number' ? 0 : key.end - key.start);
    this.#entries += entries;
    if (this.#fonts.size >= MOST_FONTS || this.#entries > MOST_ENTRIES) {
      this.#fonts.clear();
      this.#entries = entries;
    }
    this.#fonts.set(key, font);
  }
}

const caches = new WeakMap<Pdf, FontCache>();

/**
 * The font that a /Font resource names: a reference, or a dictionary in place; undefined where it is neither.
 * Kept for the document, so that asking again is cheap. What is odd or broken in it is estimated; throws PdfError
 * past a bound only.
 */
export function loadFont(pdf: Pdf, value: PdfValue | undefined): Font | undefined {
  if (value?.type !== 'ref' && value?.type !== 'dict') return undefined;
  const cache = caches.get(pdf) ?? new FontCache();
  caches.set(pdf, cache);
  const key = value.type === 'ref' ? value.number : value;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined) return undefined;
  const font = readFont(reader, dict);
  if (value.type === 'ref') font.object = value.number;
  else font.dict = value;
  cache.set(key, font);
  return font;
}

function readFont(reader: FontReader, dict: PdfDict): SimpleFont | CompositeFont {
  const subtype = reader.name(dict.entries.get('Subtype'));
  if (subtype === 'Type0' || (subtype === undefined && dict.entries.has('DescendantFonts'))) {
    return compositeFont(reader, dict);
  }
  return subtype === 'Type3' ? type3Font(reader, dict) : simpleFont(reader, dict);
}
