import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { closeWith } from './unread.ts';

export interface ConnectionLimits {
  /** In all. */
  all: number;
  /** Of one address that is no trusted proxy. */
  each: number;
}

/** Where the system does not say how many descriptors a process may have. */
const FEW_DESCRIPTORS = 1024;
/** Refused ones that are being told so; more are cut. */
const MOST_REFUSED = 200;
/** A whole office may stand behind one address. */
const MOST_EACH = 2000;

/** Below the process's descriptors, of which files, the database and children need some. */
export function connectionLimits(): ConnectionLimits {
  const all = Math.floor(descriptors() * 0.75);
  return { all, each: Math.min(MOST_EACH, Math.floor(all / 2)) };
}

function descriptors(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? FEW_DESCRIPTORS : soft === 'unlimited' ? 1_000_000 : Number(soft);
  } catch {
    return FEW_DESCRIPTORS;
  }
}

/** Answers 503 to connections past the limits, so that nobody's connections take the descriptors of all others. */
export function boundConnections(
  server: Server,
  proxies: readonly string[],
  { all, each }: ConnectionLimits = connectionLimits(),
): void {
  const isProxy = proxies.length === 0 ? () => false : proxyAddr.compile([...proxies]);
  const open = new Map<string, number>();
  let total = 0;
  let refused = 0;
  const refuse = (socket: Socket) => {
    if (refused >= MOST_REFUSED) {
      socket.destroy();
      return;
    }
    refused += 1;
    socket.once('close', () => {
      refused -= 1;
    });
    closeWith('busy', socket);
  };
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const own = open.get(address) ?? 0;
    if (total >= all || (own >= each && !isProxy(address, 0))) {
      refuse(socket);
      return;
    }
    total += 1;
    open.set(address, own + 1);
    socket.once('close', () => {
      total -= 1;
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
