import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CSC_PIN,
  type CscSimulator,
  cscPeople,
  type DsaSimulator,
  makeTestPki,
  startCscSimulator,
  startDsaSimulator,
} from '@websign/testkit';
import { address, end, ROOT } from './demo.ts';

const STEP_MS = 30_000;
const run = promisify(execFile);
const program = join(ROOT, 'scripts', 'run.mjs');
const DSA = { username: 'petros@ministry', password: 'Dsa-0815', totpSecret: 'GEZDGNBVGY3TQOJQ' };

/** A signer whose key lives elsewhere: a password for here, and what the provider asks for. */
export interface RemoteSigner {
  username: string;
  password: string;
  /** The password at the provider. */
  pin: string;
  /** A code of the provider's that was not used yet. */
  code(): string;
}

/**
 * Production servers on one data folder, whose signers' keys are at simulated remote providers. Each has a ledger of
 * epochs of its own: two processes may not pack one file.
 */
export interface Remote {
  /** Codes are typed in the sign box. */
  codes: string;
  /** Keys of the CSC provider are activated on its own page. */
  redirect: string;
  nikos: RemoteSigner;
  petros: RemoteSigner;
  /** Everything that the servers logged so far. */
  output(): string;
  stop(): Promise<void>;
}

/** A port that was free a moment ago: the provider's page has to know where it leads back to. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof bound === 'object' && bound ? bound.port : 0;
}

export async function startRemote(): Promise<Remote> {
  const folder = await mkdtemp(join(tmpdir(), 'websign-remote-'));
  const at = (name: string) => join(folder, name);
  // The simulators' clock goes on by a step for each code, so that nobody waits for the next one.
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const pki = makeTestPki();
  const csc = await startCscSimulator({ credentials: cscPeople(pki), clock });
  const dsa = await startDsaSimulator({ users: [{ ...DSA, identity: pki.signers.rsa2048 }], clock });
  const next = (code: () => string) => () => {
    ahead += STEP_MS;
    return code();
  };
  const environment = { ...process.env, ...(await configured(at, csc, dsa)) };
  const servers: ChildProcess[] = [];
  const lines: string[] = [];
  const stop = async () => {
    for (const server of servers) await end(server);
    await csc.close();
    await dsa.close();
    await rm(folder, { recursive: true, force: true });
  };
  const serve = async (more: Record<string, string>) => {
    const server = spawn(process.execPath, [program, 'start'], {
      cwd: ROOT,
      env: { ...environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    servers.push(server);
    return address(server, lines);
  };
  try {
    await enrol(environment, at);
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const [codes, redirect] = await Promise.all([
      serve({ PORT: '0', SIGNER_LEDGER_FILE: at('epochs-codes') }),
      serve({
        ...{ PORT: port, PUBLIC_ORIGIN: origin, CSC_ACTIVATION: 'redirect' },
        SIGNER_LEDGER_FILE: at('epochs-redirect'),
      }),
    ]);
    const password = 'Passw0rd!here';
    return {
      ...{ codes, redirect, stop, output: () => lines.join('\n') },
      nikos: { username: 'nikos', password, pin: CSC_PIN, code: next(() => csc.code('nikos-rsa3072')) },
      petros: { username: 'petros', password, pin: DSA.password, code: next(() => dsa.code(DSA.username)) },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function configured(at: (name: string) => string, csc: CscSimulator, dsa: DsaSimulator) {
  const files = {
    'master.key': `1:${randomBytes(32).toString('base64')}`,
    'csc.secret': csc.client.secret,
    password: 'Passw0rd!here',
    theirs: DSA.password,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(at(name), `${text}\n`, { mode: 0o600 });
  return {
    ...{ WEBSIGN_DATA: at('data'), MASTER_KEY_FILE: at('master.key'), SIGNATURE_LEVEL: 'B-B' },
    ...{ SANDBOX: 'partial' },
    ...{ HOST: '127.0.0.1', OPERATIONS_PORT: 'off', PROVIDER_NAME: 'Αρχή Πιστοποίησης Δοκιμών' },
    ...{ CSC_URL: csc.url, CSC_CLIENT_ID: csc.client.id, CSC_CLIENT_SECRET_FILE: at('csc.secret') },
    DSA_URL: dsa.url,
  };
}

/** The accounts, as an operator adds them. */
async function enrol(env: NodeJS.ProcessEnv, at: (name: string) => string): Promise<void> {
  const add = (username: string, ...way: string[]) =>
    run(
      process.execPath,
      [
        ...[program, 'account', 'add', username, '--email', `${username}@example.test`],
        ...['--password-file', at('password'), '--own-password', ...way],
      ],
      { cwd: ROOT, env },
    );
  await add('nikos', '--csc', '--credential', 'nikos-rsa3072');
  await add('petros', '--dsa', '--provider-username', DSA.username, '--provider-password-file', at('theirs'));
}
