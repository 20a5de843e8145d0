import { documentObjects, type TestDocument, writePdf, type XrefKind } from '@websign/testkit';
import { drawPage } from '../../src/content/draw.ts';
import { copyDocument, type Finding, inspect, type Limits, pages, type SafeCopy } from '../../src/index.ts';
import { latin1, open, ports } from '../support.ts';

export const make = (document: TestDocument, kind: XrefKind = 'table'): Uint8Array =>
  writePdf({ kind, objects: documentObjects(document) });

export const copied = (bytes: Uint8Array, limits: Partial<Limits> = {}): SafeCopy =>
  copyDocument(bytes, ports, limits);

export const kindsLeftOut = ({ leftOut }: SafeCopy): string[] => [
  ...new Set(leftOut.map(({ kind }) => kind)),
];

/** What the inspection finds in it; a web link is no concern. */
export const found = (bytes: Uint8Array): Finding[] =>
  inspect(open(bytes)).findings.filter(({ kind }) => kind !== 'web_link');

/** The content of each page, decoded. */
export function contents(bytes: Uint8Array): string[] {
  const pdf = open(bytes);
  return [...pages(pdf)].map((page) => {
    const stream = pdf.resolve(page.dict.entries.get('Contents'));
    return stream?.type === 'stream' ? latin1(pdf.decoded(stream)) : '';
  });
}

/** What the first page says. */
export function wordsOn(bytes: Uint8Array): string {
  const pdf = open(bytes);
  const words: string[] = [];
  for (const page of [...pages(pdf)].slice(0, 1))
    drawPage(pdf, page, {
      text: ({ font, bytes: codes }) => words.push(font?.text(codes) ?? ''),
      paint: () => {},
    });
  return words.join(' ');
}

/** All objects of a file in the clear, streams decoded: what no table leads to as well. */
export function everything(bytes: Uint8Array): string {
  const pdf = open(bytes);
  const parts = [latin1(bytes)];
  for (let number = 1; number <= pdf.index.highest; number++) {
    const value = pdf.object(number)?.value;
    if (value?.type === 'stream') parts.push(latin1(pdf.decoded(value)));
  }
  return parts.join('\n');
}
