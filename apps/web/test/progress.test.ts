import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { milestone } from '../src/common/ui/milestone.ts';
import { addSample, bytesPerFile, bytesPerSecond, type Sample } from '../src/features/upload/progress.ts';

describe('upload progress', () => {
  it('UP-9 no file shows more than its size, all are full at the end, and none runs backwards', () => {
    const sizes = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        sizes,
        fc.nat(10_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (files, overhead, share) => {
          const total = files.reduce((sum, size) => sum + size, 0) + overhead;
          const now = bytesPerFile(files, share * total, total);
          const later = bytesPerFile(files, Math.min(total, share * total + 500), total);
          now.forEach((sent, index) => {
            expect(sent).toBeGreaterThanOrEqual(0);
            expect(sent).toBeLessThanOrEqual(files[index] ?? 0);
            expect(later[index]).toBeGreaterThanOrEqual(sent - 1e-6);
          });
          expect(bytesPerFile(files, total, total)).toEqual(files);
        },
      ),
    );
  });

  it('the speed is that of the last three seconds', () => {
    const samples = [0, 1000, 2000, 3000, 4000, 5000].reduce<Sample[]>(
      (kept, at) => addSample(kept, { at, bytes: at < 3000 ? at : 3000 + (at - 3000) * 10 }),
      [],
    );
    expect(samples[0]?.at).toBe(2000);
    expect(bytesPerSecond(samples)).toBeCloseTo((23_000 - 2000) / 3);
    expect(bytesPerSecond(samples.slice(0, 1))).toBeNull();
  });

  it('progress is told at 0, 25, 50, 75 and 100', () => {
    const told = new Set(Array.from({ length: 101 }, (_, percent) => milestone(percent)));
    expect([...told]).toEqual([0, 25, 50, 75, 100]);
  });
});
