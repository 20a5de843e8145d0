/**
 * `node flooder.ts URL SESSION`, with a channel to its parent: uploads of one signer, twenty at a time of twenty costly
 * files each, from a process of its own as from another machine. From the message `go` on, until at `stop` it cuts what is
 * under way, and answers how often each answer came so far.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { costlyPage } from './costly.ts';

const AT_ONCE = 20;
const FILES = 20;
/** Whoever floods does not wait as long as the answer asks for. */
const PAUSE_MS = 250;
const BOUNDARY = 'flood';

const [url = '', session = ''] = process.argv.slice(2);
let over = new AbortController();
const outcomes = new Map<string, number>();

/** One request's body, made once: the flood is to cost its sender little. */
function bodyOf(file: Buffer): Buffer {
  const field = (name: string, value: string) =>
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const part = Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="document"; filename="costly.pdf"\r\n\r\n`,
    ),
    file,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([
    field('sessionId', session),
    field('groupId', '1'),
    ...Array.from({ length: FILES }, () => part),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

async function send(body: Buffer): Promise<string> {
  try {
    const answer = await fetch(`${url}/api/upload_document`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: new Uint8Array(body),
      signal: over.signal,
    });
    const { code } = (await answer.json()) as { code: string | null };
    return `${answer.status}${code === null ? '' : ` ${code}`}`;
  } catch (error) {
    return over.signal.aborted ? 'cut' : error instanceof Error ? error.message : String(error);
  }
}

const body = bodyOf(costlyPage());
const one = async () => {
  while (!over.signal.aborted) {
    const outcome = await send(body);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    await sleep(PAUSE_MS);
  }
};
let all: Promise<void>[] = [];
process.on('message', async (wish: 'go' | 'stop') => {
  if (wish === 'go') {
    over = new AbortController();
    all = Array.from({ length: AT_ONCE }, one);
    return;
  }
  over.abort();
  await Promise.all(all);
  process.send?.([...outcomes]);
});
process.on('disconnect', () => process.exit(0));
