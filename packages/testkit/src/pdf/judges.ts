import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `tool ARGS FILE` on the bytes and gives its exit code and everything it said. */
export function judged(tool: string, args: string[], bytes: Uint8Array): { code: number; text: string } {
  const room = mkdtempSync(join(tmpdir(), 'websign-judge-'));
  try {
    const file = join(room, 'judged.pdf');
    writeFileSync(file, bytes);
    const { status, stdout, stderr } = spawnSync(tool, [...args, file], { encoding: 'latin1', cwd: room });
    return { code: status ?? -1, text: `${stdout}\n${stderr}`.replaceAll(file, 'FILE') };
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** Runs `tool ARGS FILE RESULT` on the bytes and gives the result. Throws with what the tool said where it fails. */
export function converted(tool: string, args: string[], bytes: Uint8Array): Uint8Array {
  const room = mkdtempSync(join(tmpdir(), 'websign-judge-'));
  try {
    const [file, result] = [join(room, 'given.pdf'), join(room, 'result.pdf')];
    writeFileSync(file, bytes);
    const { status, stderr } = spawnSync(tool, [...args, file, result], { encoding: 'latin1', cwd: room });
    if (status !== 0) throw new Error(`${tool} failed: ${stderr}`);
    return readFileSync(result);
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
