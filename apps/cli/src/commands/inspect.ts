import type { Examination } from '@websign/server/sandbox/engine';
import { type FileOutcome, readEachFile } from '../files.ts';
import { printable } from '../printable.ts';

/** Tells what each file holds. */
export const run = (args: string[]): Promise<number> =>
  readEachFile(args, 'not read', async (engine, document) => told(await engine.examine(document)));

function told({ pages, facts, signatures, emptyFields, locked }: Examination): FileOutcome {
  const parts = [
    count(pages, 'page'),
    count(signatures.length, 'signature'),
    count(facts.length, 'finding'),
    ...(emptyFields.length === 0 ? [] : [count(emptyFields.length, 'empty signature field')]),
    ...(locked ? ['locked'] : []),
  ];
  const details = [
    ...signatures.map(
      ({ kind, signer, signedAt }) => `\n  ${kind} by ${printable(signer)}, ${signedAt ?? 'no time'}`,
    ),
    ...facts.map(({ kind, page }) => `\n  ${kind}${page === undefined ? '' : `, page ${page}`}`),
  ];
  return {
    ok: true,
    line: `${parts.join(', ')}${details.join('')}`,
    json: { pages, locked, signatures, emptyFields, findings: facts },
  };
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
