import type { Limits } from '../limits.ts';
import type { PdfPorts } from '../ports.ts';
import { embedFont } from '../sign/appearance/index.ts';
import { type Font, readFont } from '../stamp/index.ts';
import { copyDocument } from './copy.ts';
import type { SafeCopy } from './face.ts';

/**
 * {@link copyDocument}, with a TrueType font for values of fields whose own fonts have no codes for them, as those in Greek.
 * Throws PdfError.
 */
export async function copyWithFont(
  bytes: Uint8Array,
  font: Uint8Array,
  ports: PdfPorts,
  limits: Partial<Limits> = {},
): Promise<SafeCopy> {
  const copy = copyDocument(bytes, ports, limits);
  const whole = readFont(font);
  const letters = [...copy.letters].filter((letter) => letter === ' ' || isDrawn(whole, letter));
  if (letters.length === 0) return copy;
  const { embedded, glyph } = await embedFont(whole, font, letters, ports);
  const drawn = copyDocument(bytes, ports, limits, { font: embedded, glyph });
  // Written as any other font, so that a copy of the copy is that copy.
  return { ...drawn, bytes: copyDocument(drawn.bytes, ports, limits).bytes };
}

const isDrawn = (font: Font, letter: string): boolean => {
  const glyph = font.glyph(letter.codePointAt(0) ?? 0);
  return glyph !== 0 && font.inked(glyph);
};
