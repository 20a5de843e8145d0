import type { PdfDict, PdfValue } from '../syntax/values.ts';
import type { Copying } from './copying.ts';
import { arrayText, dictText, nameText, numberText, stringText } from './written.ts';

/** Writes a value, or what it refers to, anew; undefined where it is not what it should be. */
export type Writer = (copy: Copying, value: PdfValue) => string | undefined;
/** The entries of a dictionary that mean something for showing, in the order in which they are written. */
export type Schema = Readonly<Record<string, Writer>>;

/** No array of what is shown has more. */
const LONGEST_ARRAY = 200_000;

/** A writer of what references lead to. */
export const resolved =
  (write: Writer): Writer =>
  (copy, value) => {
    const found = copy.resolve(value);
    return found === undefined ? undefined : write(copy, found);
  };

export const name = resolved((_, value) => (value.type === 'name' ? nameText(value.value) : undefined));
export const number = resolved((_, value) =>
  value.type === 'number' && Number.isFinite(value.value) ? numberText(value.value) : undefined,
);
export const integer = resolved((_, value) =>
  value.type === 'number' && Number.isFinite(value.value) ? numberText(Math.round(value.value)) : undefined,
);
export const boolean = resolved((_, value) => (value.type === 'boolean' ? String(value.value) : undefined));
export const string = resolved((copy, value) =>
  value.type === 'string' ? stringText(copy.pdf.stringBytes(value)) : undefined,
);

/** One of these names. */
export const oneOf = (...names: readonly string[]): Writer =>
  resolved((_, value) =>
    value.type === 'name' && names.includes(value.value) ? nameText(value.value) : undefined,
  );

/** What the first writer makes that makes something of it. */
export const either =
  (...writers: readonly Writer[]): Writer =>
  (copy, value) => {
    for (const write of writers) {
      const made = write(copy, value);
      if (made !== undefined) return made;
    }
    return undefined;
  };

/** An array all of whose items are what they should be. */
export const listOf = (write: Writer, least = 0, most = LONGEST_ARRAY): Writer =>
  resolved((copy, value) => {
    if (value.type !== 'array' || value.items.length < least || value.items.length > most) return undefined;
    copy.pdf.spend(value.items.length);
    const items: string[] = [];
    for (const item of value.items) {
      const made = write(copy, item);
      if (made === undefined) return undefined;
      items.push(made);
    }
    return arrayText(items);
  });

export const numbers = (least?: number, most = least): Writer => listOf(number, least, most);
export const box = numbers(4);
export const matrix = numbers(6);

/** A dictionary in place; a stream counts as its dictionary. */
export const dictOf = (schema: Schema): Writer =>
  resolved((copy, value) => {
    const dict = value.type === 'stream' ? value.dict : value;
    return dict.type === 'dict' ? dictText(entriesOf(copy, dict, schema)) : undefined;
  });

/** As {@link dictOf}, an object of its own where it is one. */
export const sharedDict =
  (kind: string, schema: Schema): Writer =>
  (copy, value) =>
    copy.once(kind, value, (found) => {
      const text = dictOf(schema)(copy, found);
      return text === undefined || value.type !== 'ref' ? text : copy.add(text);
    });

/** The entries of a dictionary that the schema knows and that are what they should be. */
export function entriesOf(copy: Copying, { entries }: PdfDict, schema: Schema): [string, string][] {
  const made: [string, string][] = [];
  for (const [key, write] of Object.entries(schema)) {
    const own = entries.get(key);
    const text = own === undefined ? undefined : write(copy, own);
    if (text !== undefined) made.push([key, text]);
  }
  return made;
}
