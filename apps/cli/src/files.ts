import { PARALLEL } from './engine.ts';
import { EXIT } from './error.ts';
import { inOrder } from './in-order.ts';
import { printable } from './printable.ts';

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
