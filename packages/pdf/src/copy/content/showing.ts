import { loadFont } from '../../content/font/font.ts';
import { NUMBER, OPEN } from '../../content/operands.ts';
import { nameText, numberText, stringText } from '../written.ts';
import { adjustmentOf } from './textstate.ts';
import type { ContentWriter } from './writer.ts';

/** Text and its font (ISO 32000-2 §9.3, §9.4), with the state dictionaries that may set one. */
export const TEXT = {
  BT: ({ place }: ContentWriter): void => place.begin(),
  ET: ({ place }: ContentWriter): void => place.end(),
  Tr: (writer: ContentWriter): void => {
    const { operands } = writer;
    if (operands.numbers(1) < 0) return;
    const mode = Math.trunc(operands.last) & 7;
    writer.text = { ...writer.text, mode };
    writer.put(numberText(mode), 'Tr');
  },
  gs: state,
  Tf: font,
  Tj: showOne,
  Td: (writer: ContentWriter): void => {
    const offset = numbers(writer, 2);
    if (offset === undefined) return;
    const [x = 0, y = 0] = offset;
    if (writer.place.next(x, y)) writer.put(numberText(x), numberText(y), 'Td');
  },
  TD: (writer: ContentWriter): void => {
    const offset = numbers(writer, 2);
    if (offset === undefined) return;
    const [x = 0, y = 0] = offset;
    writer.text = { ...writer.text, leading: -y };
    if (writer.place.next(x, y)) writer.put(numberText(x), numberText(y), 'TD');
    else writer.put(numberText(-y), 'TL');
  },
  Tm: (writer: ContentWriter): void => {
    const matrix = numbers(writer, 6);
    if (matrix !== undefined) writer.place.set(matrix);
  },
  'T*': nextLine,
  "'": (writer: ContentWriter): void => {
    nextLine(writer);
    showOne(writer);
  },
  '"': (writer: ContentWriter): void => {
    const { operands } = writer;
    const [word, char] = [operands.at(operands.count - 3), operands.at(operands.count - 2)];
    writer.text = { ...writer.text, word, char };
    writer.put(numberText(word), 'Tw');
    writer.put(numberText(char), 'Tc');
    nextLine(writer);
    showOne(writer);
  },
  TJ: showSpaced,
};

/** The last operands, where they are so many numbers. */
function numbers({ operands }: ContentWriter, count: number): number[] | undefined {
  const from = operands.numbers(count);
  return from < 0 ? undefined : Array.from({ length: count }, (_, at) => operands.at(from + at));
}

function nextLine(writer: ContentWriter): void {
  if (writer.place.next(0, -writer.text.leading)) writer.put('T*');
}

function state(writer: ContentWriter): void {
  const { copy, names, tokens, operands, pdf } = writer;
  const name = tokens.name(operands.count - 1);
  const made = names.use('ExtGState', name);
  if (made !== undefined) writer.put(nameText(made), 'gs');
  // Some readers pass over the font of a state.
  const [value, size] =
    copy.attempt(() => {
      const dict = pdf.dict(names.value('ExtGState', name));
      return pdf.array(dict?.entries.get('Font'))?.items;
    }) ?? [];
  const named = value === undefined ? undefined : names.useFont(value);
  if (named === undefined) return;
  const points = copy.attempt(() => pdf.number(size)) ?? writer.text.size;
  writer.text = { ...writer.text, font: copy.attempt(() => loadFont(pdf, value)), size: points };
  writer.put(nameText(named), numberText(points), 'Tf');
}

function font(writer: ContentWriter): void {
  const { operands, tokens, names, copy } = writer;
  const at = operands.count - 1;
  if (operands.kind[at] !== NUMBER) return;
  const name = tokens.name(at - 1);
  const value = names.value('Font', name);
  const made = names.use('Font', name) ?? names.fallbackFont();
  const size = operands.last;
  writer.text = { ...writer.text, font: copy.attempt(() => loadFont(writer.pdf, value)), size };
  writer.put(nameText(made), numberText(size), 'Tf');
}

function isUnseen({ content, copy, marked, tokens }: ContentWriter): boolean {
  const page = content.kind === 'page' ? copy.page : undefined;
  return marked.isHidden || copy.hidden.has(content.object, page, tokens.start);
}

function showOne(writer: ContentWriter): void {
  const { tokens, operands } = writer;
  const at = operands.count - 1;
  if (!tokens.isString(at)) return;
  const bytes = tokens.string(at);
  writer.place.reach(writer.text);
  if (isUnseen(writer)) move(writer, adjustmentOf(writer.text, bytes));
  else writer.put(stringText(bytes), 'Tj');
  writer.place.pass(writer.text, bytes);
}

function showSpaced(writer: ContentWriter): void {
  const { tokens, operands } = writer;
  const end = operands.count;
  const unseen = isUnseen(writer);
  writer.place.reach(writer.text);
  let at = end - 1;
  while (at >= 0 && operands.kind[at] !== OPEN) at--;
  let moved = 0;
  const items: string[] = [];
  for (at++; at < end; at++) {
    if (operands.kind[at] === NUMBER) {
      moved += operands.at(at);
      writer.place.move(writer.text, operands.at(at));
      items.push(numberText(operands.at(at)));
    } else if (tokens.isString(at)) {
      const bytes = tokens.string(at);
      if (unseen) moved += adjustmentOf(writer.text, bytes);
      writer.place.pass(writer.text, bytes);
      items.push(stringText(bytes));
    }
  }
  if (unseen) move(writer, moved);
  else writer.put(`[${items.join(' ')}]`, 'TJ');
}

/** As far as what is not shown leads. */
function move(writer: ContentWriter, adjustment: number): void {
  writer.depend();
  if (adjustment !== 0) writer.put(`[${numberText(adjustment)}]`, 'TJ');
}
