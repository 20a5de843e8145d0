import { createHash } from 'node:crypto';
import type { Engine, SafeCopyAnswer } from '@websign/server/sandbox/engine';
import { readArguments, required } from '../arguments.ts';
import { PARALLEL, sourceOf, withEngine } from '../engine.ts';
import { CliError } from '../error.ts';
import { type FileOutcome, forEachFile } from '../files.ts';
import { outputName, writeNew } from '../place.ts';
import { readDocument } from '../read-file.ts';
import { refused } from '../refusal.ts';

const OPTIONS = { out: { type: 'string' }, json: { type: 'boolean', default: false } } as const;

/** Makes safe copies of many files (CPY-3); each has an outcome of its own. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new CliError('usage', 'FILE is missing.');
  const out = required(values.out, '--out');
  return withEngine(
    (engine) => forEachFile(positionals, values.json, (file) => copyFile(engine, file, out)),
    { children: Math.min(PARALLEL, positionals.length) },
  );
}

async function copyFile(engine: Engine, file: string, out: string): Promise<FileOutcome> {
  try {
    const original = await readDocument(file);
    const { bytes, leftOut } = await engine.copy(sourceOf(original));
    const output = outputName(file, out, 'copy');
    await writeNew(output, out, [bytes]);
    return {
      ok: true,
      line: `copied: ${output}; left out or drawn in: ${counted(leftOut)}`,
      json: { ok: true, output, sha256: sha256(original), copySha256: sha256(bytes), leftOut },
    };
  } catch (error) {
    return refused(error, 'not copied');
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Of each kind how often, in the order in which they are listed. */
function counted(leftOut: SafeCopyAnswer['leftOut']): string {
  const counts = new Map<string, number>();
  for (const { kind } of leftOut) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => (count === 1 ? kind : `${kind} (${count})`));
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
