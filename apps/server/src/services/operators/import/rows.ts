import { keyProvider, limits } from '@websign/contract';
import type { NewKey } from '@websign/providers';
import { z } from 'zod';
import { parseAddress } from '../../../policy/address.ts';
import { CsvError, parseCsv } from '../../../policy/csv.ts';
import { isPhone } from '../../codes/destination.ts';
import { OperatorError } from '../error.ts';

const keyTypes = ['ec-p256', 'ec-p384', 'rsa-3072'] as const satisfies NewKey[];
const fieldLetters = 4096;
const shortLetters = 200;

/** A file name and no path. */
const plainFile = /^[^/\\\0]{1,200}$/;

const short = z.string().trim().max(shortLetters, `is longer than ${shortLetters} characters`);
const filled = short.min(1, 'is empty');
/** Columns of the table; all but the first two may be left out. */
const columns = {
  username: short
    .min(1, 'is empty')
    .max(limits.usernameLength, `is longer than ${limits.usernameLength} characters`)
    .regex(/^[^:\p{C}]*$/u, 'holds a colon or a control character'),
  email: short.refine((value) => parseAddress(value) !== undefined, 'is not an address for letters'),
  surname: short.default(''),
  name: short.default(''),
  subject_serial: short.default(''),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/, 'is not two capital letters')
    .transform((value) => value || 'GR')
    .default('GR'),
  key_type: z
    .union([z.literal('').transform(() => 'ec-p256' as const), z.enum(keyTypes)], {
      error: `is none of ${keyTypes.join(', ')}`,
    })
    .default('ec-p256'),
  provider: z
    .union([z.literal('').transform(() => 'software' as const), keyProvider], {
      error: `is none of ${keyProvider.options.join(', ')}`,
    })
    .default('software'),
  key_reference: z.string().max(fieldLetters, `is longer than ${fieldLetters} characters`).default(''),
  otp: z.enum(['', 'TOTP', 'EMAIL', 'SMS', 'PROVIDER', 'NONE'], 'is no way of one-time codes').default(''),
  phone: short.default(''),
  certificate: short
    .refine((value) => value === '' || plainFile.test(value), 'is not the name of a file')
    .default(''),
};
const named = z.object(columns);
type Named = z.infer<typeof named>;
type Column = keyof typeof columns;
export const importColumns = Object.keys(columns) as Column[];

/** An account to be made. */
export interface ImportRow extends Pick<Named, 'username' | 'email' | 'phone' | 'provider' | 'certificate'> {
  readonly otpMethod: string;
  readonly keyReference: unknown;
  /** For keys that are made here. */
  readonly keyType: NewKey;
  readonly subject: { surname: string; name: string; subjectSerial: string; country: string };
}

/** A row of the table, or why it is none. */
export type ReadRow =
  | { readonly line: number; readonly username: string; readonly row: ImportRow }
  | { readonly line: number; readonly username: string; readonly problem: string };

/** Throws OperatorError `bad_request` where the table as a whole cannot be read. */
export function readRows(bytes: Uint8Array, most: number): ReadRow[] {
  const [header, ...records] = recordsOf(bytes, most);
  const names = (header?.fields ?? []).map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !isColumn(name));
  const missing = (['username', 'email'] as const).find((name) => !names.includes(name));
  if (missing !== undefined) throw bad(`The table has no column ${missing}.`);
  if (unknown !== undefined)
    throw bad(`The table has a column "${unknown}", which is none of ${importColumns.join(', ')}.`);
  if (new Set(names).size < names.length) throw bad('The table has a column twice.');
  return records.map(({ line, fields }) => {
    const cells = Object.fromEntries(names.map((name, at) => [name, fields[at] ?? '']));
    const username = cells.username ?? '';
    if (fields.length !== names.length)
      return { line, username, problem: `it has ${fields.length} fields, the header ${names.length}` };
    const read = named.safeParse(cells);
    if (!read.success) return { line, username, problem: sentenceOf(read.error) };
    const row = rowOf(read.data);
    return typeof row === 'string' ? { line, username, problem: row } : { line, username: row.username, row };
  });
}

function recordsOf(bytes: Uint8Array, most: number) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parseCsv(text, { records: most + 1, fields: importColumns.length, letters: fieldLetters });
  } catch (cause) {
    if (cause instanceof CsvError) throw bad(cause.message, cause);
    if (cause instanceof TypeError) throw bad('The table is not UTF-8.', cause);
    throw cause;
  }
}

const isColumn = (name: string): name is Column => Object.hasOwn(columns, name);
const bad = (sentence: string, cause?: unknown) => new OperatorError('bad_request', sentence, { cause });

function sentenceOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return `${String(first?.path[0] ?? 'it')} ${first?.message ?? 'is wrong'}`;
}

/** What the columns say together; a sentence where they contradict each other. */
function rowOf(read: Named): ImportRow | string {
  const { username, email, phone, provider, certificate, surname, name, country } = read;
  const otpMethod = read.otp || (provider === 'csc' || provider === 'dsa' ? 'PROVIDER' : 'TOTP');
  const own = provider === 'software' || provider === 'pkcs11';
  if (own === ['PROVIDER', 'NONE'].includes(otpMethod)) return `otp ${otpMethod} is not for ${provider}`;
  if (otpMethod === 'SMS' ? !isPhone(phone) : phone !== '')
    return otpMethod === 'SMS' ? 'phone is not such as +306912345678' : 'phone is for SMS only';
  const keyReference = referenceOf(read);
  if (typeof keyReference === 'string') return keyReference;
  const subject = { surname, name, subjectSerial: read.subject_serial, country };
  if (provider === 'software') {
    const empty = (['surname', 'name', 'subject_serial'] as const).find(
      (column) => !filled.safeParse(read[column]).success,
    );
    if (empty !== undefined) return `${empty} is empty`;
  }
  return {
    ...{ username, email, phone, provider, certificate, otpMethod, subject },
    keyReference: keyReference.value,
    keyType: read.key_type,
  };
}

function referenceOf({ provider, key_reference: text }: Named): { value: unknown } | string {
  if (provider === 'software') return text === '' ? { value: null } : 'key_reference is for other providers';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return `key_reference is not a JSON object, which finds the key at ${provider}`;
}
