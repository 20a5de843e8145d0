import type { PdfDict } from '../../syntax/values.ts';
import { normal } from './filled.ts';
import { entry, type Step } from './step.ts';
import { readXml } from './xml.ts';

/** The entities that XML has by itself. */
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Whether the rich text of a field (§12.7.4.4) says other words than its value; one that is a stream, or no XML, is not read. */
export function saysOtherwise({ later, fields }: Step, object: number, dict: PdfDict): boolean {
  const rich = later.resolve(entry(dict, 'RV'));
  if (rich === undefined) return false;
  const words = rich.type === 'string' ? wordsOf(later.text(rich) ?? '') : undefined;
  const value = fields.get(object)?.value ?? entry(dict, 'V');
  return words === undefined || normal(words) !== normal(later.text(value) ?? '');
}

function wordsOf(text: string): string | undefined {
  const parts: string[] = [];
  const isRead = readXml(text, { text: (part) => parts.push(part) });
  return isRead ? withoutEntities(parts.join('')) : undefined;
}

const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (_, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? '';
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
