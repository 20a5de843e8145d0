import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sync } from '../../files.ts';
import { compose } from './compose.ts';
import type { Delivery, Letter, Transport } from './letter.ts';

/**
 * `2026-11-21T16-40-08Z-1f0c2a9d8e7b6a54.eml`: in the order of time, the same for the same letter. One that holds a
 * document says too when that leaves: `2026-11-21T16-40-08Z-1f0c2a9d8e7b6a54_2026-12-21T16-40-08Z.eml`.
 */
function fileName({ date, messageId, attachment }: Letter): string {
  const letter = createHash('sha256').update(messageId).digest('hex').slice(0, 16);
  return `${stamp(date)}-${letter}${attachment ? `_${stamp(attachment.until)}` : ''}.eml`;
}

const stamp = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Epoch milliseconds of a {@link stamp}. */
function timeOf(text: string): number {
  const [day = '', time = ''] = text.split('T');
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`);
}

const written =
  /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)-[0-9a-f]{16}(?:_(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ))?\.eml(?:\.part)?$/;

/** Whether a letter's term is over: its own, or that of the document in it. Other files are left alone. */
function isDue(name: string, now: number, keptMs: number): boolean {
  const [, date, until] = written.exec(name) ?? [];
  if (date === undefined) return false;
  return timeOf(date) + keptMs <= now || (until !== undefined && timeOf(until) <= now);
}

/** Writes letters as `.eml` files that only the server's user reads. Writing one again changes nothing: no `hand`. */
export function emlFiles(folder: string, from: string): Transport {
  return {
    async deliver(letter, _hand, signal): Promise<Delivery> {
      const path = join(folder, fileName(letter));
      const unfinished = `${path}.part`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = createWriteStream(unfinished, { mode: 0o600, flush: true });
        await pipeline(await compose(letter, from), file, { signal });
        await rename(unfinished, path);
        await sync(folder);
        return { kind: 'accepted' };
      } catch (error) {
        return { kind: 'refused', reason: `writing failed: ${codeOf(error)}` };
      }
    },
    async tidy(now, keptMs) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        if (isDue(name, now, keptMs)) await rm(join(folder, name), { force: true });
      }
    },
  };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
