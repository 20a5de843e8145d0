import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire to a PostgreSQL server that a test cuts, or holds still, at will. */
export interface Wire {
  /** The database's address over the wire. */
  readonly url: string;
  /** Ends all connections; new ones are refused at once. */
  cut(): void;
  /** Nothing more goes either way, on old connections and on new ones. */
  hang(): void;
  /** New connections work; those that hung go on. */
  heal(): void;
  close(): Promise<void>;
}

/** A wire on loopback to the database of that address, over TCP or a socket in a folder. */
export async function startWire(url: string): Promise<Wire> {
  const address = new URL(url);
  const folder = address.searchParams.get('host');
  const port = Number(address.port || 5432);
  let state: 'whole' | 'cut' | 'hanging' = 'whole';
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'cut') return near.destroy();
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, address.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        ends.delete(from);
        to.destroy();
      });
      from.pipe(to);
      if (state === 'hanging') from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const over = new URL(url);
  over.searchParams.delete('host');
  over.hostname = '127.0.0.1';
  over.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    state = 'cut';
    for (const end of ends) end.destroy();
  };
  return {
    url: over.href,
    cut,
    hang() {
      state = 'hanging';
      for (const end of ends) end.pause();
    },
    heal() {
      state = 'whole';
      for (const end of ends) end.resume();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
