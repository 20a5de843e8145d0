import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodePorts, signatureFont } from '@websign/ports';
import { describe, expect, test } from 'vitest';

const { subset } = nodePorts();
const repository = realpathSync(join(import.meta.dirname, '../../..'));

/** Table tags of an sfnt file. */
function tables(font: Uint8Array): string[] {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  return Array.from({ length: view.getUint16(4) }, (_, i) =>
    String.fromCharCode(...font.subarray(12 + 16 * i, 16 + 16 * i)),
  );
}

describe('subset', () => {
  test('Greek with tonos, dialytika and breathings stays below 8 KB, with the tables a PDF needs', async () => {
    const font = await subset(signatureFont(), 'Γεώργιος Παπαδόπουλος-Οικονόμου ΐΰ ᾧ ἄνθρωπος 2026');
    expect(font.length).toBeLessThan(8192);
    expect(tables(font)).toEqual(
      expect.arrayContaining(['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']),
    );
  });

  test('the same text gives the same bytes, also when asked in parallel', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => subset(signatureFont(), 'Αθήνα')));
    for (const one of all) expect(Buffer.compare(one, all[0] ?? new Uint8Array(0))).toBe(0);
  });

  test('no text, lone surrogates and absent characters are no error', async () => {
    for (const text of ['', '\ud800', '\u{1f600}漢']) {
      expect((await subset(signatureFont(), text)).length).toBeGreaterThan(100);
    }
  });

  test('a file that is no font is refused', async () => {
    await expect(subset(Buffer.from('not a font at all'), 'a')).rejects.toThrow();
  });

  test('a subset is kept for the next document of a batch, the oldest of many is let go', async () => {
    const first = await subset(signatureFont(), 'Σοφία');
    expect(await subset(signatureFont(), 'Σοφία')).toBe(first);
    for (let i = 0; i < 20; i++) await subset(signatureFont(), `${i}`);
    const again = await subset(signatureFont(), 'Σοφία');
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  test('another font, and a failure in between, change nothing', async () => {
    const expected = await subset(signatureFont(), 'Ωδή');
    const smaller = await subset(signatureFont(), 'Ωδήμος');
    expect(await subset(smaller, 'Ωδή')).toEqual(expected);
    await expect(subset(signatureFont().subarray(0, 300), 'Ωδή')).rejects.toThrow();
    expect(await nodePorts().subset(signatureFont(), 'Ωδή')).toEqual(expected);
  });

  test('a thousand different subsets leave no memory behind', async () => {
    await subset(signatureFont(), 'warm');
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 1000; i++) await subset(signatureFont(), `Ωμέγα ${i}`);
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  });

  test('works in a child process that may read the program and nothing else', () => {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'websign-subset-'));
    try {
      const script = join(folder, 'child.ts');
      const entry = pathToFileURL(join(repository, 'packages/ports/src/index.ts')).href;
      writeFileSync(
        script,
        `import { nodePorts, signatureFont } from ${JSON.stringify(entry)};
         const font = await nodePorts().subset(signatureFont(), 'Ελλάδα');
         process.stdout.write(String(font.length));`,
      );
      const allowed = [repository, script].map((path) => `--allow-fs-read=${path}`);
      const child = spawnSync(process.execPath, ['--permission', ...allowed, script], {
        env: {},
        encoding: 'utf8',
      });
      expect(child.stderr).toBe('');
      expect(Number(child.stdout)).toBeGreaterThan(500);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('the bundled font is read once', () => {
  expect(signatureFont()).toBe(signatureFont());
  expect(tables(signatureFont())).toContain('glyf');
});
