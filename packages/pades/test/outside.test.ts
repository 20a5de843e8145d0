import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidence, remarksOf, type SignatureReport, validate } from '@websign/pades';
import { openPdf } from '@websign/pdf';
import { identifySigner, parseSignedData } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { describe, expect, test } from 'vitest';
import { sign, world } from './validation/world.ts';

const outside = process.env.WEBSIGN_OUTSIDE;
const folder = join(outside ?? '', 'verdicts');
const ports = nodePorts();
const it = await world();
const none = { certificates: [], ocsps: [], crls: [] };
const AUTUMN_2023 = Date.parse('2023-11-01T00:00:00Z');

async function judged(bytes: Uint8Array) {
  const found = await evidence(bytes, openPdf(bytes, ports), ports);
  return validate(found, none, { anchors: [], at: AUTUMN_2023, freshnessMs: 0 }, ports);
}

const isIntact = ({ steps }: SignatureReport): boolean =>
  steps.some(({ block, outcome }) => block === 'cryptographic' && outcome === 'passed');

/** Reasons for which changes are called forbidden; whoever signed. */
const forbidden = ({ changes }: SignatureReport): string[] =>
  changes.changes.flatMap(({ level, reason }) => (level === 'other' ? [reason ?? '?'] : []));

/** What its manifest asks of each file, in its words. */
const asked: readonly [RegExp, (reports: readonly SignatureReport[], expected: string) => void][] = [
  [
    /^intact|invalid/,
    (reports) => {
      expect(reports).not.toEqual([]);
      expect(reports.filter((report) => !isIntact(report))).toEqual([]);
    },
  ],
  [/remark on octets/, ([report]) => expect(report && remarksOf(report)).toEqual(['contents_padding'])],
  [
    /no undefined|undefined one|invalid|form filling|no change of content/,
    (reports, expected) => {
      const told = new Set(reports.flatMap(forbidden));
      // A look of a further signature that lies over what was signed.
      if (expected.includes('covers_content may be told')) told.delete('covers_content');
      expect([...told]).toEqual([]);
    },
  ],
  [/^unsigned/, (reports) => expect(reports).toEqual([])],
];

const rows = (): [string, string][] =>
  readFileSync(join(folder, 'manifest.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([file = '', expected = '']): [string, string] => [file, expected]);
const pdfs = (): [string, string][] => rows().filter(([file]) => file.endsWith('.pdf'));
const containers = (): [string, string][] => rows().filter(([file]) => !file.endsWith('.pdf'));

describe.skipIf(outside === undefined)(
  outside === undefined
    ? 'skipped: WEBSIGN_OUTSIDE not set'
    : 'signed files on which others’ validators assert',
  () => {
    test.each(outside === undefined ? [] : pdfs())('%s: %s', async (file, expected) => {
      const due = asked.filter(([words]) => words.test(expected));
      expect(due, 'words of the manifest that this test understands').not.toEqual([]);
      const bytes = new Uint8Array(readFileSync(join(folder, file)));
      const { signatures, verdict } = await judged(bytes);
      for (const [, demand] of due) demand(signatures, expected);
      if (/sign twice/.test(expected)) {
        const { signatures: both } = await judged(await sign(it, { base: await sign(it, { base: bytes }) }));
        expect(both.map((report) => [isIntact(report), forbidden(report)])).toEqual([
          [true, []],
          [true, []],
        ]);
        return;
      }
      if (!/covers_content/.test(expected)) expect(verdict).not.toBe('invalid');
    });

    test.each(outside === undefined ? [] : containers())('%s: %s', (file, expected) => {
      expect(expected).toMatch(/signing certificate identified/);
      const data = parseSignedData(new Uint8Array(readFileSync(join(folder, file))));
      const found = data.signers.map((signer) => identifySigner(data, signer, ports));
      expect(found).toEqual([{ certificate: expect.anything(), bound: true }]);
    });
  },
);
