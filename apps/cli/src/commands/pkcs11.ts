import { PkiError, parseCertificate } from '@websign/pki';
import { installBridge, type ListedToken, ProviderError } from '@websign/providers';
import { readSettings } from '@websign/server/config';
import { none, readArguments, required } from '../arguments.ts';
import type { Run } from '../commands.ts';
import { CliError, EXIT } from '../error.ts';
import { withHsm } from '../hsm.ts';
import { printable } from '../printable.ts';
import { askPassword, readPassword } from '../secret.ts';

const ACTIONS: Readonly<Record<string, Run>> = { install, list };

export async function run([action, ...args]: string[]): Promise<number> {
  if (action === undefined) throw new CliError('usage', 'pkcs11 does install or list.');
  const chosen = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (chosen === undefined) throw new CliError('usage', `"${action}" is nothing that pkcs11 does.`);
  return chosen(args);
}

/** Builds what loads an HSM's module. */
async function install(args: string[]): Promise<number> {
  none(readArguments(args, {}).positionals);
  try {
    await installBridge();
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    throw new CliError('failed', cause.message, { cause });
  }
  process.stdout.write('The bridge to PKCS#11 modules is built.\n');
  return EXIT.done;
}

const OPTIONS = {
  json: { type: 'boolean', default: false },
  token: { type: 'string' },
  'pin-file': { type: 'string' },
  'ask-pin': { type: 'boolean', default: false },
} as const;

/** Shows the tokens, the service's keys or those of the token that is named, and every certificate. */
async function list(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  const own = values['ask-pin'] || values['pin-file'] !== undefined;
  const token = own ? required(values.token, '--token') : undefined;
  const named = token === undefined ? undefined : { token, pin: await pinOf(token, values['pin-file']) };
  const tokens = await withHsm(readSettings(process.env), (keys) => keys.list(named));
  for (const each of tokens)
    process.stdout.write(values.json ? `${JSON.stringify(asJson(each))}\n` : told(each));
  return EXIT.done;
}

/** The PIN of a token that a person's own opens. */
export const pinOf = (token: string, file: string | undefined): Promise<string> =>
  file === undefined ? askPassword(`The PIN of ${printable(token)}: `) : readPassword(file);

function told({ label, serial, model, keys, certificates }: ListedToken): string {
  const names = (each: { label: string; id: string }) =>
    `label "${printable(each.label)}"\tid ${each.id === '' ? 'none' : each.id}`;
  const lines = [
    `token "${printable(label)}"\tserial number ${printable(serial)}\t${printable(model)}`,
    ...keys.map((key) => `  key\t${names(key)}`),
    ...certificates.map((each) => `  certificate\t${names(each)}\t${printable(subjectOf(each.der))}`),
  ];
  return `${lines.join('\n')}\n`;
}

const asJson = ({ keys, certificates, ...token }: ListedToken) => ({
  ...token,
  keys: keys.map(({ label, id, spki }) => ({ label, id, spki: spki && base64(spki) })),
  certificates: certificates.map(({ label, id, der }) => ({ label, id, der: base64(der) })),
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function subjectOf(der: Uint8Array): string {
  try {
    const { subject, validity } = parseCertificate(der);
    return `${subject.text}, until ${new Date(validity.notAfter).toISOString()}`;
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return 'cannot be read';
  }
}
