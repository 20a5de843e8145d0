import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PEM of one DER structure. */
export function pem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** Runs a judge in a fresh folder that holds `files`; `output` is both streams. */
export function judgedFiles(
  command: string,
  files: Record<string, Uint8Array | string>,
  ...args: string[]
): { status: number | null; output: string; stdout: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'websign-judge-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, timeout: 60_000 });
    return { status, output: `${stdout}${stderr}`, stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
