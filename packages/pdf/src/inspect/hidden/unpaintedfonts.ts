import type { TextRun } from '../../content/canvas.ts';
import { type Drawn, drawnOutlines } from '../../content/font/drawn.ts';
import type { Font } from '../../content/font/font.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { compareGlyphs } from './glyphs.ts';
import { misreadCodes, visible } from './misreadcodes.ts';
import { bytesOf, codeOf, UsedCodes } from './usedcodes.ts';

/** Fonts that are kept; a document of scans has a few. */
const MOST_FONTS = 64;
/** Glyphs that differ from each other, from which on a font draws letters: those of recognised text often are all one box. */
const LETTERS = 4;

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

  #drawsLetters(drawn: Drawn, { keys }: UsedCodes): boolean {
    const seen = new Set<string>();
    for (const key of keys) {
      const outline = drawn(codeOf(key));
      if (outline === undefined || outline === 'unread' || outline.length === 0) continue;
      this.#pdf.spend(outline.length);
      seen.add(outline.map((contour) => contour.join(' ')).join(';'));
      if (seen.size >= LETTERS) return true;
    }
    return false;
  }
}
