import { titles } from '@websign/contract/words/en/titles';
import { verdicts } from '@websign/server/policy/admission/row';
import type { Inspection } from './inspection.ts';
import { printable } from './printable.ts';

export const tableHead = 'verdict     ms  pages  signed  file';

/** A row for the file, and below it a line for each kind of finding, the worst first. */
export function tableRows(file: string, inspection: Inspection): string {
  const { verdict, message, code, findings, pages = '-', signatures = '-', ms } = inspection;
  const cells = [
    verdict.padEnd(7),
    String(ms).padStart(6),
    String(pages).padStart(6),
    String(signatures).padStart(7),
  ];
  const kinds = [...Map.groupBy(findings, ({ fact }) => fact.kind)]
    .map(([kind, of]) => ({ kind, of, worst: Math.max(...of.map((one) => verdicts.indexOf(one.verdict))) }))
    .sort((a, b) => b.worst - a.worst);
  return [
    `${cells.join(' ')}  ${printable(file)}`,
    ...(message === undefined ? [] : [`  refuse  ${printable(message)} (${code})`]),
    ...kinds.map(({ kind, of, worst }) => `  ${(verdicts[worst] ?? '').padEnd(7)} ${kindLine(kind, of)}`),
  ].join('\n');
}

function kindLine(kind: string, findings: Inspection['findings']): string {
  const title = Object.hasOwn(titles, kind) ? titles[kind as keyof typeof titles] : kind;
  const times = findings.length === 1 ? '' : ` ×${findings.length}`;
  const pages = [...new Set(findings.flatMap(({ fact }) => fact.page ?? []))].sort((a, b) => a - b);
  const shown = pages.slice(0, 5).join(', ') + (pages.length > 5 ? ', …' : '');
  const where = pages.length === 0 ? '' : `, page ${shown}`;
  const [excerpt] = findings.flatMap(({ fact }) => fact.excerpt ?? []);
  return `${title}${times}${where}${excerpt === undefined ? '' : `: ${brief(excerpt)}`}`;
}

const brief = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return printable(line.length > 80 ? `${line.slice(0, 80)}…` : line);
};

/** The last line of a table of several files. */
export function tableEnd(counts: Readonly<Record<Inspection['verdict'], number>>, ms: number): string {
  const { accept, warn, refuse } = counts;
  const files = accept + warn + refuse;
  return `${files} files: ${accept} accept, ${warn} warn, ${refuse} refuse; ${(ms / 1000).toFixed(1)} s`;
}
