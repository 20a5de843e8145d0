import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Ledger } from './ledger.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/websign.cjs', import.meta.url));
const FILES_AT_ONCE = 100;
const run = promisify(execFile);

interface Output {
  code: number;
  stdout: string;
  stderr: string;
}

/** What `./websign` prints, and its exit code. */
async function websign(args: readonly string[], environment: Record<string, string>): Promise<Output> {
  const env = { PATH: process.env.PATH, ...environment };
  const all = ['--disable-warning=ExperimentalWarning', PROGRAM, ...args];
  try {
    const { stdout, stderr } = await run(process.execPath, all, { env, maxBuffer: 2 ** 28 });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Output;
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}

/** `./websign audit verify`: the chain is whole. */
export async function checkChain(environment: Record<string, string>, ledger: Ledger): Promise<void> {
  const { code, stdout, stderr } = await websign(['audit', 'verify'], environment);
  if (code !== 0) ledger.violations.push(`audit verify: ${stdout}${stderr}`.trim());
}

/** `./websign verify --offline` of every file; answers how many files had which verdict. */
export async function checkSignatures(
  files: readonly string[],
  folder: string,
  ledger: Ledger,
): Promise<Map<string, number>> {
  const verdicts = new Map<string, number>();
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const some = files.slice(from, from + FILES_AT_ONCE);
    const args = ['verify', '--offline', '--json', '--trust', join(folder, 'trust'), ...some];
    const { stdout, stderr } = await websign(args, { PARSER_SECONDS: '60' });
    const lines = stdout.split('\n').filter((line) => line !== '');
    if (lines.length !== some.length) ledger.violations.push(`verify left files out: ${stderr}`);
    for (const line of lines) judge(JSON.parse(line) as Judged, verdicts, ledger);
  }
  return verdicts;
}

interface Judged {
  file: string;
  verdict: string;
  signatures: { kind: string; changesAfter: string }[];
}

/** At a lower level than was wanted a signature cannot be judged in full from the file alone; it is intact still. */
function judge({ file, verdict, signatures }: Judged, verdicts: Map<string, number>, ledger: Ledger): void {
  ledger.count(verdicts, verdict);
  const ours = signatures.filter(({ kind }) => kind !== 'timestamp');
  if (!['valid', 'indeterminate'].includes(verdict) || ours.length !== 1)
    ledger.violations.push(`${file}: ${verdict}, ${ours.length} signatures`);
}
