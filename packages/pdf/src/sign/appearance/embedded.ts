import { PdfError } from '../../errors.ts';
import type { PdfPorts } from '../../ports.ts';
import { type Font, readFont } from '../../stamp/index.ts';
import type { EmbeddedFont } from './types.ts';

const flag = { fixedPitch: 1, symbolic: 4, italic: 64 };

/**
 * Subsets a font to the characters of some texts, and looks them up in the subset: its glyph ids are the CIDs.
 * Characters are asked for in sorted order, so that a caller who keeps subsets finds them again.
 */
export async function embedFont(
  whole: Font,
  font: Uint8Array,
  texts: readonly string[],
  ports: Pick<PdfPorts, 'subset' | 'digest'>,
): Promise<{ embedded: EmbeddedFont; glyph: (character: string) => number }> {
  const characters = [...new Set(texts.flatMap((text) => [...text]))].sort();
  const program = await subsetOf(font, characters.join(''), ports);
  const subset = readFont(program);
  const glyphs = new Map(characters.map((character) => [character, glyphOf(subset, character)]));
  const unicode = new Map(Array.from(glyphs, ([character, glyph]) => [glyph, character]));
  const embedded = {
    baseFont: `${subsetTag(ports.digest('SHA-256').update(program).digest())}+${whole.postScriptName}`,
    program,
    unicode,
    ...descriptorOf(whole, subset),
  };
  return { embedded, glyph: (character) => glyphs.get(character) ?? 0 };
}

async function subsetOf(
  font: Uint8Array,
  text: string,
  ports: Pick<PdfPorts, 'subset'>,
): Promise<Uint8Array> {
  try {
    return await ports.subset(font, text);
  } catch (cause) {
    throw new PdfError('font_unusable', 'the font of the signature cannot be subset', { cause });
  }
}

/** A subset that lost a glyph, or only its outline, would show a name with holes in it. */
function glyphOf(subset: Font, character: string): number {
  const glyph = subset.glyph(character.codePointAt(0) ?? 0);
  if (glyph === 0 || (character !== ' ' && !subset.inked(glyph))) {
    throw new PdfError('font_unusable', 'the subset of the font lacks a glyph that it was made for');
  }
  return glyph;
}

/** Widths from the subset, which is what is shown; lines and name from the whole font. */
function descriptorOf(whole: Font, subset: Font) {
  const scale = (units: number, em: number) => Math.round((units * 1e6) / em) / 1000;
  const scaled = (units: number) => Math.round((units * 1000) / whole.unitsPerEm);
  const [left, bottom, right, top] = subset.bbox;
  const advances = Array.from({ length: subset.glyphCount }, (_, glyph) => subset.advance(glyph));
  const fixed = whole.fixedPitch ? flag.fixedPitch : 0;
  return {
    widths: advances.map((advance) => scale(advance, subset.unitsPerEm)),
    bbox: [scaled(left), scaled(bottom), scaled(right), scaled(top)] as const,
    italicAngle: whole.italicAngle,
    ascent: scaled(whole.ascent),
    descent: scaled(whole.descent),
    capHeight: scaled(whole.capHeight),
    // The usual estimate: TrueType does not say how thick its stems are.
    stemV: Math.round(50 + (whole.weight / 65) ** 2),
    flags: flag.symbolic + fixed + (whole.italicAngle === 0 ? 0 : flag.italic),
  };
}

/** Six capitals that differ where the subsets differ (ISO 32000-2 §9.9.2). */
function subsetTag(digest: Uint8Array): string {
  return String.fromCharCode(...Array.from(digest.subarray(0, 6), (byte) => 65 + (byte % 26)));
}
