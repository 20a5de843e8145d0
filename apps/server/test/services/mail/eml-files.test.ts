import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emlFiles } from '../../../src/services/mail/eml-files.ts';
import type { Letter } from '../../../src/services/mail/letter.ts';

const day = 24 * 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 14, 40, 8);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'websign-mail-'));
});
afterEach(() => rm(folder, { recursive: true }));

const letter = (number: number, until?: number): Letter => ({
  ...{ messageId: `<${number}@websign.invalid>`, date: at, to: 'maria@example.gr' },
  ...{ subject: 's', text: 't', html: '<p>t</p>' },
  ...(until !== undefined && {
    attachment: { name: 'α.pdf', until, open: async () => Readable.from(['%PDF']) },
  }),
});

async function written(...letters: Letter[]) {
  const files = emlFiles(join(folder, 'mail'), 'sign@example.gr');
  for (const each of letters) {
    const delivery = await files.deliver(each, async () => true, new AbortController().signal);
    expect(delivery).toEqual({ kind: 'accepted' });
  }
  const names = async () => (await readdir(join(folder, 'mail'))).sort();
  return { files, names };
}

test('a letter is one file that only the server reads, however often it is written', async () => {
  const { names } = await written(letter(1), letter(1), letter(2, at + day), letter(2, at + day));
  const [first = '', second = '', ...more] = await names();
  expect(more).toEqual([]);
  expect([first, second].join(' ')).toMatch(
    /^2026-11-21T14-40-08Z-[0-9a-f]{16}\S*\.eml 2026-11-21T14-40-08Z-[0-9a-f]{16}\S*\.eml$/,
  );
  for (const name of [first, second]) {
    expect((await stat(join(folder, 'mail', name))).mode & 0o777).toBe(0o600);
  }
});

test('HIS-2 a letter that holds a document leaves with the document, others by their own age', async () => {
  const { files, names } = await written(letter(1), letter(2, at + 2 * day), letter(3, at + 90 * day));
  await writeFile(join(folder, 'mail', 'notes.txt'), 'not ours');
  const keptMs = 30 * day;
  const left = async (now: number) => {
    await files.tidy(now, keptMs);
    return (await names()).length;
  };
  expect(await left(at + 2 * day - 1000)).toBe(4);
  expect(await left(at + 2 * day)).toBe(3);
  expect((await names()).join(' ')).not.toContain('_2026-11-23T');
  expect(await left(at + keptMs - 1000)).toBe(3);
  expect(await left(at + keptMs)).toBe(1);
  expect(await names()).toEqual(['notes.txt']);
});
