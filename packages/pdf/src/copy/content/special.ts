import { readInlineImage } from '../../content/inline.ts';
import { CLOSE, NAME, NUMBER, OPEN } from '../../content/operands.ts';
import { sharedOf } from '../../content/shared.ts';
import { PdfError } from '../../errors.ts';
import { inlineImageOf } from '../resources/image.ts';
import { nameText, numberText } from '../written.ts';
import { fullEntries, readEntries } from './inline.ts';
import { useOf } from './operators.ts';
import { TEXT } from './showing.ts';
import type { ContentWriter } from './writer.ts';

/** Writes an operator with its operands anew. */
export type Special = (writer: ContentWriter, operator: string) => void;

/** Graphics states saved at a time. */
const SAVED = 50_000;
const DEVICE_COMPONENTS: Readonly<Record<string, number>> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 };
const DEVICES: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK', 'Pattern']);

/** Operators whose operands are more than numbers (ISO 32000-2 Annex A). */
export const SPECIAL: Readonly<Record<string, Special>> = {
  ...TEXT,
  q: (writer) => {
    if (writer.saved.length >= SAVED) throw new PdfError('too_deep', 'Too many graphics states are saved');
    // Readers differ on where text goes on behind it in a text object.
    writer.place.pause();
    writer.saved.push({ text: writer.text, components: writer.components });
    writer.put('q');
  },
  Q: restore,
  d: dash,
  ri: (writer) => {
    const name = lastName(writer);
    if (name !== '') writer.put(nameText(name), 'ri');
  },
  cs: space,
  CS: space,
  sc: colour,
  scn: colour,
  SC: colour,
  SCN: colour,
  sh: (writer) => draw(writer, 'Shading', 'sh'),
  Do: (writer) => draw(writer, 'XObject', 'Do'),
  BMC: begin,
  BDC: begin,
  EMC: (writer) => {
    if (writer.marked.end()) writer.put('EMC');
  },
  BI: (writer) => {
    writer.image = writer.tokens.start + 2;
  },
  ID: inlineImage,
};

const lastName = ({ tokens, operands }: ContentWriter): string => tokens.name(operands.count - 1);

/** Of more restores than saves the surplus counts for nothing. */
function restore(writer: ContentWriter): void {
  const saved = writer.saved.pop();
  if (saved === undefined) return;
  writer.place.pause();
  writer.text = saved.text;
  writer.components = saved.components;
  writer.put('Q');
}

function dash(writer: ContentWriter): void {
  const { operands } = writer;
  const end = operands.count;
  let open = end - 1;
  while (open >= 0 && operands.kind[open] !== OPEN) open--;
  if (open < 0 || operands.kind[end - 1] !== NUMBER || operands.kind[end - 2] !== CLOSE) return;
  const lengths: string[] = [];
  for (let at = open + 1; at < end - 2; at++) lengths.push(numberText(Math.max(0, operands.at(at))));
  writer.put(`[${lengths.join(' ')}]`, numberText(operands.last), 'd');
}

function space(writer: ContentWriter, operator: string): void {
  if (writer.isUncoloured) return;
  const name = lastName(writer);
  const made = DEVICES.has(name) ? name : writer.names.use('ColorSpace', name);
  if (made === undefined) return;
  const value = DEVICES.has(name) ? undefined : writer.names.value('ColorSpace', name);
  const known = writer.copy.attempt(() =>
    value === undefined ? undefined : sharedOf(writer.pdf).space(value),
  );
  const components = DEVICE_COMPONENTS[name] ?? known?.components;
  writer.components = { ...writer.components, [useOf(operator)]: components };
  writer.put(nameText(made), operator);
}

function colour(writer: ContentWriter, operator: string): void {
  const { operands } = writer;
  if (writer.isUncoloured) return;
  const parts: string[] = [];
  for (let at = 0; at < operands.count; at++) {
    if (operands.kind[at] === NUMBER) parts.push(numberText(operands.at(at)));
  }
  const isPattern = operands.kind[operands.count - 1] === NAME;
  const taken = writer.components[useOf(operator)];
  // Of too many numbers the last ones count, as for the interpreter.
  if (!isPattern && taken !== undefined && taken > 0) parts.splice(0, Math.max(0, parts.length - taken));
  if (isPattern) {
    const made = writer.names.use('Pattern', lastName(writer));
    if (made === undefined) return;
    parts.push(nameText(made));
  }
  // Patterns are set by the later operators alone (§8.6.8).
  const written =
    isPattern && operator.length === 2 ? `${operator}${operator === 'sc' ? 'n' : 'N'}` : operator;
  if (parts.length > 0) writer.put(...parts, written);
}

function draw(writer: ContentWriter, category: 'Shading' | 'XObject', operator: string): void {
  const text = category === 'XObject' ? writer.knownText : undefined;
  const made = writer.marked.isHidden ? undefined : writer.names.use(category, lastName(writer), text);
  if (made !== undefined) writer.put(nameText(made), operator);
}

function begin(writer: ContentWriter, operator: string): void {
  const text = writer.marked.begin(operator === 'BDC', writer.content.kind === 'page');
  if (text !== undefined) writer.put(text);
}

/** An image within the content becomes an object: where its data end is no question any more. */
function inlineImage(writer: ContentWriter): void {
  const { image: from, tokens, names, copy } = writer;
  if (from < 0) return;
  writer.image = -1;
  const entries = readEntries(tokens.bytes.subarray(from, tokens.start), copy.limits);
  const { dict, data } = readInlineImage(writer);
  if (writer.marked.isHidden) return;
  const image = names.withSpace(fullEntries(entries ?? dict));
  const text = inlineImageOf(copy, image, data);
  if (text !== undefined) writer.put(nameText(names.add('XObject', text)), 'Do');
}
