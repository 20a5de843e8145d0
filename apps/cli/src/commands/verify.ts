import { availableParallelism } from 'node:os';
import { readSettings } from '@websign/server/config';
import type { Validating } from '@websign/server/services/validation/validate';
import { readArguments } from '../arguments.ts';
import { withEngine } from '../engine.ts';
import { CliError } from '../error.ts';
import { filesOf } from '../folders.ts';
import { inOrder } from '../in-order.ts';
import { trustWithLists } from '../lists.ts';
import { openMaterial } from '../material.ts';
import { openProgress } from '../progress.ts';
import { askedMoment, type Judged, judgeFile } from '../verification.ts';
import { verificationJson } from '../verification-json.ts';
import { verificationEnd, verificationLines } from '../verification-lines.ts';

const OPTIONS = {
  json: { type: 'boolean', default: false },
  offline: { type: 'boolean', default: false },
  'allow-loopback': { type: 'boolean', default: false },
  trust: { type: 'string' },
  at: { type: 'string' },
} as const;

/** Judges the signatures of every file. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new CliError('usage', 'FILE is missing.');
  const at = values.at === undefined ? Date.now() : askedMoment(values.at);
  const settings = readSettings(process.env);
  const files = await filesOf(positionals);
  if (files.length === 0)
    throw new CliError('failed', 'There is no .pdf file in the folders that were named.');
  const children = Math.min(availableParallelism(), files.length);
  const material = values.offline ? undefined : openMaterial(settings, values['allow-loopback']);
  try {
    return await withEngine(
      async (engine) => {
        const trust = await trustWithLists(values.trust, settings, engine);
        const judging = { engine, trust, clock: () => at, material };
        return verifyAll(files, judging, { children, json: values.json });
      },
      { children, seconds: settings.PARSER_SECONDS },
    );
  } finally {
    await material?.close();
  }
}

async function verifyAll(
  files: string[],
  judging: Validating,
  { children, json }: { children: number; json: boolean },
): Promise<number> {
  const started = performance.now();
  const counts = new Map<Judged['verdict'], number>();
  const progress = openProgress(files.length);
  const verify = async (file: string) => {
    const judged = await judgeFile(file, judging);
    progress.step();
    return judged;
  };
  const say = (line: string) => {
    progress.clear();
    process.stdout.write(`${line}\n`);
  };
  for await (const [file, judged] of inOrder(files, children, verify)) {
    counts.set(judged.verdict, (counts.get(judged.verdict) ?? 0) + 1);
    say(json ? verificationJson(file, judged) : verificationLines(file, judged));
  }
  if (!json && files.length > 1) say(verificationEnd(counts, performance.now() - started));
  if (counts.has('invalid')) return 2;
  return counts.has('indeterminate') || counts.has('unsigned') ? 1 : 0;
}
