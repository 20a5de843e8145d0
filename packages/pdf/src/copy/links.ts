import { FLAG } from '../content/annotations.ts';
import type { Page } from '../revisions/pages.ts';
import { decodeText, textString } from '../syntax/strings.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { annotationsOf } from './annotations.ts';
import type { Copying } from './copying.ts';
import { box, entriesOf, name, number, numbers, type Schema } from './schema.ts';
import { arrayText, dictText } from './written.ts';

/** Characters of an address; no browser takes a longer one. */
const LONGEST = 2000;
const BORDER: Schema = { Type: name, W: number, S: name, D: numbers(0, 8) };

/** Two radii and a width, and dashes where there are some. */
function borderText(copy: Copying, value: PdfValue): string | undefined {
  const [across, up, width, dash] = copy.pdf.array(value)?.items ?? [];
  const sizes = [across, up, width].flatMap((item) => (item && number(copy, item)) ?? []);
  const dashes = dash === undefined ? undefined : numbers(0, 8)(copy, dash);
  return sizes.length < 3 ? undefined : arrayText(dashes === undefined ? sizes : [...sizes, dashes]);
}

/** How a link is outlined, and of which places it consists. */
const LOOK: Schema = {
  Rect: box,
  Border: borderText,
  BS: (copy, value) => {
    const dict = copy.pdf.dict(value);
    return dict === undefined ? undefined : dictText(entriesOf(copy, dict, BORDER));
  },
  C: numbers(0, 4),
  QuadPoints: numbers(8, 800),
};

/** The links of a page that lead to the web or within the document, and the borders of others, as references to new annotations. */
export function linksOf(copy: Copying, page: Page): string[] {
  const links: string[] = [];
  for (const { annotation } of annotationsOf(copy, page)) {
    const { dict, subtype, flags, rect } = annotation;
    if (subtype !== 'Link' || rect === undefined || (flags & (FLAG.hidden | FLAG.noView)) !== 0) continue;
    if (!copy.isShown(dict.entries.get('OC'))) continue;
    const text = copy.attempt(() => link(copy, dict));
    if (text !== undefined) links.push(copy.add(text));
  }
  return links;
}

function link(copy: Copying, dict: PdfDict): string | undefined {
  const address = addressOf(copy, dict.entries.get('A'));
  const look = entriesOf(copy, dict, LOOK);
  const destination = copy.destinations?.of(dict);
  if (address === undefined && destination === undefined) {
    copy.leftOut.add('link', { page: copy.page, box: copy.pdf.rectangle(dict.entries.get('Rect')) });
    if (!isOutlined(copy, dict)) return undefined;
  }
  return dictText([
    ['Type', '/Annot'],
    ['Subtype', '/Link'],
    ...look,
    ['F', PRINTED],
    ['A', address === undefined ? undefined : webAction(address)],
    ['Dest', address === undefined ? destination : undefined],
  ]);
}

/** What opens an address of the web. */
export const webAction = (address: string): string =>
  dictText([
    ['S', '/URI'],
    ['URI', textString(address)],
  ]);

/** Printed as it is seen. */
const PRINTED = '4';

/** The address of an action that leads to the web; undefined for anything else. */
export function addressOf(copy: Copying, value: PdfValue | undefined): string | undefined {
  const action = copy.pdf.dict(value);
  if (copy.pdf.name(action?.entries.get('S')) !== 'URI') return undefined;
  const uri = copy.pdf.resolve(action?.entries.get('URI'));
  if (uri?.type !== 'string') return undefined;
  const address = decodeText(copy.pdf.stringBytes(uri, LONGEST + 1)).trim();
  const isWeb = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(address) && address.length <= LONGEST;
  return isWeb && /^[\x21-\x7e]+$/.test(address) ? address : undefined;
}

/** A border of one point is drawn where none is named (Table 166). */
function isOutlined(copy: Copying, { entries }: PdfDict): boolean {
  const style = copy.pdf.dict(entries.get('BS'));
  if (style !== undefined) return (copy.pdf.number(style.entries.get('W')) ?? 1) > 0;
  const border = copy.pdf.array(entries.get('Border'))?.items;
  return border === undefined || (copy.pdf.number(border[2]) ?? 1) > 0;
}
