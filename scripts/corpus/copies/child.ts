/** Copies files for `scripts/corpus.ts`; see `Worker`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { copyWithFont, type Finding, inspect, openPdf, PdfError } from '@websign/pdf';
import { nodePorts, signatureFont } from '@websign/ports';
import { verdictOf } from '@websign/server/policy/admission/row';
import { rowOf, standardPolicy } from '@websign/server/policy/admission/table';
import { answerJobs, plain } from '../jobs.ts';
import type { CopyJob, CopyOutcome, Direct } from './job.ts';

const ports = nodePorts();

async function work({ file, out }: CopyJob): Promise<CopyOutcome> {
  const bytes = plain(readFileSync(file));
  const started = performance.now();
  const spent = () => ({
    ms: performance.now() - started,
    rss: process.resourceUsage().maxRSS * 1024,
  });
  try {
    const direct = judged(bytes);
    try {
      const begun = performance.now();
      const copy = await copyWithFont(bytes, signatureFont(), ports);
      const ms = performance.now() - begun;
      writeFileSync(out, copy.bytes);
      const again = await copyWithFont(copy.bytes, signatureFont(), ports);
      const looked = judged(copy.bytes);
      return {
        kind: 'copied',
        direct: direct.direct,
        copy: looked.direct,
        warns: looked.warns,
        leftOut: [...new Set(copy.leftOut.map(({ kind }) => kind))],
        isStable: Buffer.compare(copy.bytes, again.bytes) === 0,
        ...spent(),
        ms,
      };
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      return { kind: 'refused', direct: direct.direct, code: error.code, text: error.message, ...spent() };
    }
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? '') : String(error);
    return { kind: 'crashed', text, ...spent() };
  }
}

/** What an inspection of a file makes of it under the policy as it is delivered. */
function judged(bytes: Uint8Array): { direct: Direct; warns: string[] } {
  try {
    const { findings, signatures } = inspect(openPdf(bytes, ports));
    const signed = signatures.some(({ signature }) => signature !== undefined);
    const kinds = (wanted: string) => [
      ...new Set(findings.filter((one) => verdict(one, signed) === wanted).map(({ kind }) => kind)),
    ];
    const refusing = kinds('refuse');
    return { direct: refusing.length === 0 ? 'accepted' : refusing, warns: kinds('warn') };
  } catch (error) {
    if (error instanceof PdfError) return { direct: [error.code], warns: [] };
    throw error;
  }
}

const verdict = ({ kind, superseded }: Finding, signed: boolean) =>
  verdictOf(rowOf(standardPolicy, kind), { earlier: superseded === true, signed });

await answerJobs(work);
