import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';

/** What the server does at a point of the conversation: an answer, or a fault. */
export type Act = string | 'silence' | 'drop';

export interface Behaviour {
  greeting: Act;
  auth: Act;
  mail: Act;
  rcpt: Act;
  data: Act;
  /** After so many bytes of the letter. */
  during: Act | undefined;
  /** After the dot. */
  end: Act;
  /** Before each answer. */
  delayMs: number;
  /** Further lines of EHLO's answer. */
  extensions: string[];
}

export interface Received {
  from: string;
  to: string[];
  /** As it came, dots unstuffed. */
  text: string;
}

export interface Certified {
  key: string;
  cert: string;
  /** After STARTTLS (RFC 3207) instead of from the first byte. */
  upgrade?: boolean;
}

export interface MailServer {
  readonly port: number;
  /** Letters that came whole, to their dot. */
  readonly letters: Received[];
  /** Every line that clients said outside letters. */
  readonly said: string[];
  /** Conversations that reached the letter's bytes. */
  begun: number;
  readonly behaviour: Behaviour;
  close(): Promise<void>;
}

export const friendly = (): Behaviour => ({
  ...{ greeting: '220 mail.test', auth: '235 welcome', mail: '250 ok', rcpt: '250 ok', data: '354 go on' },
  ...{ during: undefined, end: '250 queued', delayMs: 0, extensions: [] },
});

/** A mail server of RFC 5321's commands on loopback, with the faults of real ones. */
export async function mailServer(
  behaviour: Partial<Behaviour> = {},
  { port = 0, tls }: { port?: number; tls?: Certified } = {},
): Promise<MailServer> {
  const open = new Set<Socket>();
  const talk = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    void converse(socket, server, tls?.upgrade ? tls : undefined);
  };
  const listener: Server = tls && !tls.upgrade ? createTlsServer(tls, talk) : createServer(talk);
  listener.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  const server: MailServer = {
    port: (listener.address() as AddressInfo).port,
    ...{ letters: [], said: [], begun: 0 },
    behaviour: { ...friendly(), ...behaviour },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}

/** One conversation; with `upgrade` it begins anew once it is encrypted, and then without a greeting. */
async function converse(
  socket: Socket,
  server: MailServer,
  upgrade?: Certified,
  greeted = false,
): Promise<void> {
  const { behaviour } = server;
  const lines = linesOf(socket);
  let letter: Received = { from: '', to: [], text: '' };
  const act = async (what: Act): Promise<boolean> => {
    if (behaviour.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs));
    if (what === 'drop') socket.destroy();
    if (what === 'drop' || what === 'silence') return false;
    socket.write(`${what}\r\n`);
    return true;
  };
  if (!greeted && !(await act(behaviour.greeting))) return;
  for await (const line of lines) {
    server.said.push(line);
    const word = line.split(/[ :]/)[0]?.toUpperCase();
    if (word === 'QUIT') return void socket.end('221 bye\r\n');
    if (word === 'STARTTLS' && upgrade) {
      await lines.return(undefined);
      socket.write('220 go on\r\n');
      const encrypted = new TLSSocket(socket, { ...upgrade, isServer: true });
      encrypted.on('error', () => undefined);
      return converse(encrypted, server, undefined, true);
    }
    if (word === 'EHLO') {
      const answers = ['mail.test', 'AUTH PLAIN', ...(upgrade ? ['STARTTLS'] : []), ...behaviour.extensions];
      socket.write(answers.map((text, n) => `250${n < answers.length - 1 ? '-' : ' '}${text}\r\n`).join(''));
      continue;
    }
    if (word === 'AUTH' && !(await act(behaviour.auth))) return;
    if (word === 'MAIL') {
      letter = { from: line.slice('MAIL FROM:'.length), to: [], text: '' };
      if (!(await act(behaviour.mail))) return;
    }
    if (word === 'RCPT') {
      letter.to.push(line.slice('RCPT TO:'.length));
      if (!(await act(behaviour.rcpt))) return;
    }
    if (word !== 'DATA') continue;
    if (!(await act(behaviour.data))) return;
    if (!behaviour.data.startsWith('354')) continue;
    server.begun += 1;
    const text = await body(lines, behaviour.during === undefined ? undefined : 100);
    if (text === undefined) {
      if (behaviour.during === undefined || !(await act(behaviour.during))) return;
      continue;
    }
    server.letters.push({ ...letter, text });
    if (!(await act(behaviour.end))) return;
  }
}

async function body(lines: AsyncIterator<string>, most: number | undefined): Promise<string | undefined> {
  let text = '';
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return undefined;
    if (value === '.') return text;
    text += `${String(value).replace(/^\./, '')}\r\n`;
    if (most !== undefined && text.length > most) return undefined;
  }
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      const parts = (rest + (chunk as Buffer).toString('latin1')).split('\r\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch {
    // The client is gone; the conversation ends.
  }
}
