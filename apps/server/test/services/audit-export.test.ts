import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkExport } from '../../src/services/audit/check.ts';
import { exportAudit } from '../../src/services/audit/export.ts';
import { openStorage, type Storage } from '../../src/storage/index.ts';

let folder = '';
let storage: Storage;
const at = Date.UTC(2026, 10, 22);
const rows = 1234;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'websign-audit-'));
  storage = await openStorage({ dataFolder: join(folder, 'data'), nameKey: new Uint8Array(32) });
  for (let row = 0; row < rows; row += 1)
    await storage.audit.append({ kind: 'upload', detail: { name: `Απόφαση ${row}\u2028"\n`, size: row } });
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
async function exported(from = 1) {
  files += 1;
  const file = join(folder, `${files}.jsonl`);
  const outcome = await exportAudit(storage.audit, { file, from, seal: undefined, at });
  return { outcome, bytes: () => readFileSync(file) };
}
const check = (bytes: Uint8Array, anchor?: { sequence: number; hash: string }) =>
  checkExport({ bytes: piecewise(bytes), seal: undefined, anchors: [], anchor });
async function* piecewise(bytes: Uint8Array) {
  for (let from = 0; from < bytes.length; from += 1000) yield bytes.subarray(from, from + 1000);
}

describe('an export of the audit log', () => {
  test('holds every row and a statement of them, and is intact; from a later row, too', async () => {
    const { outcome, bytes } = await exported();
    const head = await storage.audit.head();
    const statement = { first: 1, last: rows, count: rows, hash: head.hash, previous: '0'.repeat(64) };
    expect(outcome).toMatchObject({ kind: 'done', statement });
    expect(bytes().toString('utf8').trimEnd().split('\n')).toHaveLength(rows + 1);
    expect(await check(bytes(), head)).toMatchObject({ ok: true, statement });

    const late = await exported(1200);
    expect(await check(late.bytes())).toMatchObject({ ok: true, statement: { first: 1200, count: 35 } });
    expect(await check(late.bytes(), { sequence: 3, hash: head.hash })).toMatchObject({
      flaw: { reason: 'anchor_missing' },
    });
    expect(await check(late.bytes(), { ...head, hash: '0'.repeat(64) })).toMatchObject({
      flaw: { reason: 'anchor_differs', sequence: rows },
    });
  });

  test('of no rows there is none, and of a broken log nothing is left', async () => {
    expect((await exported(rows + 1)).outcome).toEqual({ kind: 'empty' });
    async function* broken() {
      for await (const row of storage.audit.export())
        yield row.sequence === 700 ? { ...row, kind: 'x' } : row;
    }
    const file = join(folder, 'broken.jsonl');
    const audit = { head: () => storage.audit.head(), export: broken };
    const outcome = await exportAudit(audit, { file, from: 1, seal: undefined, at });
    expect(outcome).toEqual({ kind: 'broken', sequence: 700, reason: 'wrong_hash' });
    expect(readdirSync(folder)).not.toContain('broken.jsonl');
    await expect(
      exportAudit(storage.audit, { file: folder, from: 1, seal: undefined, at }),
    ).rejects.toThrow();
  });

  test('a line that is gone, doubled, moved, changed or added is found', async () => {
    const lines = (await exported(1200)).bytes().toString('utf8').trimEnd().split('\n');
    const broken = async (change: (lines: string[]) => unknown) => {
      const copy = [...lines];
      change(copy);
      const verdict = await check(Buffer.from(`${copy.join('\n')}\n`));
      return verdict.ok ? 'intact' : verdict.flaw.reason;
    };
    expect(await broken((l) => l.splice(5, 1))).toBe('gap');
    expect(await broken((l) => l.splice(5, 0, l[5] ?? ''))).toBe('gap');
    expect(await broken((l) => l.splice(-2, 1))).toBe('statement_differs');
    expect(await broken((l) => l.shift())).toBe('statement_differs');
    expect(await broken((l) => l.pop())).toBe('statement_missing');
    expect(await broken((l) => l.push(l.at(-1) ?? ''))).toBe('line');
    expect(await broken((l) => l.splice(3, 1, (l[3] ?? '').replace('upload', 'Upload')))).toBe('wrong_hash');
    expect(await broken((l) => l.splice(3, 1, ` ${l[3]}`))).toBe('line');
    expect(await broken((l) => l.splice(3, 0, ''))).toBe('line');
  });

  test('any changed byte is found, but in the time that only the seal proves', async () => {
    const bytes = (await exported(1230)).bytes();
    const time = bytes.lastIndexOf('"at":"');
    const open = fc.integer({ min: 0, max: bytes.length - 2 }).filter((at) => at < time || at > time + 32);
    await fc.assert(
      fc.asyncProperty(open, fc.integer({ min: 1, max: 255 }), async (where, flip) => {
        const copy = Buffer.from(bytes);
        copy[where] = (copy[where] ?? 0) ^ flip;
        expect((await check(copy)).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('a line without an end stops the check in bounded memory', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 1;
        yield Buffer.alloc(1024 * 1024, 'x');
      }
    }
    const verdict = await checkExport({ bytes: endless(), seal: undefined, anchors: [], anchor: undefined });
    expect(verdict).toEqual({ ok: false, flaw: { reason: 'line_too_long', line: 1 } });
    expect(given).toBeLessThan(10);
  });
});
