/** Writes the pictures in docs/pictures anew, as small as PNG allows: the browser is in a hurry when it packs them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
let total = 0;
for (const name of readdirSync(FOLDER)) {
  const path = join(FOLDER, name);
  const taken = readFileSync(path);
  // Opaque, and without filters: they hide the repetitions of flat colours and letters.
  const small = PNG.sync.write(PNG.sync.read(taken), {
    colorType: 2,
    filterType: 0,
    deflateLevel: 9,
    deflateStrategy: 0,
  });
  if (small.length < taken.length) writeFileSync(path, small);
  total += Math.min(small.length, taken.length);
}
process.stdout.write(`docs/pictures: ${(total / 1e6).toFixed(1)} MB\n`);
