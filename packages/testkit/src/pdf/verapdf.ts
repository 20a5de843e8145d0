import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runJava } from '../java.ts';

/** Folder of veraPDF with the program that drives it (`.ci/verapdf`); undefined where it is not installed. */
export const verapdfHome = process.env.WEBSIGN_VERAPDF;

/** A file for veraPDF. */
export interface VerapdfJob {
  name: string;
  /** The standard that it claims: `1a` … `4f`, `ua1`, `ua2`. */
  flavour: string;
  bytes: Uint8Array;
}

/** What veraPDF says of one file. */
export interface VerapdfVerdict {
  name: string;
  flavour: string;
  conforms: boolean;
  /** Rules that it breaks, as `7.18.4-1`, or what kept it from being judged; sorted, each once. */
  broken: string[];
}

/**
 * Has veraPDF judge all files in one process, in their order. Throws where it cannot be run. It judges several at once, for
 * which a validator with static parts is not made: what it refuses is judged once more, one after the other, and that counts.
 */
export function judgedByVerapdf(jobs: readonly VerapdfJob[], home: string): VerapdfVerdict[] {
  const verdicts = judgedTogether(jobs, home);
  const refused = jobs.filter((_, index) => verdicts[index]?.conforms === false);
  const second = refused.length === 0 ? [] : judgedTogether(refused, home, ['1']);
  return verdicts.map((verdict) => (verdict.conforms ? verdict : (second.shift() ?? verdict)));
}

function judgedTogether(
  jobs: readonly VerapdfJob[],
  home: string,
  threads: readonly string[] = [],
): VerapdfVerdict[] {
  const room = mkdtempSync(join(tmpdir(), 'websign-verapdf-'));
  try {
    const lines = jobs.map(({ flavour, bytes }, index) => {
      const path = join(room, `${index}.pdf`);
      writeFileSync(path, bytes);
      return `${flavour}\t${path}`;
    });
    const printed = runJava(home, ['VeraJudge', ...threads], `${lines.join('\n')}\n`);
    const verdicts = printed.split('\n').filter((line) => line !== '');
    if (verdicts.length !== jobs.length)
      throw new Error(`veraPDF gave ${verdicts.length} verdicts on ${jobs.length} files`);
    return jobs.map(({ name, flavour }, index) => {
      const [, , verdict, broken = ''] = (verdicts[index] ?? '').split('\t');
      return {
        name,
        flavour,
        conforms: verdict === 'PASS',
        broken: broken.split(',').filter((rule) => rule !== ''),
      };
    });
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
