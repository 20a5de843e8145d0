import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const DRIP_MS = 10_000;
/** Addresses of loopback that the strangers come from: no server lets one address have all connections. */
const ADDRESSES = 5;
const BEGUN_AT_ONCE = 100;
const HEAD = 'POST /api/login HTTP/1.1\r\nHost: x\r\nX-Slow: ';

export interface Strangers {
  /** Connections that are open now. */
  open(): number;
  stop(): void;
}

/** So many connections, each of which sends a piece of a header's octets every ten seconds, and comes again when it is closed. */
export async function dripAtOnce(url: string, count: number): Promise<Strangers> {
  const { port } = new URL(url);
  const sockets = new Map<number, Socket>();
  let isOver = false;
  const begin = (at: number) => {
    if (isOver) return;
    const socket = connect({
      port: Number(port),
      host: '127.0.0.1',
      localAddress: `127.0.0.${2 + (at % ADDRESSES)}`,
    });
    sockets.set(at, socket);
    socket.on('error', () => undefined);
    socket.on('connect', () => socket.write(HEAD));
    socket.on('data', () => undefined);
    const drip = setInterval(() => socket.write('x'), DRIP_MS);
    socket.on('close', () => {
      clearInterval(drip);
      sockets.delete(at);
      setTimeout(begin, 100, at);
    });
  };
  for (let at = 0; at < count; at += 1) {
    begin(at);
    if (at % BEGUN_AT_ONCE === 0) await sleep(20);
  }
  return {
    open: () => [...sockets.values()].filter(({ readyState }) => readyState === 'open').length,
    stop() {
      isOver = true;
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}
