import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './job.ts';
import { type Run, run } from './run.ts';
import type { Lost } from './worker.ts';

/** What `qpdf --check` makes of a file before signing. */
export type Kind = 'sane' | 'warn' | 'encrypted' | 'bad';

export interface Preflight {
  kind: Kind;
  messages: Set<string>;
  signatures: string[];
}

/** What became of one signature: `signed` is signed right; `wrong` names what is not. */
export interface Verdict {
  outcome: 'signed' | 'refused' | 'wrong';
  code?: string;
  why?: string;
  ms: number;
  rss: number;
}

/** Longer than this is a hang. */
export const HANG_MS = 5000;
const MEMORY = 512 * 1024 * 1024;

export async function preflight(file: string): Promise<Preflight> {
  const check = await run('qpdf', ['--check', file]);
  const signatures = pdfsigValidations(await run('pdfsig', ['-nocert', file]));
  return { kind: kindOf(check), messages: messagesOf(check, file), signatures };
}

function kindOf({ code, text }: Run): Kind {
  if (/invalid password|R = \d|encrypted/.test(text.replace('File is not encrypted', ''))) return 'encrypted';
  return code === 0 ? 'sane' : code === 3 ? 'warn' : 'bad';
}

/** Messages without file name, and without offsets, which an update moves. */
function messagesOf({ text }: Run, file: string): Set<string> {
  const lines = text.split('\n').filter((line) => /WARNING|ERROR|error|damaged|loop/.test(line));
  return new Set(
    lines
      .filter((line) => !line.includes('errors that qpdf cannot detect') && !line.startsWith('No syntax'))
      .map((line) =>
        line.replaceAll(file, '').replace('linearization hint stream: ', '').replace(/\d+/g, '#').trim(),
      ),
  );
}

const pdfsigValidations = ({ text }: Run): string[] =>
  [...text.matchAll(/Signature Validation: (.*)/g)].map((match) => match[1] ?? '');

/** Holds the outcome against the original and what qpdf and pdfsig say of the signed file. */
export async function judge(
  file: string,
  before: Preflight,
  out: string,
  outcome: Outcome | Lost,
): Promise<Verdict> {
  const { ms, rss } = outcome;
  const wrong = (why: string): Verdict => ({ outcome: 'wrong', why, ms, rss });
  if (outcome.kind === 'crashed' || outcome.kind === 'hung') return wrong(`${outcome.kind}: ${outcome.text}`);
  if (ms > HANG_MS) return wrong(`took ${Math.round(ms)} ms`);
  if (rss > MEMORY) return wrong(`took ${rss >> 20} MiB`);
  if (outcome.kind === 'refused')
    return { outcome: 'refused', code: outcome.code, why: outcome.text, ms, rss };
  if (!existsSync(out)) return wrong('no output');
  if (!isPrefix(file, out)) return wrong('the original is no prefix');
  const check = await run('qpdf', ['--check', out]);
  const fresh = [...messagesOf(check, out)].filter((message) => !before.messages.has(message));
  if (fresh.length > 0) return wrong(`new qpdf message: ${fresh[0]}`);
  const signatures = await run('pdfsig', ['-nocert', out]);
  return judgeSignatures(before.signatures, signatures) ?? { outcome: 'signed', ms, rss };

  function judgeSignatures(earlier: string[], after: Run): Verdict | undefined {
    const found = pdfsigValidations(after);
    const valid = (list: string[]): number => list.filter((text) => text === 'Signature is Valid.').length;
    if (found.length !== earlier.length + 1) return wrong(`pdfsig finds ${found.length} signatures`);
    if (valid(found) !== valid(earlier) + 1) return wrong(`pdfsig: ${found.join(' | ')}`);
    return after.text.includes('Total document signed')
      ? undefined
      : wrong('not the total document is signed');
  }
}

function isPrefix(file: string, out: string): boolean {
  const original = readFileSync(file);
  const prefix = readFileSync(out).subarray(0, original.length);
  const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  return hash(original) === hash(prefix);
}
