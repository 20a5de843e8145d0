/**
 * Signs files for `scripts/corpus.ts`: one job a line on standard input, one outcome a line on standard output.
 * A process of its own, so that a hang or a crash costs one file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { inspect, openPdf, PdfError } from '@websign/pdf';
import { nodePorts, signatureFont } from '@websign/ports';
import type { Job, Outcome } from './job.ts';
import { answerJobs, plain } from './jobs.ts';
import { softwareSigner } from './signer.ts';

const ports = nodePorts();
const signer = softwareSigner(ports);
const font = signatureFont();

async function work({ file, visible, out }: Job): Promise<Outcome> {
  const bytes = plain(readFileSync(file));
  const started = performance.now();
  try {
    const pdf = openPdf(bytes, ports);
    if (!visible) inspect(pdf);
    const tail = await signer(pdf, visible ? font : undefined);
    const ms = performance.now() - started;
    writeFileSync(out, Buffer.concat([bytes, tail]));
    return { kind: 'signed', ms, rss: peak() };
  } catch (error) {
    const ms = performance.now() - started;
    if (error instanceof PdfError) {
      return { kind: 'refused', ms, rss: peak(), code: error.code, text: error.message };
    }
    return {
      kind: 'crashed',
      ms,
      rss: peak(),
      text: error instanceof Error ? (error.stack ?? '') : String(error),
    };
  }
}

/** Highest resident set so far, in bytes. */
const peak = (): number => process.resourceUsage().maxRSS * 1024;

await answerJobs(work);
