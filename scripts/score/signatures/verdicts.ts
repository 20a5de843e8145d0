import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const LAUNCHER = fileURLToPath(new URL('../../run.mjs', import.meta.url));
/** Files of one run: what a command line takes. */
const BATCH = 200;

/** A line of `websign verify --json`, as far as it is scored. */
export interface Verdict {
  file: string;
  verdict: string;
  /** Why the file could not be read. */
  code?: string;
  signatures: Judged[];
  ms: number;
}

interface Judged {
  field: string;
  indication: string;
  subIndication?: string;
  covers: string;
  changesAfter: string;
  changes: { rule: string; reason?: string; revision: number; object?: number; what: string }[];
}

/** What the product itself says of the files, offline; those it said nothing of are missing. */
export async function verdictsOn(
  files: readonly string[],
  trust: string | undefined,
): Promise<Map<string, Verdict>> {
  const found = new Map<string, Verdict>();
  for (let from = 0; from < files.length; from += BATCH) {
    const options = ['verify', '--json', '--offline', ...(trust === undefined ? [] : ['--trust', trust])];
    const child = spawn(process.execPath, [LAUNCHER, ...options, '--', ...files.slice(from, from + BATCH)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const verdict = JSON.parse(line) as Verdict;
      found.set(verdict.file, verdict);
    }
  }
  return found;
}

const BROKEN = new Set(['FORMAT_FAILURE', 'HASH_FAILURE', 'SIG_CRYPTO_FAILURE']);

/** Why a file is flagged: for what became of it, never for whom its certificates come from. */
export function flags({ code, signatures }: Verdict): string[] {
  const found = signatures.flatMap(({ field, subIndication = '', covers, changesAfter, changes }) => [
    ...(BROKEN.has(subIndication) ? [`${field} ${subIndication}`] : []),
    ...(covers === 'partial' ? [`${field} covers a part`] : []),
    ...(changesAfter === 'other' ? changes.filter(({ reason }) => reason !== undefined).map(told) : []),
  ]);
  return [...new Set(code === undefined ? found : [code, ...found])];
}

const told = ({ rule, reason = '', revision, object, what }: Judged['changes'][number]): string =>
  `${rule}/${reason} r${revision}${object === undefined ? '' : ` ${object}`} ${what}`;
