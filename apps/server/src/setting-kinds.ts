import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { isConfidential } from '@websign/contract';
import { z } from 'zod';
import { parseAddress } from './policy/address.ts';

/** A variable of the environment: what it holds where it is not set, how it is read, what docs/CONFIGURATION.md says of it. */
export interface Setting<T extends z.ZodType> {
  default: string;
  schema: T;
  says: string;
}
export const setting = <T extends z.ZodType>(value: string, schema: T, says: string): Setting<T> => ({
  default: value,
  schema,
  says,
});

/** A whole number within bounds, both included. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `is not a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `is less than ${min}`).max(max, `is more than ${max}`));
export const text = z.string();
/** An absolute path that fits into a Unix socket's address (unix(7)), or nothing. */
export const socketPath = z
  .string()
  .regex(/^(\/|$)/, 'is not an absolute path')
  .refine((path) => Buffer.byteLength(path) <= 107, 'is longer than 107 bytes');
/** An http or https URL, or nothing. */
export const url = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'is not an http or https URL' }),
]);
/** A URL to which secrets may travel: https, or http on this machine; or nothing. */
export const secretUrl = z.string().refine((value) => value === '' || isSecret(value), {
  error: 'is neither an https URL nor an http URL of this machine',
});
/** A URL, a path of this site, or nothing. */
export const link = z.union(
  [z.literal(''), z.string().regex(/^\/[^/]/), url],
  'is neither a URL nor a path of this site',
);
/** Scheme, host and port and no more, or nothing. */
export const origin = z
  .string()
  .refine((value) => value === '' || isOrigin(value), 'is not an origin such as https://sign.example');
/** Values separated by commas. */
export const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item));
export const proxy = z.string().refine(isProxy, 'names what is neither an address nor a network');
/** A share from 0 to 1. */
export const ratio = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'is not a number from 0 to 1')
  .transform(Number);
/** `name=value` separated by commas, values percent-encoded (W3C Baggage without properties). */
export const pairs = z
  .string()
  .refine((value) => pairsOf(value) !== undefined, 'is not name=value, separated by commas')
  .transform((value) => Object.fromEntries(pairsOf(value) ?? []));
/** An IP address, or a network in CIDR. */
export const network = z
  .string()
  .refine(isNetwork, 'names what is neither an address nor a network such as 10.20.0.0/16');
export const timeZone = z.string().refine(isTimeZone, 'is not a time zone of the IANA database');
/** A bare e-mail address, or nothing. */
export const mailAddress = z
  .string()
  .refine(
    (value) => value === '' || parseAddress(value) !== undefined,
    'is not an e-mail address such as sign@ministry.example',
  );
/** Where problems of security are told, as a URI of RFC 9116 §2.5.3: `mailto:` with a bare address, or https. */
export const securityContact = z
  .string()
  .refine(isSecurityContact, 'names what is neither mailto: with an address nor an https URL');

function pairsOf(value: string): [string, string][] | undefined {
  try {
    return value
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [, name = '', text = ''] = /^\s*([\w.!#$%&'*+^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
        if (name === '') throw new SyntaxError('no name');
        return [name, decodeURIComponent(text)];
      });
  } catch {
    return undefined;
  }
}

function isSecret(value: string): boolean {
  const parsed = URL.parse(value);
  return parsed !== null && parsed.username === '' && parsed.password === '' && isConfidential(parsed);
}

/** In ASCII, as a URI is; a subject or a fragment would be another line's business. */
function isSecurityContact(value: string): boolean {
  const parsed = URL.parse(value);
  if (parsed === null || !/^[!-~]+$/.test(value)) return false;
  if (parsed.protocol === 'https:')
    return /^https:\/\//i.test(value) && parsed.username === '' && parsed.password === '';
  return /^mailto:[^?#%]+$/.test(value) && parseAddress(value.slice('mailto:'.length)) !== undefined;
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value);
}

/** As the HTTP server reads it: an address, a network, or a name such as loopback. */
function isProxy(value: string): boolean {
  try {
    proxyAddr.compile(value);
    return true;
  } catch {
    return false;
  }
}

function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/');
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  const right = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return family !== 0 && right && more.length === 0;
}

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
