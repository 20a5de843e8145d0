import { judgedByVerapdf, longTermWorld, type VerapdfJob, verapdfHome } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { signed } from '../long-term.ts';
import { conformingFiles, missing } from './files.ts';
import { visibleOn } from './signed.ts';

describe.skipIf(missing !== '')(
  missing === '' ? 'files that conform to PDF/A or PDF/UA' : `skipped: ${missing}`,
  () => {
    test('SGN-14 conform when they are signed, invisible and visible, by veraPDF', {
      timeout: 600_000,
    }, async () => {
      const world = await longTermWorld();
      const jobs: VerapdfJob[] = [];
      let tooSmall = 0;
      for (const { name, flavour, bytes } of conformingFiles()) {
        const unseen = await signed(bytes, world, { plain: true });
        jobs.push({ name: `${name}, invisible`, flavour, bytes: unseen.file });
        const visible = visibleOn(bytes);
        if (visible === undefined) tooSmall++;
        else {
          const seen = await signed(bytes, world, { plain: true, ...visible });
          jobs.push({ name: `${name}, visible`, flavour, bytes: seen.file });
        }
      }
      expect(tooSmall).toBeLessThan(5);
      const verdicts = judgedByVerapdf(jobs, verapdfHome ?? '');
      expect(verdicts.filter(({ conforms }) => !conforms)).toEqual([]);
    });
  },
);
