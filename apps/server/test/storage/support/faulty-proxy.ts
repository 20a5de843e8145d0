import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to one request on its way. */
export type Fault =
  /** Answered so, and never passed on. */
  | { kind: 'status'; status: number; code: string }
  /** The connection ends when so many bytes of the request's body came. */
  | { kind: 'cut_request'; after: number }
  /** The connection ends when so many bytes of the answer's body went. */
  | { kind: 'cut_answer'; after: number }
  /** It is passed on, and the answer to it lost. */
  | { kind: 'lost_answer' }
  /** Nothing is ever said. */
  | { kind: 'silence' }
  /** Both bodies rest so many milliseconds at each piece. */
  | { kind: 'slow'; ms: number };

/** Stands before a server on loopback, and lets through, spoils or swallows what is asked. */
export interface FaultyProxy {
  readonly url: string;
  /** Asked for each request; undefined lets it through. */
  fault: (method: string, path: string) => Fault | undefined;
  /** Requests so far. */
  asked: number;
  close(): Promise<void>;
}

export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = { url: '', fault: () => undefined, asked: 0, close: async () => undefined };
  const server = createServer((request, response) => {
    proxy.asked += 1;
    const fault = proxy.fault(request.method ?? '', request.url ?? '');
    // What is cut on purpose breaks the pipes behind it.
    pass(target, request, response, fault).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  });
}

async function pass(target: string, request: IncomingMessage, response: ServerResponse, fault?: Fault) {
  if (fault?.kind === 'silence') return;
  if (fault?.kind === 'status') {
    request.resume();
    await once(request, 'end');
    response.writeHead(fault.status).end(`<Error><Code>${fault.code}</Code></Error>`);
    return;
  }
  const { method, url, headers } = request;
  const onward = ask(`${target}${url}`, { method, headers });
  const answered = once(onward, 'response');
  answered.catch(() => undefined);
  const cutAfter = fault?.kind === 'cut_request' ? fault.after : undefined;
  if (!(await move(request, (piece) => onward.write(piece), fault, cutAfter))) {
    onward.destroy();
    request.destroy();
    return;
  }
  onward.end();
  const [answer] = (await answered) as [IncomingMessage];
  if (fault?.kind === 'lost_answer') {
    answer.resume();
    await once(answer, 'end');
    request.destroy();
    return;
  }
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  const whole = await move(
    answer,
    (piece) => response.write(piece),
    fault,
    fault?.kind === 'cut_answer' ? fault.after : undefined,
  );
  if (whole) response.end();
  else request.destroy();
}

/** False where it was cut. */
async function move(
  from: IncomingMessage,
  write: (piece: Buffer) => boolean,
  fault: Fault | undefined,
  cutAfter = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  let moved = 0;
  for await (const piece of from as AsyncIterable<Buffer>) {
    if (moved + piece.length > cutAfter) {
      write(piece.subarray(0, cutAfter - moved));
      return false;
    }
    moved += piece.length;
    if (fault?.kind === 'slow') await sleep(fault.ms);
    write(piece);
  }
  return true;
}
