import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { z } from 'zod';
import { parseAddress } from './policy/address.ts';

/** A whole number within bounds, both included. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `is not a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `is less than ${min}`).max(max, `is more than ${max}`));
export const text = z.string();
/** An http or https URL, or nothing. */
export const url = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'is not an http or https URL' }),
]);
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
