import type { TextRun } from '../../content/canvas.ts';
import { type Drawn, drawnOutlines } from '../../content/font/drawn.ts';
import type { Font } from '../../content/font/font.ts';
import { shapeOf } from '../../content/font/program/raster.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { compareGlyphs } from './glyphs.ts';
import { misreadCodes, visible } from './misreadcodes.ts';
import { bytesOf, codeOf, UsedCodes } from './usedcodes.ts';

/** Fonts that are kept; a document of scans has a few. */
const MOST_FONTS = 64;
/** Glyphs that differ from each other, from which on a font draws letters; and glyphs that are looked at for that. */
const LETTERS = 4;
const MOST_GLYPHS = 200;

interface Use {
  font: Font;
  page: number;
  codes: UsedCodes;
}

/**
 * Fonts of text that is never painted. What it says is to be what the scan under it shows, whatever its letters look like; but
 * where the font has letters, nobody has reason to copy one as another.
 */
export class UnpaintedFonts {
  readonly #pdf: Pdf;
  readonly #report: Report;
  readonly #uses = new Map<number | Font, Use>();

  constructor(pdf: Pdf, report: Report) {
    this.#pdf = pdf;
    this.#report = report;
  }

  see({ font, bytes, pace }: TextRun, page: number): void {
    if (font === undefined || font.kind === 'type3') return;
    const key = font.object ?? font;
    const use = this.#uses.get(key) ?? { font, page, codes: new UsedCodes(font) };
    if (this.#uses.size >= MOST_FONTS && !this.#uses.has(key)) return;
    this.#uses.set(key, use);
    use.codes.see(bytes, pace);
  }

  finish(): void {
    for (const use of this.#uses.values()) this.#judge(use);
    this.#uses.clear();
  }

  #judge(use: Use): void {
    const { font, page, codes } = use;
    const { object } = font;
    const value = font.dict ?? (object === undefined ? undefined : this.#pdf.object(object)?.value);
    const drawn = value === undefined ? undefined : drawnOutlines(this.#pdf, value);
    if (value === undefined || drawn === undefined || !this.#drawsLetters(drawn, codes)) return;
    const pairs = [...misreadCodes(this.#pdf, use, value), ...this.#others(drawn, use)];
    if (pairs.length === 0) return;
    const excerpt = pairs.join(' ').slice(0, EXCERPT);
    this.#report({ kind: 'text_map_mismatch', page, ...(object === undefined ? {} : { object }), excerpt });
  }

  #others(drawn: Drawn, { font, codes }: Use): string[] {
    const coded = codes.keys.flatMap((key) => {
      const text = font.copied(bytesOf(key));
      return text === undefined ? [] : { code: codeOf(key), text, isClaimed: true };
    });
    const { other } = compareGlyphs(drawn, coded, (units) => this.#pdf.spend(units));
    return other.map((text) => `�→${visible(text)}`);
  }

  /** Whether several of its glyphs look otherwise than each other, boxes and frames of whatever breadth aside. */
  #drawsLetters(drawn: Drawn, { keys }: UsedCodes): boolean {
    const seen = new Set<string>();
    for (const key of keys.slice(0, MOST_GLYPHS)) {
      const outline = drawn(codeOf(key));
      if (outline === undefined || outline === 'unread' || outline.length === 0) continue;
      const { cells } = shapeOf(outline, (units) => this.#pdf.spend(units));
      if (!isBox(cells)) seen.add(cells.join(''));
      if (seen.size >= LETTERS) return true;
    }
    return false;
  }
}

/** Whether all of its edges are painted. */
function isBox(cells: Uint8Array): boolean {
  const side = Math.sqrt(cells.length);
  for (let at = 0; at < side; at++) {
    const edges = [at, cells.length - 1 - at, at * side, (at + 1) * side - 1];
    if (edges.some((edge) => cells[edge] !== 1)) return false;
  }
  return true;
}
