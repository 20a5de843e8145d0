import { PARALLEL } from './engine.ts';
import { EXIT } from './error.ts';

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
  const outcomes = files.map(() => Promise.withResolvers<FileOutcome>());
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < files.length; index = next++) {
      outcomes[index]?.resolve(await work(files[index] ?? ''));
    }
  };
  const workers = Promise.all(Array.from({ length: PARALLEL }, worker));
  let failures = 0;
  for (const [index, file] of files.entries()) {
    const outcome = await Promise.race([
      outcomes[index]?.promise,
      workers.then(() => outcomes[index]?.promise),
    ]);
    if (outcome === undefined) continue;
    if (!outcome.ok) failures += 1;
    process.stdout.write(
      `${asJson ? JSON.stringify({ file, ...outcome.json }) : `${file}: ${outcome.line}`}\n`,
    );
  }
  await workers;
  return failures === 0 ? EXIT.done : EXIT.failed;
}
