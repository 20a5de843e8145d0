import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type VerapdfJob, verapdfHome } from '@websign/testkit';

const outside = process.env.WEBSIGN_OUTSIDE;

/** What is not there of what these tests take; empty where nothing is. */
export const missing = [
  ...(verapdfHome === undefined ? ['veraPDF not installed'] : []),
  ...(outside === undefined ? ['WEBSIGN_OUTSIDE not set'] : []),
].join(', ');

/** Files of others that conform to what they claim, each with its flavour. */
export function conformingFiles(): VerapdfJob[] {
  const folder = join(outside ?? '', 'conformance');
  const [, ...rows] = readFileSync(join(folder, 'manifest.tsv'), 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [name = '', flavour = ''] = row.split('\t');
    return { name, flavour, bytes: readFileSync(join(folder, name)) };
  });
}
