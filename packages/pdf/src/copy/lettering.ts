import type { Limits } from '../limits.ts';
import type { PdfPorts } from '../ports.ts';
import { embedFont } from '../sign/appearance/index.ts';
import { type Font, readFont } from '../stamp/index.ts';
import { copyDocument } from './copy.ts';
import type { LeftOut, LeftOutKind, SafeCopy } from './face.ts';

/** What a copy draws in, or takes away, may hide what stands beside it, or be hidden itself. */
const CHANGES: ReadonlySet<LeftOutKind> = new Set(['field_drawn', 'note_drawn', 'hidden_text']);

/**
 * {@link copyDocument}, with a TrueType font for values of fields whose own fonts have no codes for them, as those in Greek,
 * and without what nobody sees once they are drawn in. Throws PdfError.
 */
export async function copyWithFont(
  bytes: Uint8Array,
  font: Uint8Array,
  ports: PdfPorts,
  limits: Partial<Limits> = {},
): Promise<SafeCopy> {
  const first = copyDocument(bytes, ports, limits);
  const whole = readFont(font);
  const letters = [...first.letters].filter((letter) => letter === ' ' || isDrawn(whole, letter));
  if (letters.length === 0) return copyAgain(first, ports, limits);
  const { embedded, glyph } = await embedFont(whole, font, letters, ports);
  return copyAgain(copyDocument(bytes, ports, limits, { font: embedded, glyph }), ports, limits);
}

/** A copy of the copy, which every further one is, too: our font is written as any other, and what was drawn in and nobody sees is gone. */
function copyAgain(copy: SafeCopy, ports: PdfPorts, limits: Partial<Limits>): SafeCopy {
  if (!copy.leftOut.some(({ kind }) => CHANGES.has(kind))) return copy;
  const { bytes, leftOut } = copyDocument(copy.bytes, ports, limits);
  return { ...copy, bytes, leftOut: joinLists(copy.leftOut, leftOut) };
}

/** In the order of pages. */
function joinLists(all: readonly LeftOut[], more: readonly LeftOut[]): LeftOut[] {
  const hidden = more.filter(({ kind }) => kind === 'hidden_text');
  const isLast = ({ kind }: LeftOut): boolean => kind === 'truncated';
  const sorted = [...all, ...hidden]
    .filter((one) => !isLast(one))
    .sort((one, other) => (one.page ?? 0) - (other.page ?? 0));
  return [...sorted, ...all.filter(isLast)];
}

/** Marks of direction and the like are no letters, whatever a font has for them. */
const isDrawn = (font: Font, letter: string): boolean => {
  const glyph = /^\p{C}$/u.test(letter) ? 0 : font.glyph(letter.codePointAt(0) ?? 0);
  return glyph !== 0 && font.inked(glyph);
};
