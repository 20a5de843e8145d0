import { inherited } from '../../inspect/inherited.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { numberText } from '../written.ts';
import { type DefaultAppearance, defaultAppearance } from './default.ts';
import { type Letters, ourLetters, ownLetters } from './letters.ts';
import type { Painted } from './look.ts';

/** Characters of a value that are drawn. */
const LONGEST = 4000;
/** Points: of text that fits itself to its field at most, and between it and the field's edge. */
const LARGEST = 12;
const MARGIN = 1;
/** Of the height of a field, what such text takes; of its size, how far its line stands under its middle, and between lines. */
const FILLS = 0.7;
const MIDDLE = 0.36;
const LEADING = 1.15;
/** Bits of /Ff (ISO 32000-2 §12.7.5.3). */
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
/** What standard fonts have codes for; other letters would come out as others. */
const STANDARD = /^[\n\r\t\x20-\x7e\xa1-\xff]*$/;

/** What a field of text or of choices holds, in letters. Undefined where no font at hand has them all. */
export function valueText(
  copy: Copying,
  dict: PdfDict,
  size: readonly [number, number],
): Painted | undefined {
  const { pdf } = copy;
  const isText = pdf.name(inherited(pdf, dict, 'FT')) === 'Tx';
  const flags = pdf.number(inherited(pdf, dict, 'Ff')) ?? 0;
  const text = isText && (flags & PASSWORD) !== 0 ? '' : heldBy(copy, dict).normalize('NFC');
  if (text.trim() === '') return { operators: '' };
  const isMultiline = isText && (flags & MULTILINE) !== 0;
  const said = defaultAppearance(copy, dict);
  const points = said.points || Math.min(LARGEST, (isMultiline ? 2 * LARGEST : size[1]) * FILLS);
  const letters = STANDARD.test(text) ? ownLetters(copy, said) : ourLetters(copy, text);
  if (letters === undefined) return undefined;
  const align = pdf.number(inherited(pdf, dict, 'Q')) ?? 0;
  const operators = linesOf(text, { ...letters, ...said, points, size, isMultiline, align });
  return { operators, resources: `<</Font <</F0 ${letters.font}>>>>` };
}

/** What is held; of choices what stands for it. */
function heldBy({ pdf }: Copying, dict: PdfDict): string {
  const value = pdf.resolve(inherited(pdf, dict, 'V'));
  const held = pdf.text(value?.type === 'array' ? value.items[0] : value, LONGEST) ?? '';
  for (const item of pdf.array(inherited(pdf, dict, 'Opt'))?.items ?? []) {
    const [exported, shown] = pdf.array(item)?.items ?? [];
    if (shown !== undefined && pdf.text(exported, LONGEST) === held) return pdf.text(shown, LONGEST) ?? held;
  }
  return held.slice(0, LONGEST);
}

interface Setting extends Letters, DefaultAppearance {
  size: readonly [number, number];
  isMultiline: boolean;
  /** /Q: 0 left, 1 centred, 2 right. */
  align: number;
}

function linesOf(text: string, { size, isMultiline, align, points, colour, write }: Setting): string {
  const [width, height] = size;
  const lines = isMultiline ? text.split(/\r\n|\r|\n/) : [text.replace(/[\r\n]+/g, ' ')];
  const top = isMultiline ? height - MARGIN - points : height / 2 - MIDDLE * points;
  const parts = lines.map((line, at) => {
    const { string, advance } = write(line);
    const room = width - (advance * points) / 1000 - 2 * MARGIN;
    const x = MARGIN + (align === 1 ? room / 2 : align === 2 ? room : 0);
    const y = top - at * points * LEADING;
    return `1 0 0 1 ${numberText(x)} ${numberText(y)} Tm\n${string} Tj\n`;
  });
  const clip = [0, 0, width, height].map(numberText).join(' ');
  return `q\n${clip} re\nW\nn\nBT\n/F0 ${numberText(points)} Tf\n${colour}\n${parts.join('')}ET\nQ\n`;
}
