import type { DrawnAnnotation } from '../content/annotations.ts';
import { loadFont } from '../content/font/font.ts';
import { Resources } from '../content/resources.ts';
import { inherited } from '../inspect/inherited.ts';
import { acroForm } from '../revisions/form.ts';
import type { Box } from '../revisions/pages.ts';
import { ascii, latin1 } from '../syntax/bytes.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import type { Copying } from './copying.ts';
import { colourOf } from './looks.ts';
import { fontOf } from './resources/font.ts';
import { flateStream } from './stream.ts';
import { arrayText, nameText, numberText, stringText } from './written.ts';

/** Characters of a value that are drawn. */
const LONGEST = 4000;
/** Points: of text that fits itself to its field at most, and between it and the field's edge. */
const LARGEST = 12;
const MARGIN = 2;
/** Of the height of a field, what such text takes; of its size, how far its line stands under its middle, and between lines. */
const FILLS = 0.7;
const MIDDLE = 0.36;
const LEADING = 1.15;
/** Bits of /Ff (ISO 32000-2 §12.7.5.3). */
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;

/**
 * The form of a field of text or of choices that has a value and no appearance: its ground and its value, as readers draw it by
 * themselves (§12.7.4.3). Undefined where there is nothing to show, or letters that its font has no codes for.
 */
export function fieldLook(copy: Copying, { dict, rect }: DrawnAnnotation): string | undefined {
  const { pdf } = copy;
  const type = pdf.name(inherited(pdf, dict, 'FT'));
  if (rect === undefined || (type !== 'Tx' && type !== 'Ch')) return undefined;
  const flags = pdf.number(inherited(pdf, dict, 'Ff')) ?? 0;
  const text = type === 'Tx' && (flags & PASSWORD) !== 0 ? '' : heldBy(copy, dict);
  // Standard fonts have codes for these; other letters would come out as others.
  if (!/^[\n\r\t\x20-\x7e\xa1-\xff]*$/.test(text)) return undefined;
  const size: [number, number] = [rect[2] - rect[0], rect[3] - rect[1]];
  const ground = groundOf(copy, dict, size);
  const isMultiline = type === 'Tx' && (flags & MULTILINE) !== 0;
  const set = setting(copy, dict, isMultiline ? 2 * LARGEST : size[1]);
  const shown = text.trim() === '' ? '' : textOf(copy, dict, { text, size, isMultiline, ...set });
  if (ground === '' && shown === '') return undefined;
  const entries = [
    ['Type', '/XObject'],
    ['Subtype', '/Form'],
    ['BBox', arrayText([0, 0, ...size].map(numberText))],
    ['Resources', shown === '' ? '<<>>' : `<</Font <</F0 ${set.font}>>>>`],
  ] as const;
  return copy.add(flateStream(copy, entries, ascii(ground + shown)));
}

/** What is held; of choices what stands for it. */
function heldBy(copy: Copying, dict: PdfDict): string {
  const { pdf } = copy;
  const value = pdf.resolve(inherited(pdf, dict, 'V'));
  const held = pdf.text(value?.type === 'array' ? value.items[0] : value, LONGEST) ?? '';
  for (const item of pdf.array(inherited(pdf, dict, 'Opt'))?.items ?? []) {
    const [exported, shown] = pdf.array(item)?.items ?? [];
    if (shown !== undefined && pdf.text(exported, LONGEST) === held) return pdf.text(shown, LONGEST) ?? held;
  }
  return held.slice(0, LONGEST);
}

function groundOf(copy: Copying, dict: PdfDict, [width, height]: [number, number]): string {
  const look = copy.pdf.dict(dict.entries.get('MK'))?.entries;
  const fill = colourOf(copy, look?.get('BG'), false);
  const stroke = colourOf(copy, look?.get('BC'), true);
  const line = copy.pdf.number(copy.pdf.dict(dict.entries.get('BS'))?.entries.get('W')) ?? 1;
  const frame = [line / 2, line / 2, width - line, height - line].map(numberText).join(' ');
  return (
    (fill === undefined ? '' : `${fill}0 0 ${numberText(width)} ${numberText(height)} re\nf\n`) +
    (stroke === undefined || line <= 0 ? '' : `${stroke}${numberText(line)} w\n${frame} re\nS\n`)
  );
}

interface Setting {
  font: string;
  value: PdfValue | undefined;
  points: number;
  colour: string;
}

/** What the default appearance says (§12.7.4.3). */
function setting(copy: Copying, dict: PdfDict, height: number): Setting {
  const { pdf } = copy;
  const form = acroForm(pdf)?.entries;
  const given = pdf.resolve(inherited(pdf, dict, 'DA') ?? form?.get('DA'));
  const said = given?.type === 'string' ? latin1(pdf.stringBytes(given, 1000)) : '';
  const [, name = '', size = '0'] = /\/([^\s/]+)\s+([\d.]+)\s+Tf/.exec(said) ?? [];
  const [colour = '0 g'] = /(?:[\d.]+\s+){1,4}(?:g|rg|k)\b/.exec(said) ?? [];
  const resources = new Resources(pdf, form?.get('DR'));
  const value = name === '' ? undefined : resources.get('Font', name);
  const font = value === undefined ? undefined : fontOf(copy, value, resources);
  const points = Number.parseFloat(size) || Math.min(LARGEST, height * FILLS);
  return { font: font ?? copy.fallbackFont, value, points, colour };
}

interface Shown extends Setting {
  text: string;
  size: [number, number];
  isMultiline: boolean;
}

function textOf(
  copy: Copying,
  dict: PdfDict,
  { text, size, isMultiline, value, points, colour }: Shown,
): string {
  const [width, height] = size;
  const font = loadFont(copy.pdf, value);
  const align = copy.pdf.number(inherited(copy.pdf, dict, 'Q')) ?? 0;
  const lines = isMultiline ? text.split(/\r\n|\r|\n/) : [text.replace(/[\r\n]+/g, ' ')];
  const top = isMultiline ? height - MARGIN - points : height / 2 - MIDDLE * points;
  const parts = lines.map((line, at) => {
    const bytes = ascii(line);
    const room = width - ((font?.measure(bytes).advance ?? 0) * points) / 1000 - 2 * MARGIN;
    const x = MARGIN + (align === 1 ? room / 2 : align === 2 ? room : 0);
    const y = top - at * points * LEADING;
    return `1 0 0 1 ${numberText(x)} ${numberText(y)} Tm\n${stringText(bytes)} Tj\n`;
  });
  const clip: Box = [0, 0, width, height];
  return (
    `q\n${clip.map(numberText).join(' ')} re\nW\nn\nBT\n${nameText('F0')} ${numberText(points)} Tf\n` +
    `${colour}\n${parts.join('')}ET\nQ\n`
  );
}
