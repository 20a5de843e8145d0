import type { PdfPorts } from '../../ports.ts';
import {
  type AppearanceText,
  layoutStamp,
  type Mark,
  marksOf,
  readFont,
  type Size,
} from '../../stamp/index.ts';
import { ascii } from '../../syntax/bytes.ts';
import { embedFont } from './embedded.ts';
import type { Appearance } from './types.ts';
import { format } from './written.ts';

/**
 * Draws a signature's stamp: layout, content stream and the font subset for exactly its characters; over an opaque
 * ground unless told otherwise. Throws PdfError `font_unusable`.
 */
export async function drawAppearance(
  text: AppearanceText,
  size: Size,
  font: Uint8Array,
  ports: Pick<PdfPorts, 'subset' | 'digest'>,
  isOpaque = true,
): Promise<Appearance> {
  const whole = readFont(font);
  const layout = layoutStamp(text, size, whole.metrics);
  const { embedded, glyph } = await embedFont(
    whole,
    font,
    layout.texts.map(({ text }) => text),
    ports,
  );
  return { size, layout, font: embedded, content: ascii(contentOf(marksOf(layout, isOpaque), glyph)) };
}

/** DeviceGray alone: PDF/A takes it under any output intent, and no transparency is needed. */
function contentOf(marks: readonly Mark[], glyph: (character: string) => number): string {
  const texts = marks.filter((mark) => mark.kind === 'text');
  const shapes = marks.flatMap((mark) => (mark.kind === 'text' ? [] : [shape(mark)]));
  return ['q', ...shapes, 'BT', ...texts.map((text) => show(text, glyph)), 'ET', 'Q', ''].join('\n');
}

function shape(mark: Exclude<Mark, { kind: 'text' }>): string {
  if (mark.kind === 'area') return `${mark.gray} g ${rectangle(mark)} f`;
  const pen = `${format(mark.lineWidth)} w ${mark.gray} G`;
  if (mark.kind === 'frame') return `${pen} ${rectangle(mark)} S`;
  const y = format(mark.y);
  return `${pen} ${format(mark.x1)} ${y} m ${format(mark.x2)} ${y} l S`;
}

const rectangle = ({ x, y, width, height }: Extract<Mark, { kind: 'area' | 'frame' }>): string =>
  `${[x, y, width, height].map(format).join(' ')} re`;

function show(
  { gray, text, x, y, size }: Extract<Mark, { kind: 'text' }>,
  glyph: (character: string) => number,
): string {
  const codes = Array.from(text, (character) => glyph(character).toString(16).padStart(4, '0')).join('');
  return `/F0 ${format(size)} Tf ${gray} g 1 0 0 1 ${format(x)} ${format(y)} Tm <${codes}> Tj`;
}
