import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontAttacks, formAttacks } from '@websign/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { confinedCommand } from '../../src/sandbox/confinement.ts';
import { sandboxedEngine } from '../../src/sandbox/engine.ts';
import { openSandbox } from '../../src/sandbox/pool.ts';
import { engineProgram } from '../../src/sandbox/program.ts';
import { buildSnapshot, snapshot } from '../../src/sandbox/snapshot.ts';
import { smallPdf } from '../http/harness.ts';
import { limits, sourceOf } from './engine.ts';

/** Tries to read, write, start a process and a thread, and tells its environment, once it starts from a snapshot. */
const HOSTILE = `
  const tries = [
    () => require('node:fs').readFileSync('/etc/passwd'),
    () => require('node:fs').writeFileSync('written-by-a-child', ''),
    () => process.getBuiltinModule('node:child_process').spawnSync('/bin/true'),
    () => new (process.getBuiltinModule('node:worker_threads').Worker)('', { eval: true }),
    () => JSON.stringify(process.env),
  ];
  const outcome = (attempt) => { try { return String(attempt()); } catch (error) { return error.code; } };
  require('node:v8').startupSnapshot.setDeserializeMainFunction(() => {
    console.log(JSON.stringify(tries.map(outcome)));
  });`;

const CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url));
const CODE = engineProgram.program.replace(/\.cjs$/, '.code.cjs');

describe('the snapshot from which children start', () => {
  let home: string;
  let folder: string;
  beforeEach(() => {
    // Below the packages that the code looks for.
    home = mkdtempSync(join(CACHE, 'snapshot-'));
    folder = join(home, 'bundles');
    mkdirSync(folder);
    copyFileSync(CODE, join(folder, 'child.code.cjs'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  test('is used by the children of the server', () => {
    expect(engineProgram.snapshot).toMatch(/child\.blob$/);
    const [, args] = confinedCommand(engineProgram, { heapMiB: 128, dataMiB: 900 });
    expect(args.at(-1)).toBe(`--snapshot-blob=${engineProgram.snapshot}`);
    expect(args).not.toContain(engineProgram.program);
  });

  test('serves in the place alone for which it was made, of the same code, by what made it alone', async () => {
    expect(snapshot(folder)).toBeUndefined();
    await buildSnapshot(folder);
    expect(snapshot(folder)).toBe(join(folder, 'child.blob'));
    const elsewhere = join(home, 'elsewhere');
    renameSync(folder, elsewhere);
    expect(snapshot(elsewhere)).toBeUndefined();
    renameSync(elsewhere, folder);
    appendFileSync(join(folder, 'child.code.cjs'), '\n');
    expect(snapshot(folder)).toBeUndefined();
    copyFileSync(CODE, join(folder, 'child.code.cjs'));
    expect(snapshot(folder)).toBe(join(folder, 'child.blob'));
    writeFileSync(join(folder, 'child.blob.maker'), `v24.0.0 ${process.arch} 1 ${folder}\n`);
    expect(snapshot(folder)).toBeUndefined();
    rmSync(join(folder, 'child.blob'));
    expect(snapshot(folder)).toBeUndefined();
  });

  test('leaves no way past the permissions of Node.js', async () => {
    writeFileSync(join(folder, 'child.code.cjs'), HOSTILE);
    await buildSnapshot(folder);
    const program = { program: '-', readable: [folder], snapshot: snapshot(folder) };
    const [, args] = confinedCommand(program, { heapMiB: 128, dataMiB: 900 });
    // Without the walls of the operating system, which stand before it.
    const own = args.slice(args.lastIndexOf(process.execPath) + 1);
    const { stdout } = spawnSync(process.execPath, own, { env: {}, encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual([...Array(4).fill('ERR_ACCESS_DENIED'), '{}']);
  });

  test('that cannot be made leaves nothing behind, and the one before is used no more', async () => {
    await buildSnapshot(folder);
    writeFileSync(join(folder, 'child.code.cjs'), 'nonsense(');
    await expect(buildSnapshot(folder)).rejects.toThrow();
    expect(snapshot(folder)).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual(['child.blob', 'child.code.cjs']);
  });
});

test('UP-6: a child that starts from the snapshot answers as one that runs its code', async () => {
  const one = { ...limits, slots: 1, slotsEach: 1, warmChildren: 1, heldChildren: 1 };
  const fresh = openSandbox({ ...one, ...engineProgram, snapshot: undefined });
  const kept = openSandbox({ ...one, ...engineProgram });
  try {
    const files = [
      smallPdf(),
      ...[fontAttacks, formAttacks]
        .flatMap((attacks) => attacks.slice(0, 3))
        .map(({ bytes }) => bytes('objstm')),
    ];
    for (const file of files) {
      const [expected, answer] = await Promise.all(
        [fresh, kept].map((sandbox) => sandboxedEngine(sandbox).examine(sourceOf(file))),
      );
      expect(answer).toEqual(expected);
    }
  } finally {
    await Promise.all([fresh.close(), kept.close()]);
  }
});
