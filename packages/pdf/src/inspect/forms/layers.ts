import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { EXCERPT, type Finding } from '../finding.ts';
import type { Inspector } from '../inspector.ts';

/** Optional content that is hidden by default, or shown on conditions (ISO 32000-2 §8.11.4). */
export const inspectLayers: Inspector = ({ pdf }, report) => {
  const properties = pdf.dict(pdf.catalog.entries.get('OCProperties'));
  if (properties === undefined) return;
  const standard = pdf.dict(properties.entries.get('D'));
  const groups = references(pdf, properties, 'OCGs');
  const on = new Set(references(pdf, standard, 'ON').map(({ number }) => number));
  const off = new Set(references(pdf, standard, 'OFF').map(({ number }) => number));
  const base = pdf.name(standard?.entries.get('BaseState')) ?? 'ON';
  const hidden = groups.filter(({ number }) => off.has(number) || (base === 'OFF' && !on.has(number)));
  const conditional = new Set<number>();
  for (const usage of pdf.array(standard?.entries.get('AS'))?.items ?? []) {
    for (const { number } of references(pdf, pdf.dict(usage), 'OCGs')) conditional.add(number);
  }
  const finding = (kind: Finding['kind'], number: number): Finding => {
    const group = pdf.dict(pdf.object(number)?.value);
    const name = pdf.text(group?.entries.get('Name'), EXCERPT)?.slice(0, EXCERPT);
    return { kind, object: number, ...(name === undefined ? {} : { excerpt: name }) };
  };
  for (const { number } of hidden) report(finding('hidden_layer', number));
  for (const number of conditional) report(finding('conditional_layer', number));
};

function references(pdf: Pdf, dict: PdfDict | undefined, key: string): { number: number }[] {
  const items: PdfValue[] = pdf.array(dict?.entries.get(key))?.items ?? [];
  return items.filter((item) => item.type === 'ref');
}
