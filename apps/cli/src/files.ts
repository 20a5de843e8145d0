import { createHash } from 'node:crypto';
import type { ByteSource } from '@websign/server/sandbox/frame';
import { readArguments } from './arguments.ts';
import { type CheckingEngine, PARALLEL, sourceOf, withEngine } from './engine.ts';
import { CliError, EXIT } from './error.ts';
import { inOrder } from './in-order.ts';
import { printable } from './printable.ts';
import { readDocument } from './read-file.ts';
import { refused } from './refusal.ts';

/** What became of one file. */
export interface FileOutcome {
  ok: boolean;
  /** One line for people, without the file's name. */
  line: string;
  /** Further members of the JSON object. */
  json: Readonly<Record<string, unknown>>;
}

/**
 * Works on many files, some at once, and prints an outcome for each in the order in which they were named: a line,
 * or one JSON object. What happens to one stops none of the others.
 */
export async function forEachFile(
  files: readonly string[],
  asJson: boolean,
  work: (file: string) => Promise<FileOutcome>,
): Promise<number> {
  let failures = 0;
  for await (const [file, { ok, line, json }] of inOrder(files, PARALLEL, work)) {
    if (!ok) failures += 1;
    const said = asJson ? JSON.stringify({ file, ...json }) : `${printable(file)}: ${line}`;
    process.stdout.write(`${said}\n`);
  }
  return failures === 0 ? EXIT.done : EXIT.failed;
}

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** `FILE… [--json]`: reads each file and tells what `tell` finds in it; size and SHA-256 go with it. */
export async function readEachFile(
  args: string[],
  refusal: string,
  tell: (engine: CheckingEngine, document: ByteSource) => Promise<FileOutcome>,
): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new CliError('usage', 'FILE is missing.');
  return withEngine((engine) =>
    forEachFile(positionals, values.json, async (file) => {
      try {
        const bytes = await readDocument(file);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const { ok, line, json } = await tell(engine, sourceOf(bytes));
        return { ok, line, json: { ok, size: bytes.length, sha256, ...json } };
      } catch (error) {
        return refused(error, refusal);
      }
    }),
  );
}
