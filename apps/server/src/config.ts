import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SignatureLevel } from '@websign/pades';
import type { z } from 'zod';
import type { Unsigned } from './policy/quota.ts';
import { settings } from './settings.ts';

/** A setting that is missing or wrong; the message is one clear sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> };
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads all settings; throws {@link ConfigError} with a sentence for each that is wrong. */
export function readSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const read = (name: SettingName): unknown => {
    const { schema, default: fallback } = settings[name];
    const given = environment[name];
    const result = schema.safeParse(given === undefined || given === '' ? fallback : given);
    if (result.success) return result.data;
    problems.push(`${name} ${result.error.issues[0]?.message ?? 'is wrong'}.`);
    return undefined;
  };
  const all = Object.fromEntries((Object.keys(settings) as SettingName[]).map((name) => [name, read(name)]));
  if (problems.length === 0) all.PKCS11_ENVIRONMENT = named(all as Settings, environment);
  if (problems.length === 0) all.DATABASE_URL = databaseUrl(all as Settings, problems);
  if (problems.length > 0) throw new ConfigError(problems.join(' '));
  return all as Settings;
}

/** What the HSM's module finds in its environment: of what there is, what PKCS11_ENVIRONMENT names. */
function named({ PKCS11_ENVIRONMENT }: Settings, environment: Environment): Record<string, string> {
  const values = Object.keys(PKCS11_ENVIRONMENT).flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

/** The one secret that a variable could hold, too: there it is refused, where environments are shown and inherited. */
function databaseUrl({ DATABASE_URL, DATABASE_URL_FILE: file }: Settings, problems: string[]): string {
  if (file === '') {
    if (DATABASE_URL !== '' && withPassword(DATABASE_URL))
      problems.push(
        'DATABASE_URL holds a password: put the URL into a file, and name that in DATABASE_URL_FILE.',
      );
    return DATABASE_URL;
  }
  if (DATABASE_URL !== '') problems.push('DATABASE_URL and DATABASE_URL_FILE are both set; unset one.');
  try {
    const [line = ''] = readFileSync(file, 'utf8').split(/\r?\n/);
    const url = line.trim();
    if (url !== '' && settings.DATABASE_URL.schema.safeParse(url).success) return url;
    problems.push(`DATABASE_URL_FILE names ${file}, which holds no postgres:// URL.`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    problems.push(`DATABASE_URL_FILE names ${file}, which cannot be read.`);
  }
  return '';
}

/** In its place, or as a parameter (libpq takes both). */
const withPassword = (url: string): boolean =>
  URL.canParse(url) && (new URL(url).password !== '' || new URL(url).searchParams.has('password'));

export interface Config extends Settings {
  /** The level that signatures are to reach. */
  level: SignatureLevel;
  demo: boolean;
  dataFolder: string;
  /** What one signer may have unsigned. */
  quota: Unsigned;
  /** Where the signer process notes which epochs were used. */
  ledgerFile: string;
  host: string;
  operationsPort: number | 'off';
  /** Whether OPERATIONS_PORT was chosen, so that its failing to open ends the start. */
  operationsChosen: boolean;
}

/** The level that signatures are to reach. */
const levelOf = ({ SIGNATURE_LEVEL, ARCHIVE_TSA_URLS }: Settings): SignatureLevel =>
  SIGNATURE_LEVEL === '' ? (ARCHIVE_TSA_URLS.length > 0 ? 'B-LTA' : 'B-LT') : SIGNATURE_LEVEL;

const productionNeeds: [SettingName, (settings: Settings) => boolean, string][] = [
  [
    'MASTER_KEY_FILE',
    (s) => s.MASTER_KEY_FILE === '' && s.SIGNER_SOCKET === '',
    'the file with the master key of the signer, or SIGNER_SOCKET',
  ],
  [
    'TSA_URLS',
    (s) => levelOf(s) !== 'B-B' && s.TSA_URLS.length === 0,
    'a time-stamp authority, or set SIGNATURE_LEVEL=B-B',
  ],
  [
    'TSA_CERTIFICATES_FILE',
    (s) => levelOf(s) !== 'B-B' && s.TSA_CERTIFICATES_FILE === '',
    'the certificates of the time-stamp authority',
  ],
  [
    'SEAL_PASSWORD_FILE',
    (s) => s.SEAL_P12_FILE !== '' && s.SEAL_PASSWORD_FILE === '',
    'the file with the password of SEAL_P12_FILE',
  ],
  [
    'LOTL_CERTIFICATES_FILE',
    (s) => s.LOTL_URL !== '' && s.LOTL_CERTIFICATES_FILE === '',
    'the certificates that may sign the list of LOTL_URL',
  ],
  [
    'TRUST_FOLDER',
    (s) => ['B-LT', 'B-LTA'].includes(levelOf(s)) && s.TRUST_FOLDER === '' && s.LOTL_URL === '',
    "the folder of the certificates that signers' certificates chain to, or LOTL_URL, or SIGNATURE_LEVEL=B-T",
  ],
  [
    'PKCS11_MODULE',
    (s) => s.PKCS11_TOKEN !== '' && s.PKCS11_MODULE === '' && s.HSM_SOCKET === '',
    "the HSM's PKCS#11 module, or HSM_SOCKET",
  ],
  [
    'PKCS11_PIN_FILE',
    (s) => s.PKCS11_TOKEN !== '' && s.PKCS11_PIN_FILE === '' && s.HSM_SOCKET === '',
    'the file with the PIN of PKCS11_TOKEN',
  ],
  [
    'CSC_CLIENT_ID',
    (s) => s.CSC_URL !== '' && s.CSC_CLIENT_ID === '',
    'what this application is called at CSC_URL',
  ],
  [
    'CSC_CLIENT_SECRET_FILE',
    (s) => s.CSC_URL !== '' && s.CSC_CLIENT_SECRET_FILE === '',
    'the file with the secret of CSC_CLIENT_ID',
  ],
  [
    'PUBLIC_ORIGIN',
    (s) => s.CSC_URL !== '' && s.CSC_ACTIVATION === 'redirect' && s.PUBLIC_ORIGIN === '',
    "where the provider's page leads back to, or set CSC_ACTIVATION=codes",
  ],
  [
    'OPERATORS_TOKEN_FILE',
    (s) => s.OPERATORS_PORT !== '' && s.OPERATORS_TOKEN_FILE === '',
    "the file with the operators' tokens, or unset OPERATORS_PORT",
  ],
  [
    'MAIL_FROM',
    (s) => s.SMTP_HOST !== '' && s.MAIL_FROM === '',
    'the address that letters come from, or unset SMTP_HOST',
  ],
  [
    'SMTP_PASSWORD_FILE',
    (s) => s.SMTP_USER !== '' && s.SMTP_PASSWORD_FILE === '',
    'the file with the password of SMTP_USER',
  ],
];
/** Who answers for the demonstration, where nothing else is said: a footer as in production, and nobody's name. */
const demoCredits = {
  MINISTRY: 'Υπουργείο (επίδειξη)',
  IMPLEMENTER: 'Φορέας υλοποίησης (επίδειξη)',
} as const;
const notInDemo: SettingName[] = [
  'SIGNER_SOCKET',
  'HSM_SOCKET',
  'PKCS11_MODULE',
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'OPERATORS_PORT',
  'S3_BUCKET',
  'MASTER_KEY_FILE',
  'TSA_URLS',
  'ARCHIVE_TSA_URLS',
  'SEAL_P12_FILE',
  'CSC_URL',
  'DSA_URL',
  'SMTP_HOST',
];

/** The configuration from the environment. Demonstration and production exclude each other's settings. */
export function readConfig(environment: Environment, demo: boolean): Config {
  const read = readSettings(environment);
  if (demo) {
    const given = notInDemo.filter((name) => environment[name] !== undefined && environment[name] !== '');
    if (given.length > 0) {
      throw new ConfigError(
        `The demonstration does not run with ${given.join(', ')} set; unset it, or start production with ./websign start.`,
      );
    }
  } else {
    const missing = missingSettings(read);
    if (missing.length > 0) throw new ConfigError(missing.join(' '));
  }
  return configOf(read, demo);
}

/** What production lacks, a sentence each. */
export const missingSettings = (read: Settings): string[] =>
  productionNeeds.filter(([, lacks]) => lacks(read)).map(([name, , what]) => `Set ${name}: ${what}.`);

/** What follows from settings. */
export function configOf(read: Settings, demo: boolean): Config {
  return {
    ...read,
    level: levelOf(read),
    MINISTRY: read.MINISTRY || (demo ? demoCredits.MINISTRY : ''),
    IMPLEMENTER: read.IMPLEMENTER || (demo ? demoCredits.IMPLEMENTER : ''),
    demo,
    dataFolder: resolve(read.WEBSIGN_DATA),
    quota: { documents: read.UNSIGNED_DOCUMENTS, bytes: read.UNSIGNED_MB * 1024 * 1024 },
    ledgerFile: resolve(read.SIGNER_LEDGER_FILE || join(read.WEBSIGN_DATA, 'signer', 'epochs')),
    host: demo ? '127.0.0.1' : read.HOST,
    operationsPort:
      read.OPERATIONS_PORT === '' ? (read.PORT === 0 ? 0 : read.PORT + 1) : read.OPERATIONS_PORT,
    operationsChosen: read.OPERATIONS_PORT !== '',
  };
}

/** The table of docs/CONFIGURATION.md. */
export function settingsTable(): string {
  const rows = (Object.keys(settings) as SettingName[]).map((name) => {
    const shown = name === 'PARSER_CHILDREN' ? 'one a core and one more, 3 to 9' : settings[name].default;
    return `| \`${name}\` | ${shown === '' ? '' : `\`${shown}\``} | ${settings[name].says} |`;
  });
  return ['| Variable | Default | What it is |', '|---|---|---|', ...rows].join('\n');
}
