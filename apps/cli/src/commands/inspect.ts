import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Examination } from '@websign/server/sandbox/engine';
import { readArguments } from '../arguments.ts';
import { sourceOf, withEngine } from '../engine.ts';
import { CliError } from '../error.ts';
import { type FileOutcome, forEachFile } from '../files.ts';
import { refused } from '../refusal.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** Tells what each file holds. */
export const run = (args: string[]): Promise<number> => examineFiles(args, 'not read', told);

/** Examines each file in a sandboxed child and tells it with `tell`. */
export async function examineFiles(
  args: string[],
  refusal: string,
  tell: (examination: Examination) => FileOutcome,
): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new CliError('usage', 'FILE is missing.');
  return withEngine((engine) =>
    forEachFile(positionals, values.json, async (file) => {
      try {
        const bytes = await readFile(file);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const { ok, line, json } = tell(await engine.examine(sourceOf(bytes)));
        return { ok, line, json: { ok, size: bytes.length, sha256, ...json } };
      } catch (error) {
        return refused(error, refusal);
      }
    }),
  );
}

function told({ pages, facts, signatures, emptyFields, locked }: Examination): FileOutcome {
  const parts = [
    count(pages, 'page'),
    count(signatures.length, 'signature'),
    count(facts.length, 'finding'),
    ...(emptyFields.length === 0 ? [] : [count(emptyFields.length, 'empty signature field')]),
    ...(locked ? ['locked'] : []),
  ];
  const details = [
    ...signatures.map(({ kind, signer, signedAt }) => `\n  ${kind} by ${signer}, ${signedAt ?? 'no time'}`),
    ...facts.map(({ kind, page }) => `\n  ${kind}${page === undefined ? '' : `, page ${page}`}`),
  ];
  return {
    ok: true,
    line: `${parts.join(', ')}${details.join('')}`,
    json: { pages, locked, signatures, emptyFields, findings: facts },
  };
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
