import type { TextRun } from '../../content/canvas.ts';
import { drawnOutlines, hasBrokenProgram } from '../../content/font/drawn.ts';
import type { Font } from '../../content/font/font.ts';
import { shapeOf } from '../../content/font/program/raster.ts';
import { splitCodes } from '../../content/font/splitcodes.ts';
import { isUndetermined } from '../../content/font/undetermined.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { touch } from './boxes.ts';
import { heapedDigits, leadsBack } from './digitheaps.ts';
import { isDrawnAsDigit } from './drawnasdigit.ts';
import { type Coded, compareGlyphs } from './glyphs.ts';
import { otherThanGuessed } from './guessed.ts';
import { speaks, weigh } from './letters.ts';
import { misreadCodes, visible } from './misreadcodes.ts';
import { contradicts, signsOf } from './textmap.ts';
import { Touching } from './touching.ts';
import { readType3 } from './type3fonts.ts';
import { UnpaintedFonts } from './unpaintedfonts.ts';
import { bytesOf, codeOf, UsedCodes } from './usedcodes.ts';

/** Fonts whose codes are kept at a time; past it they are judged and let go. */
const MOST_FONTS = 256;
/** What writers put for a letter that a font lacks, and what else is copied as nothing that is known. */
const SUBSTITUTE = '\uFFFD';
const UNMAPPED = /^[\uFFFD\p{Co}]*$/u;
/** A letter or sign that is copied as such. */
const SIGN = /^[\p{L}\p{P}\p{S}]$/u;

/** Width of the ink of a glyph, in ems, from which on it is no digit. */
const BROADEST_DIGIT = 0.75;

interface Use {
  font: Font;
  /** Where it is shown first. */
  page: number;
  rect: Box;
  codes: UsedCodes;
  /** Of a Type 3 font: whether its strings stand upright, and whether on their head. */
  turned: { upright: boolean; mirrored: boolean };
  /** Digits that stand in one place, and signs within one. */
  heaped: { digits: string; page: number; rect: Box }[];
}

/** Heaps of digits that are told of a font. */
const MOST_HEAPS = 20;

/**
 * Gathers which codes of which fonts a document shows, and tells of fonts whose glyphs are known to show other
 * letters, digits or currencies than what is copied, searched and read aloud (ISO 32000-2 §9.10). Once a font.
 */
export class FontUses {
  readonly #pdf: Pdf;
  readonly #report: Report;
  readonly #uses = new Map<number | Font, Use>();
  readonly #told = new Set<number>();
  readonly #touching = new Touching();
  readonly #unpainted: UnpaintedFonts;

  constructor(pdf: Pdf, report: Report) {
    this.#pdf = pdf;
    this.#report = report;
    this.#unpainted = new UnpaintedFonts(pdf, report);
  }

  see(run: TextRun, page: number): void {
    const { font, bytes, mode, layer, box, along, up, pace } = run;
    if (layer === 'off' || font === undefined) return;
    if (mode === 3) {
      this.#unpainted.see(run, page);
      return;
    }
    const { codes, turned, heaped } = this.#use(font, page, box);
    const seen = codes.see(bytes, pace);
    this.#touching.add(run, codes, seen);
    if ((seen.hasNarrow || leadsBack(run)) && heaped.length < MOST_HEAPS) {
      const digits = heapedDigits(run, (units) => this.#pdf.spend(units));
      if (digits !== undefined) heaped.push({ digits, page, rect: box });
    }
    // What nobody sees says nothing of which side of glyphs is up.
    const isSeen = !run.blank && run.alpha > 0 && touch(box, run.clip);
    if (font.kind !== 'type3' || !isSeen) return;
    if (along[0] * up[1] - along[1] * up[0] < 0) turned.mirrored = true;
    else turned.upright = true;
  }

  /** Judges what was seen. */
  finish(): void {
    for (const use of this.#uses.values()) this.#judge(use);
    this.#uses.clear();
    this.#unpainted.finish();
  }

  #use(font: Font, page: number, rect: Box): Use {
    const key = font.object ?? font;
    const known = this.#uses.get(key);
    if (known !== undefined) return known;
    if (this.#uses.size >= MOST_FONTS) this.finish();
    const use: Use = {
      font,
      page,
      rect,
      codes: new UsedCodes(font),
      turned: { upright: false, mirrored: false },
      heaped: [],
    };
    this.#uses.set(key, use);
    return use;
  }

  #judge(use: Use): void {
    const { font, page } = use;
    const { object, dict } = font;
    const value = dict ?? (object === undefined ? undefined : this.#pdf.object(object)?.value);
    if (value === undefined || (object !== undefined && this.#told.has(object))) return;
    const codes = use.codes.keys;
    const pairs = misreadCodes(this.#pdf, use, value);
    const { differences, unread } = this.#compare(use, value, codes);
    if (unread.length > 0 || hasBrokenProgram(this.#pdf, value)) {
      const excerpt = [font.name, ...unread].join(' ').slice(0, EXCERPT);
      this.#report({
        ...{ kind: 'unreadable_object', page, excerpt },
        ...(object === undefined ? {} : { object }),
      });
    }
    if (
      (font.kind === 'type3' || speaks(weigh(codes.map((key) => font.text(bytesOf(key))).join('')))) &&
      (isUndetermined(this.#pdf, value, codes.map(codeOf)) || leadsBackward(font, codes))
    ) {
      this.#report({
        ...{ kind: 'ambiguous_syntax', page, rect: use.rect, excerpt: font.name },
        ...(object === undefined ? {} : { object }),
      });
    }
    for (const pair of differences) pairs.add(pair);
    // A font whose map is told of may have no widths for the same reason.
    if (pairs.size === 0) {
      for (const { digits, page, rect } of use.heaped)
        this.#report({ kind: 'text_map_mismatch', page, rect, excerpt: digits });
      return;
    }
    if (object !== undefined) this.#told.add(object);
    const excerpt = [...pairs].join(' ').slice(0, EXCERPT);
    this.#report({ kind: 'text_map_mismatch', page, ...(object === undefined ? {} : { object }), excerpt });
  }

  /** What the font's own program draws, against what it is copied as. */
  #compare(
    use: Use,
    value: PdfValue,
    keys: readonly number[],
  ): { differences: string[]; unread: readonly string[] } {
    const { font } = use;
    const coded = keys.map((key) => {
      const claimed = font.copied(bytesOf(key));
      return {
        code: codeOf(key),
        text: claimed ?? font.text(bytesOf(key)),
        isClaimed: claimed !== undefined,
        touchesDigits: use.codes.place(key).touchesDigits,
        isMinus: use.codes.standsAsMinus(key),
        ...(font.vertical || font.kind === 'type3'
          ? {}
          : { advance: font.measure(bytesOf(key)).advance / 1000 }),
      };
    });
    if (font.kind === 'type3') return { differences: this.#compareProcedures(use, coded), unread: [] };
    const drawn = drawnOutlines(this.#pdf, value);
    if (drawn === undefined) return { differences: [], unread: [] };
    const { blank, other, unread } = compareGlyphs(drawn, coded, (units) => this.#pdf.spend(units));
    this.#tellBlank(use, blank);
    other.push(...otherThanGuessed(this.#pdf, { value, codes: keys.map(codeOf), drawn }));
    // A digit that is seen and copied as nothing, or as a sign: eyes read 1500, the text says 500.
    for (const [at, { code, text, isClaimed }] of coded.entries()) {
      const isSign = isClaimed && SIGN.test(text) && !UNMAPPED.test(text);
      const isBeside = (isSign || UNMAPPED.test(text)) && use.codes.place(keys[at] ?? 0).touchesDigits;
      const outline = isBeside ? drawn(code) : undefined;
      if (outline === undefined || outline === 'unread' || outline.length === 0) continue;
      // What a writer put for a letter that the font lacks is copied as such; that sign is broader than any digit.
      const shape = shapeOf(outline, (units) => this.#pdf.spend(units));
      const [x0, , x1] = shape.bounds;
      const isSubstitute = text === SUBSTITUTE && x1 - x0 > BROADEST_DIGIT;
      const isRead = isSign ? isDrawnAsDigit(text, shape) : !isSubstitute;
      if (isRead && !other.includes(text)) other.push(text);
    }
    const differs = splitCodes(this.#pdf, value);
    for (const { code, text } of differs === undefined ? [] : coded) {
      if (weigh(text).letters > 0 && differs?.(code) === true) other.push(text);
    }
    return { differences: other.map((text) => `�→${visible(text)}`), unread };
  }

  /** What the procedures of a Type 3 font draw, against what they are copied as. */
  #compareProcedures(use: Use, coded: readonly Coded[]): string[] {
    const { upright, mirrored } = use.turned;
    // What is shown both ways contradicts its text if it does so both ways round.
    const ways = [...(upright || !mirrored ? [false] : []), ...(mirrored ? [true] : [])];
    const [first = [], ...others] = ways.map((isMirrored) => this.#contradictions(use, coded, isMirrored));
    return first.filter((one) => others.every((other) => other.includes(one)));
  }

  #contradictions(use: Use, coded: readonly Coded[], isMirrored: boolean): string[] {
    const { drawn, codes, words } = readType3(this.#pdf, use.font, coded, isMirrored);
    const { blank, other } = compareGlyphs(drawn, codes, (units) => this.#pdf.spend(units));
    this.#tellBlank(use, blank);
    const shown = codes.flatMap(({ code, text }) => {
      const own = words.get(code);
      return own !== undefined && showsOther(own, text) ? `${visible(own)}→${visible(text)}` : [];
    });
    return [...other.map((text) => `�→${visible(text)}`), ...shown];
  }

  /** Copied, and nothing is seen of it. */
  #tellBlank({ font: { object }, page, rect }: Use, blank: readonly string[]): void {
    if (blank.length === 0) return;
    const excerpt = blank.join(' ').slice(0, EXCERPT);
    this.#report({
      ...{ kind: 'invisible_text', page, rect, excerpt },
      ...(object === undefined ? {} : { object }),
    });
  }
}

/** Whether the width of a code is less than nothing: some readers go back by it, and some go on, or not at all. */
const leadsBackward = (font: Font, keys: readonly number[]): boolean =>
  !font.vertical && keys.some((key) => font.measure(bytesOf(key)).advance < 0);

/** Whether the words that a glyph shows surely are not what it is copied as. */
function showsOther(words: string, copied: string): boolean {
  if (words.includes(SUBSTITUTE) || copied.includes(SUBSTITUTE)) return false;
  if ([...words].length < 2) return contradicts(words, copied);
  return signsOf(words).join('') !== signsOf(copied).join('');
}
