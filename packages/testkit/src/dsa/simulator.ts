import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SingleUseTotp } from '../one-time.ts';
import type { TestIdentity } from '../pki/identity.ts';
import { certificatesAnswer, pkcs1Value, refusal } from './answers.ts';

export interface DsaUser {
  username: string;
  password: string;
  /** base32. */
  totpSecret: string;
  /** An RSA key and its certificates. */
  identity: TestIdentity;
}

/**
 * What a provider may do wrong: answer late, never, with HTTP 500, with another document's value or with a value of
 * another key, with what is no JSON, with far too much, or with an error that nobody knows.
 */
export type DsaFault =
  | { kind: 'slow'; ms: number }
  | { kind: 'hang' | 'http_500' | 'other_value' | 'other_key' | 'malformed' | 'flood' | 'unknown_error' };

export interface DsaSimulatorOptions {
  users: readonly DsaUser[];
  /** Port on 127.0.0.1; a free one when left out. */
  port?: number;
  /** Epoch milliseconds. */
  clock?: () => number;
  /** Wrong passwords or codes that lock a user; 5 when left out. */
  failures?: number;
}

export interface DsaSimulator {
  url: string;
  /** What every SignBuffer suffers from now on; null: nothing. */
  fault(fault: DsaFault | null): void;
  /** A user's present code. */
  code(username: string): string;
  unlock(username: string): void;
  /** Values given to a user so far. */
  signed(username: string): number;
  /** Calls of SignBuffer that came in. */
  asked(): number;
  close(): Promise<void>;
}

interface State extends DsaUser {
  totp: SingleUseTotp;
  failed: number;
  signed: number;
}

const MAX_BODY = 64 * 1024;

/** A provider of the Greek state's protocol on this machine, over HTTP: users, single-use codes, lockout, faults. */
export async function startDsaSimulator(options: DsaSimulatorOptions): Promise<DsaSimulator> {
  const { users, port = 0, clock = Date.now, failures = 5 } = options;
  const states = new Map<string, State>(
    users.map((user) => [
      user.username,
      { ...user, totp: new SingleUseTotp(user.totpSecret), failed: 0, signed: 0 },
    ]),
  );
  const now = { fault: null as DsaFault | null, asked: 0 };

  function known(username: string): State {
    const state = states.get(username);
    if (state === undefined) throw new Error(`the provider has no user ${username}`);
    return state;
  }

  /** The user whose password this is, or the answer that says why not. */
  function loggedOn({ Username, Password }: Asked): State | object {
    const state = states.get(Username ?? '');
    if (state !== undefined && state.failed >= failures) return refusal('locked');
    if (state !== undefined && state.password === Password) return state;
    if (state !== undefined) state.failed += 1;
    return refusal('logon');
  }

  function certificates(asked: Asked): object {
    const user = loggedOn(asked);
    return isState(user) ? certificatesAnswer(user.identity) : { Success: false, Message: messageOf(user) };
  }

  function signBuffer(asked: Asked): object {
    const user = loggedOn(asked);
    if (!isState(user)) return user;
    const digest = Buffer.from(asked.BufferToSign ?? '', 'base64');
    if (digest.length !== 32 || asked.Flags !== '541696') return refusal('input');
    if (!user.totp.take(asked.SignPassword ?? '', clock())) {
      user.failed += 1;
      return refusal('otp');
    }
    user.failed = 0;
    user.signed += 1;
    const other = users.find(({ username }) => username !== user.username)?.identity ?? user.identity;
    const key = now.fault?.kind === 'other_key' ? other : user.identity;
    if (now.fault?.kind === 'other_value') digest[0] = (digest[0] ?? 0) ^ 1;
    return { Success: true, Data: { Signature: pkcs1Value(key.privateKey, digest).toString('base64') } };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = /^\/dsa\/v1\/(Certificates|SignBuffer)$/.exec(request.url ?? '')?.[1];
    if (call === undefined) return end(response, 404, '');
    if (request.method !== 'POST') return end(response, 405, '');
    const asked = await readAsked(request);
    if (asked === undefined) return end(response, 400, '');
    if (call === 'Certificates') return end(response, 200, JSON.stringify(certificates(asked)));
    now.asked += 1;
    await suffer(response, now.fault, () => JSON.stringify(signBuffer(asked)), asked);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: (fault) => {
      now.fault = fault;
    },
    code: (username) => known(username).totp.code(clock()),
    unlock: (username) => {
      known(username).failed = 0;
    },
    signed: (username) => known(username).signed,
    asked: () => now.asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Asked = Readonly<Partial<Record<string, string>>>;

const isState = (value: State | object): value is State => 'totp' in value;

const messageOf = (answer: object): unknown =>
  (answer as { ErrData?: { Message?: string } }).ErrData?.Message ?? '';

async function readAsked(request: IncomingMessage): Promise<Asked | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Asked) : undefined;
  } catch {
    return undefined;
  }
}

async function suffer(
  response: ServerResponse,
  fault: DsaFault | null,
  made: () => string,
  asked: Asked,
): Promise<void> {
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.ms));
      return end(response, 200, made());
    case 'http_500':
      return end(response, 500, '');
    case 'malformed':
      return end(response, 200, '<html>under maintenance</html>');
    case 'flood':
      return end(response, 200, made() + ' '.repeat(4 * 1024 * 1024));
    case 'unknown_error':
      return end(response, 200, JSON.stringify(refusal('unknown', asked.Password)));
    default:
      return end(response, 200, made());
  }
}

function end(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
}
