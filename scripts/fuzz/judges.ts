import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgedByDss, judgedByPyhanko, pem } from '@websign/testkit';
import { flags, verdictsOn } from '../score/signatures/verdicts.ts';

/** What three validators say of one file. */
export interface Opinions {
  /** The word of `websign verify`, and why the file is flagged. */
  ours: { word: string; reasons: string[] };
  dss: { passes: boolean; why: string };
  pyhanko: { passes: boolean; why: string };
}

export interface Grounds {
  /** DER of the only anchor. */
  root: Uint8Array;
  /** Milliseconds since 1970. */
  at: number;
  /** Folder of EU DSS. */
  dssHome: string;
}

/** All three read the same files, with the same anchor and nothing fetched. */
export async function opinionsOn(
  files: readonly Uint8Array[],
  { root, at, dssHome }: Grounds,
): Promise<Opinions[]> {
  const ours = await oursOn(files, root);
  const theirs = judgedByDss(
    files.map((bytes, index) => ({ name: String(index), bytes, anchors: [root], at })),
    dssHome,
  );
  const pyhanko = judgedByPyhanko(files, root, at);
  return files.map((_, index) => {
    const dss = theirs.filter(({ name }) => name === String(index));
    const others = pyhanko[index] ?? [];
    return {
      ours: ours[index] ?? { word: 'no answer', reasons: [] },
      dss: {
        passes: dss.length > 0 && dss.every(({ indication }) => indication === 'TOTAL_PASSED'),
        why: [...new Set(dss.map(({ indication, subIndication }) => subIndication ?? indication))].join(', '),
      },
      pyhanko: {
        passes: others.length > 0 && others.every(({ passed, changes }) => passed && changes !== 'OTHER'),
        why: [
          ...new Set(others.map(({ passed, changes }) => (passed ? changes : `not passed, ${changes}`))),
        ].join('; '),
      },
    };
  });
}

async function oursOn(files: readonly Uint8Array[], root: Uint8Array): Promise<Opinions['ours'][]> {
  const room = mkdtempSync(join(tmpdir(), 'websign-fuzz-'));
  try {
    const trust = join(room, 'trust');
    mkdirSync(trust);
    writeFileSync(join(trust, 'root.pem'), pem('CERTIFICATE', root));
    const names = files.map((bytes, index) => {
      const name = join(room, `${index}.pdf`);
      writeFileSync(name, bytes);
      return name;
    });
    const verdicts = await verdictsOn(names, trust);
    return names.map((name) => {
      const verdict = verdicts.get(name);
      return verdict === undefined
        ? { word: 'no answer', reasons: [] }
        : { word: verdict.verdict, reasons: flags(verdict) };
    });
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
