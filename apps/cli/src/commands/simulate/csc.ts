import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CSC_PIN,
  type CscFaultKind,
  type CscSimulatedCredential,
  cscPeople,
  startCscSimulator,
} from '@websign/testkit/csc';
import { makeTestPki } from '@websign/testkit/test-pki';
import { none, readArguments } from '../../arguments.ts';
import { CliError } from '../../error.ts';
import { portOf, serve } from './served.ts';

const OPTIONS = {
  port: { type: 'string' },
  fault: { type: 'string' },
  api: { type: 'string' },
} as const;

const FAULTS: Readonly<Record<string, CscFaultKind>> = {
  slow: 'slow',
  hang: 'hang',
  'http-500': 'http_500',
  busy: 'busy',
  redirect: 'redirect',
  drop: 'drop',
  count: 'count',
  order: 'order',
  value: 'value',
  malformed: 'malformed',
  shape: 'shape',
  flood: 'flood',
  'unknown-error': 'unknown_error',
};

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  const kind = faultOf(values.fault);
  const version = versionOf(values.api ?? '2');
  const credentials = cscPeople(makeTestPki()).filter(({ second }) => version === 2 || second !== 'push');
  const simulator = await startCscSimulator({
    credentials,
    version,
    port: portOf(values.port),
    pushed: version === 2,
  });
  simulator.fault(kind === undefined ? null : { kind, ms: 10_000 });
  const folder = mkdtempSync(join(tmpdir(), 'websign-csc-'));
  const secretFile = join(folder, 'client.secret');
  writeFileSync(secretFile, `${simulator.client.secret}\n`, { mode: 0o600 });
  return serve({
    title: `Simulated signing service (CSC API v${version})`,
    url: simulator.url,
    notes: [
      `CSC_URL=${simulator.url}`,
      `CSC_CLIENT_ID=${simulator.client.id}`,
      `CSC_CLIENT_SECRET_FILE=${secretFile}`,
      `PIN of all: ${CSC_PIN}`,
      ...credentials.map(noteOf),
    ],
    codes: () => credentials.flatMap(({ id }) => codeLine(id, simulator.code(id))),
    async close() {
      rmSync(folder, { recursive: true, force: true });
      await simulator.close();
    },
  });
}

function noteOf({ id, user, second, mode }: CscSimulatedCredential): string {
  const factors = {
    sent: 'a code is sent on demand',
    push: 'approves by itself after two polls',
  };
  const factor = typeof second === 'string' ? factors[second] : `code secret ${second.totpSecret}`;
  const page = mode === 'oauth2code' ? ', at its own page alone (CSC_ACTIVATION=redirect)' : '';
  return `credential ${id} of ${user}: ${factor}${page}`;
}

const codeLine = (id: string, code: string) => (code === '' ? [] : [`${id}: ${code}`]);

function faultOf(given: string | undefined): CscFaultKind | undefined {
  if (given === undefined) return undefined;
  const kind = Object.hasOwn(FAULTS, given) ? FAULTS[given] : undefined;
  if (kind === undefined) throw new CliError('usage', `--fault is one of ${Object.keys(FAULTS).join(', ')}.`);
  return kind;
}

function versionOf(given: string): 1 | 2 {
  if (given === '1' || given === '2') return Number(given) === 1 ? 1 : 2;
  throw new CliError('usage', '--api is 1 or 2.');
}
