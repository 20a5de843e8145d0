import {
  dssHome,
  isInstalled,
  judged,
  judgedByDss,
  judgedByPyhanko,
  judgedByVerapdf,
  type LongTermWorld,
  longTermWorld,
  type VerapdfJob,
  verapdfHome,
} from '@websign/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { offline } from '../long-term.ts';
import { conformingFiles, missing } from './files.ts';
import { WAYS } from './ways.ts';

/** How many files of a flavour: of PDF/UA more, since those differ in what they say of their languages and trees. */
const many = (flavour: string): number => (flavour.startsWith('ua') ? 4 : 1);

/** A few files of each flavour, from all over the folder. */
function sample(): VerapdfJob[] {
  const byFlavour = Map.groupBy(conformingFiles(), ({ flavour }) => flavour);
  return [...byFlavour].flatMap(([flavour, files]) => {
    const step = Math.max(1, Math.floor(files.length / many(flavour)));
    return files.filter((_, index) => index % step === 0).slice(0, many(flavour));
  });
}

/** Signed otherwise than any document: the tree of PDF/UA, the looks of PDF/A-1. Of the rest the slower judges say the same. */
const isOfOwnKind = ({ flavour }: VerapdfJob): boolean => /^(?:ua|1)/.test(flavour);

const without = (tool: string, name: string): string =>
  isInstalled(tool) ? name : `skipped: ${tool} not installed`;

describe.skipIf(missing !== '')(
  missing === ''
    ? 'files that conform to PDF/A or PDF/UA, signed again, locked, certified and for the long term'
    : `skipped: ${missing}`,
  () => {
    const files: VerapdfJob[] = [];
    let world: LongTermWorld;
    let root: Uint8Array;
    let at: number;

    beforeAll(async () => {
      world = await longTermWorld();
      root = world.root.certificate;
      for (const { name, flavour, bytes } of sample()) {
        for (const [way, sign] of Object.entries(WAYS))
          files.push({ name: `${name}, ${way}`, flavour, bytes: await sign(bytes, world) });
      }
      at = world.now + 60_000;
    }, 600_000);

    test('SGN-14 conform as they did, by veraPDF', { timeout: 600_000 }, () => {
      const verdicts = judgedByVerapdf(files, verapdfHome ?? '');
      expect(verdicts.filter(({ conforms }) => !conforms)).toEqual([]);
    });

    test('SGN-14 are intact, by ourselves', { timeout: 600_000 }, async () => {
      for (const { name, bytes } of files) {
        const { signatures } = await offline(bytes, world);
        const verdicts = signatures.map(({ indication, changes }) => `${indication} ${changes.level}`);
        const allowed = /^TOTAL-PASSED (?:none|lta|form-filling)$/;
        expect([name, verdicts.filter((one) => !allowed.test(one))]).toEqual([name, []]);
      }
    });

    test.skipIf(!isInstalled('pyhanko'))(
      without('pyhanko', 'SGN-14 are intact for pyHanko'),
      { timeout: 600_000 },
      () => {
        const given = files.filter(isOfOwnKind);
        const verdicts = judgedByPyhanko(
          given.map(({ bytes }) => bytes),
          root,
          at,
        );
        const bad = verdicts.flatMap((all, index) =>
          all.every(({ passed }) => passed) ? [] : [[given[index]?.name, all]],
        );
        expect(bad).toEqual([]);
      },
    );

    test.skipIf(!isInstalled('pdfsig'))(
      without('pdfsig', 'SGN-14 are intact for pdfsig'),
      { timeout: 600_000 },
      () => {
        const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;
        const bad = files.filter(({ bytes }) => {
          const { text } = judged('pdfsig', ['-nocert'], bytes);
          // It does not verify document time-stamps.
          const signatures = count(text, /Signature Type: ETSI\.CAdES\.detached/g);
          return signatures === 0 || count(text, /Signature is Valid\./g) !== signatures;
        });
        expect(bad.map(({ name }) => name)).toEqual([]);
      },
    );

    test.skipIf(dssHome === undefined)(
      dssHome === undefined ? 'skipped: EU DSS not installed' : 'SGN-14 are intact for EU DSS',
      { timeout: 600_000 },
      () => {
        const jobs = files
          .filter(isOfOwnKind)
          .map(({ name, bytes }) => ({ name, bytes, anchors: [root], at }));
        const verdicts = judgedByDss(jobs, dssHome ?? '');
        expect(verdicts.filter(({ indication }) => indication !== 'TOTAL_PASSED')).toEqual([]);
      },
    );
  },
);
