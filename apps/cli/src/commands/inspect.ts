import { availableParallelism } from 'node:os';
import { readSettings } from '@websign/server/config';
import { admissionPolicy } from '@websign/server/files';
import type { Policy } from '@websign/server/policy/admission/table';
import type { Validating } from '@websign/server/services/validation/validate';
import { readArguments } from '../arguments.ts';
import { withEngine } from '../engine.ts';
import { CliError } from '../error.ts';
import { filesOf } from '../folders.ts';
import { inOrder } from '../in-order.ts';
import { inspectFile, inspectionJson } from '../inspection.ts';
import { tableEnd, tableHead, tableRows } from '../inspection-table.ts';
import { trustWithLists } from '../lists.ts';
import { openProgress } from '../progress.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** Judges every file as an upload is judged. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new CliError('usage', 'FILE is missing.');
  const settings = readSettings(process.env);
  const policy = admissionPolicy(settings.ADMISSION_POLICY_FILE);
  const files = await filesOf(positionals);
  if (files.length === 0)
    throw new CliError('failed', 'There is no .pdf file in the folders that were named.');
  const children = Math.min(availableParallelism(), files.length);
  return withEngine(
    async (engine) => {
      const trust = await trustWithLists(undefined, settings, engine);
      const checking = { engine, trust, clock: Date.now };
      return inspectAll({ files, checking, policy, children, json: values.json });
    },
    { children, seconds: settings.PARSER_SECONDS },
  );
}

interface Task {
  files: string[];
  checking: Validating;
  policy: Policy;
  children: number;
  json: boolean;
}

async function inspectAll({ files, checking, policy, children, json }: Task): Promise<number> {
  const started = performance.now();
  const counts = { accept: 0, warn: 0, refuse: 0 };
  const progress = openProgress(files.length);
  const inspect = async (file: string) => {
    const inspection = await inspectFile(file, checking, policy);
    progress.step();
    return inspection;
  };
  const say = (line: string) => {
    progress.clear();
    process.stdout.write(`${line}\n`);
  };
  if (!json) say(tableHead);
  for await (const [file, inspection] of inOrder(files, children, inspect)) {
    counts[inspection.verdict] += 1;
    say(json ? inspectionJson(file, inspection) : tableRows(file, inspection));
  }
  if (!json && files.length > 1) say(tableEnd(counts, performance.now() - started));
  return counts.refuse > 0 ? 2 : counts.warn > 0 ? 1 : 0;
}
