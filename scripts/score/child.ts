/** Inspects and judges files for `scripts/score.ts` as the server does at an upload; see `Worker`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { validate } from '@websign/pades';
import { PdfError } from '@websign/pdf';
import { nodePorts } from '@websign/ports';
import { admit } from '@websign/server/policy/admission';
import { standardPolicy } from '@websign/server/policy/admission/table';
import { examineDocument } from '@websign/server/sandbox/examine';
import { summariesOf } from '@websign/server/services/signature-summary';
import { answerJobs, plain } from '../corpus/jobs.ts';
import type { Job, Outcome } from './job.ts';
import { isCode } from './marks.ts';

/** Bytes in use up to which what files before left behind may count along: to collect them takes as long as most files, and the mark is 512 MiB. */
const GARBAGE = 192 * 2 ** 20;

const ports = nodePorts();
const nothing = { certificates: [], ocsps: [], crls: [] };
/** Nobody is trusted: that refuses nobody at an upload. */
const grounds = () => ({ anchors: [], at: Date.now(), freshnessMs: 0 });

async function work({ file }: Job): Promise<Outcome> {
  const bytes = plain(readFileSync(file));
  forgetPeak();
  const begun = process.cpuUsage();
  const verdict = await judge(bytes);
  const { user, system } = process.cpuUsage(begun);
  return { ...verdict, ms: (user + system) / 1000, rss: peak() };
}

async function judge(bytes: Uint8Array): Promise<Omit<Outcome, 'ms' | 'rss'>> {
  try {
    const { evidence, facts, protection } = await examineDocument(bytes, ports);
    const signatures =
      evidence === null ? [] : summariesOf(await validate(evidence, nothing, grounds(), ports));
    const { code, verdicts, error } = admit({ facts, signatures, protection }, standardPolicy);
    const kind = code !== null ? 'refuse' : verdicts.includes('warn') ? 'warn' : 'accept';
    const of = (verdict: string) =>
      facts.filter((_, at) => verdicts[at] === verdict).map((fact) => fact.kind);
    const refusing: string[] = of('refuse');
    if (error.valid_signatures < signatures.length) refusing.push('invalid_signature');
    if (protection !== null && code !== null && code !== 'security_issues') refusing.push(code);
    return {
      kind,
      why: [...new Set([...refusing, ...of('warn')])],
      code: refusing.length > 0 && refusing.every(isCode),
    };
  } catch (error) {
    if (error instanceof PdfError) return { kind: 'refuse', why: [error.code], code: false };
    // What the sandbox makes of it: refusalCode of `resource_limit`.
    if (error instanceof RangeError) return { kind: 'refuse', why: ['resource_limit'], code: false };
    return {
      kind: 'crashed',
      why: [],
      code: false,
      text: error instanceof Error ? (error.stack ?? '') : String(error),
    };
  }
}

/** Lets the highest resident set begin anew (proc(5), clear_refs), where the system can. */
function forgetPeak(): void {
  const { heapUsed, external } = process.memoryUsage();
  if (heapUsed + external > GARBAGE) globalThis.gc?.();
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere than on Linux the peak is the process's since its start.
  }
}

function peak(): number {
  try {
    const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    if (kib !== undefined) return Number(kib) * 1024;
  } catch {
    // As above.
  }
  return process.resourceUsage().maxRSS * 1024;
}

await answerJobs(work);
