import type { PdfPorts } from '../../ports.ts';
import { ascii } from '../../syntax/bytes.ts';
import type { AppearanceText } from '../face.ts';
import { embedFont } from './embedded.ts';
import { layoutAppearance } from './layout.ts';
import { readFont } from './truetype.ts';
import type { Appearance, Layout, PlacedText, Size } from './types.ts';
import { format } from './written.ts';

/** DeviceGray levels; PDF/A takes DeviceGray under any output intent, and no transparency is needed. */
const gray = { border: 0.55, name: 0, label: 0.35, value: 0 };

/**
 * Draws a signature's stamp: layout, content stream and the font subset for exactly its characters.
 * Throws PdfError `font_unusable`.
 */
export async function drawAppearance(
  text: AppearanceText,
  size: Size,
  font: Uint8Array,
  ports: Pick<PdfPorts, 'subset' | 'digest'>,
): Promise<Appearance> {
  const whole = readFont(font);
  const layout = layoutAppearance(text, size, whole.metrics);
  const { embedded, glyph } = await embedFont(
    whole,
    font,
    layout.texts.map(({ text }) => text),
    ports,
  );
  return { size, layout, font: embedded, content: ascii(contentOf(layout, glyph)) };
}

function contentOf({ border, rule, texts }: Layout, glyph: (character: string) => number): string {
  const box = [border.x, border.y, border.width, border.height].map(format).join(' ');
  const lines = ['q', `${format(border.lineWidth)} w ${gray.border} G`, `${box} re S`];
  if (rule) {
    const y = format(rule.y);
    lines.push(`${format(rule.lineWidth)} w ${format(rule.x1)} ${y} m ${format(rule.x2)} ${y} l S`);
  }
  lines.push('BT', ...texts.map((placed) => show(placed, glyph)), 'ET', 'Q', '');
  return lines.join('\n');
}

function show({ role, text, x, y, size }: PlacedText, glyph: (character: string) => number): string {
  const codes = Array.from(text, (character) => glyph(character).toString(16).padStart(4, '0')).join('');
  return `/F0 ${format(size)} Tf ${gray[role]} g 1 0 0 1 ${format(x)} ${format(y)} Tm <${codes}> Tj`;
}
