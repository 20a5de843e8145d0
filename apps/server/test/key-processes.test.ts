import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOpenToAll, ownerOfProcess } from '../src/key-processes.ts';

test('of a socket that is not there, or cannot be looked at, nothing is claimed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'websign-whose-'));
  try {
    // A link to itself fails as a folder does that is closed to this user, for root as well.
    const closed = join(folder, 'closed');
    symlinkSync(closed, closed);
    for (const socket of [join(folder, 'nothing'), join(closed, 'socket')]) {
      expect(ownerOfProcess(socket)).toEqual({ user: 'unknown', description: `not to be seen at ${socket}` });
      expect(isOpenToAll(socket)).toBe(false);
    }
    const mine = join(folder, 'mine');
    writeFileSync(mine, '');
    expect(ownerOfProcess(mine)).toEqual({ user: 'own', description: `of this server's user, at ${mine}` });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
