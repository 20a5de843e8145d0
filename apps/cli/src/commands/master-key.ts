import { addMasterKey, masterKeyVersions, retireMasterKey } from '@websign/providers';
import { readSettings } from '@websign/server/config';
import {
  masterKeyUsage,
  type Progress,
  releaseMasterKey,
  rotateMasterKey,
} from '@websign/server/services/operators/master-key';
import { none, readArguments, single } from '../arguments.ts';
import type { Run } from '../commands.ts';
import { CliError, EXIT } from '../error.ts';
import { withDesk } from '../operator.ts';
import { withKeys } from '../software-keys.ts';

const OUT = { out: { type: 'string' } } as const;
const RETIRE = { ...OUT, check: { type: 'boolean', default: false } } as const;

/** Changes the master key while servers work: a new version, every row moved to it, the old one taken out. */
export async function run([action, ...args]: string[]): Promise<number> {
  const actions: Readonly<Record<string, Run>> = { list, add, rotate, retire };
  const chosen = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (chosen === undefined) throw new CliError('usage', 'master-key does list, add, rotate or retire.');
  return chosen(args);
}

/** The configured file; no command makes a first one, so that nobody takes it for a place that a backup covers. */
function keyFile(): string {
  const { MASTER_KEY_FILE: file } = readSettings(process.env);
  if (file !== '') return file;
  throw new CliError(
    'failed',
    'Set MASTER_KEY_FILE: the file with the master key of the signer. Only whoever may change it does this.',
  );
}

/** What the signer process of SIGNER_SOCKET holds, else what is in the file. */
function heldVersions(settings = readSettings(process.env)): Promise<number[]> {
  if (settings.SIGNER_SOCKET !== '') return withKeys(settings, (keys) => keys.versions());
  return Promise.resolve(masterKeyVersions(keyFile()));
}

async function list(args: string[]): Promise<number> {
  none(readArguments(args, {}).positionals);
  const held = await heldVersions();
  const usage = await withDesk((desk) => masterKeyUsage(desk));
  const newest = Math.max(...held);
  for (const version of [...new Set([...held, ...usage.keys()])].sort((a, b) => a - b)) {
    const { accounts, resets, enrolments } = usage.get(version) ?? { accounts: 0, resets: 0, enrolments: 0 };
    const state = !held.includes(version) ? 'missing in the file' : version === newest ? 'newest' : 'held';
    process.stdout.write(
      `version ${version}\t${state}\t${accounts} accounts\t${resets} new OTP secrets that wait\t${enrolments} keys that wait for a certificate\n`,
    );
  }
  return EXIT.done;
}

async function add(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OUT);
  none(positionals);
  const file = keyFile();
  const version = addMasterKey(file, values.out);
  process.stdout.write(
    `Version ${version} is in ${values.out ?? file}.\n` +
      'Nothing is sealed under it yet. Next, in this order:\n' +
      '  1. give the file to every machine that runs WebSign, and keep a copy where the old one is kept;\n' +
      '  2. ./websign master-key rotate, on one of them, while they run;\n' +
      '  3. ./websign master-key retire VERSION for the old one, and give that file to every machine.\n',
  );
  return EXIT.done;
}

async function rotate(args: string[]): Promise<number> {
  none(readArguments(args, {}).positionals);
  const version = Math.max(...(await heldVersions()));
  const { seen, moved } = await withDesk((desk) =>
    withKeys(desk.settings, (keys) => rotateMasterKey({ ...desk, keys }, version, tell)),
  );
  process.stdout.write(
    `All is sealed under version ${version}: ${moved} moved, ${seen} accounts looked at.\n`,
  );
  return EXIT.done;
}

const tell = ({ seen, total, moved }: Progress): void => {
  process.stderr.write(`${seen} of ${total} accounts, ${moved} moved\n`);
};

async function retire(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, RETIRE);
  const text = single(positionals, 'VERSION');
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new CliError('usage', `"${text}" is no version of the master key.`);
  const version = Number(text);
  const file = keyFile();
  const held = masterKeyVersions(file);
  if (!held.includes(version)) throw new CliError('failed', `${file} holds no version ${version}.`);
  if (version === Math.max(...held))
    throw new CliError('failed', `Version ${version} is the newest; add another one first.`);
  if (values.check) return check(version);
  await withDesk((desk) => releaseMasterKey(desk, version));
  retireMasterKey(file, version, values.out);
  process.stdout.write(
    `Version ${version} is no longer in ${values.out ?? file}. Servers forget it within a minute of their file's change.\n` +
      'Backups from before the rotation open with it only: keep it apart for as long as you keep those, or destroy it.\n',
  );
  return EXIT.done;
}

async function check(version: number): Promise<number> {
  const used = (await withDesk((desk) => masterKeyUsage(desk))).has(version);
  process.stdout.write(
    used ? `Version ${version} is in use.\n` : `Nothing is sealed under version ${version}.\n`,
  );
  return used ? EXIT.failed : EXIT.done;
}
