import type { RaiseOptions, RaiseStep } from '@websign/pades';
import { readSettings } from '@websign/server/config';
import type { Raising } from '@websign/server/services/raise/document';
import { readArguments, required } from '../arguments.ts';
import { AUTHORITY_OPTIONS, openAuthorities } from '../authorities.ts';
import { PARALLEL, sourceOf, withEngine } from '../engine.ts';
import { CliError } from '../error.ts';
import { type FileOutcome, forEachFile } from '../files.ts';
import { parseLevel, raisePatiently, remarks, requireMeans } from '../levels.ts';
import { outputName, writeNew } from '../place.ts';
import { readDocument } from '../read-file.ts';
import { refused } from '../refusal.ts';

const OPTIONS = {
  ...AUTHORITY_OPTIONS,
  out: { type: 'string' },
  level: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Raises many signed files; each has an outcome of its own. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new CliError('usage', 'FILE is missing.');
  const out = required(values.out, '--out');
  const level = levelOf(values.level, values.tsa !== undefined);
  const authorities = openAuthorities(values, readSettings(process.env));
  try {
    if (level !== 'B-LT') requireMeans(level, authorities);
    if (!authorities.trusting)
      throw new CliError('usage', 'extend needs --trust: the folder with the trusted certificates.');
    return await withEngine(
      (engine) => {
        const raising: Raising = { ...authorities, engine, clock: Date.now };
        return forEachFile(positionals, values.json, (file) => extendFile(file, out, level, raising));
      },
      { children: Math.min(PARALLEL, positionals.length) },
    );
  } finally {
    await authorities.close();
  }
}

function levelOf(text: string | undefined, stamping: boolean): RaiseOptions['level'] {
  const level = parseLevel(text) ?? (stamping ? 'B-LTA' : 'B-LT');
  if (level === 'B-B') throw new CliError('usage', '--level B-B is no level to extend to.');
  return level;
}

const DONE: Record<RaiseStep, string> = {
  time_stamp: 'a time-stamp',
  validation_data: 'validation data',
  archive_time_stamp: 'an archive time-stamp',
  renewal: 'another archive time-stamp',
};

async function extendFile(
  file: string,
  folder: string,
  wanted: RaiseOptions['level'],
  raising: Raising,
): Promise<FileOutcome> {
  try {
    const bytes = await readDocument(file);
    const raised = await raisePatiently(raising, sourceOf(bytes), { level: wanted });
    const { tail, level, steps, added, early, final } = raised;
    const json = { ok: true, level, steps, added, early, final };
    if (tail.length === 0) return { ok: true, line: `is ${level} already: nothing is written`, json };
    const output = outputName(file, folder, 'extended');
    await writeNew(output, folder, [bytes, tail]);
    const done = steps.map((step) => DONE[step]).join(', ');
    return {
      ok: true,
      line: `extended to ${level} by ${done}: ${output}${remarks(raised)}`,
      json: { ...json, output },
    };
  } catch (error) {
    return refused(error, 'not extended');
  }
}
