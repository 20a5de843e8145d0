import { execFile } from 'node:child_process';

const JUDGE_MS = 60_000;

export interface Run {
  code: number;
  text: string;
  /** Standard output alone. */
  out: string;
}

/** Runs a judge; -1 where it cannot be run, or takes longer than a minute. */
export function run(command: string, args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const options = { timeout: JUDGE_MS, maxBuffer: 32 * 1024 * 1024, encoding: 'latin1' as const };
    execFile(command, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, text: `${stdout}\n${stderr}`, out: stdout });
    });
  });
}
