import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dssHome } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { compared } from './compared.ts';
import { ADJUDICATED } from './table.ts';

const outside = process.env.WEBSIGN_OUTSIDE;
const corpus = process.env.WEBSIGN_CORPUS;
const missing = [
  ...(dssHome === undefined ? ['WEBSIGN_DSS'] : []),
  ...(outside === undefined ? ['WEBSIGN_OUTSIDE'] : []),
  ...(corpus === undefined ? ['WEBSIGN_CORPUS'] : []),
].join(', ');

const keyOf = (ours: string, theirs: string): string => `${ours} | ${theirs}`;

describe.skipIf(missing !== '')(
  missing === '' ? 'EU DSS judges what we judge' : `skipped: ${missing} not set`,
  () => {
    test('and no difference is left without a word on who is right', { timeout: 600_000 }, async () => {
      const trust = join(outside ?? '', 'deceptions', 'trust', 'root.pem');
      const collections = [
        { folder: corpus ?? '', anchors: [] },
        { folder: join(outside ?? '', 'verdicts'), anchors: [] },
        {
          folder: join(outside ?? '', 'deceptions'),
          anchors: [new Uint8Array(new X509Certificate(readFileSync(trust)).raw)],
        },
      ];
      const { signatures, differences } = await compared(collections, dssHome ?? '');
      expect(signatures).toBeGreaterThan(200);
      const allowed = new Map(
        ADJUDICATED.flatMap(({ pairs }) => pairs).map(([ours, theirs, number]) => [
          keyOf(ours, theirs),
          number,
        ]),
      );
      const found = Map.groupBy(differences, ({ ours, theirs }) => keyOf(ours, theirs));
      const open = [...found].filter(([key, those]) => those.length > (allowed.get(key) ?? 0));
      expect(open.map(([key, those]) => [key, those.map(({ file }) => file)])).toEqual([]);
    });
  },
);

describe('docs/VERDICT-DIFFERENCES.md', () => {
  test('tells what the table tells', () => {
    const path = fileURLToPath(new URL('../../../../docs/VERDICT-DIFFERENCES.md', import.meta.url));
    const rows = ADJUDICATED.map(({ what, right, why, pairs }) => {
      const said = pairs.map(([ours, theirs, number]) => `${number} × \`${ours}\`, \`${theirs}\``);
      return `| ${what} | ${said.join('<br>')} | ${right} | ${why} |`;
    });
    const page = readFileSync(path, 'utf8');
    expect(
      page
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .slice(1),
    ).toEqual(rows);
  });
});
