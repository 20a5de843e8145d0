import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sync } from '../../files.ts';
import { compose } from './compose.ts';
import type { Delivery, Letter, Transport } from './letter.ts';

/** `2026-11-21T16-40-08Z-1f0c2a9d8e7b6a54.eml`: in the order of time, the same for the same letter. */
function fileName({ date, messageId }: Letter): string {
  const time = new Date(date).toISOString().slice(0, 19).replaceAll(':', '-');
  return `${time}Z-${createHash('sha256').update(messageId).digest('hex').slice(0, 16)}.eml`;
}

function dateOf(name: string): number | undefined {
  const [, day, hours, minutes, seconds] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-[0-9a-f]{16}\.eml(?:\.part)?$/.exec(name) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
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
    async tidy(before) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        const date = dateOf(name);
        if (date !== undefined && date < before) await rm(join(folder, name), { force: true });
      }
    },
  };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
