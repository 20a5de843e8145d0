import { z } from 'zod';

/** What services answer, as far as it is read; all of it bounded. */
const short = z.string().min(1).max(1024);
const token = z
  .string()
  .min(1)
  .max(16 * 1024);
/** Present, absent or null alike (v2 §7.1). */
const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value: z.output<T> | null | undefined) => value ?? undefined);
/** Some services write numbers as text. */
const seconds = maybe(
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.number().min(0).max(1e9)),
);
/** base64 of at most so many letters, broken into lines or not. */
const base64 = (letters: number) =>
  z
    .string()
    .max(letters)
    .transform((text) => text.replace(/\s+/g, ''))
    .pipe(z.base64());

/** Cut where it is long: nothing of a refusal is lost for its length. */
const words = z
  .string()
  .transform((text) => text.slice(0, 4096))
  .optional()
  .catch(undefined);
export const refusedAnswer = z.object({ error: words, error_description: words });

export const infoAnswer = z.object({
  specs: short,
  name: maybe(z.string().max(4096)),
  authType: z.array(short).max(32),
  oauth2: maybe(z.url({ protocol: /^https?$/ }).max(2048)),
  oauth2Issuer: maybe(z.url({ protocol: /^https?$/ }).max(2048)),
  methods: z.array(short).max(128),
});

/** RFC 8414 §2. */
export const metadataAnswer = z.object({
  issuer: z.string().max(2048),
  authorization_endpoint: z.url({ protocol: /^https?$/ }).max(2048),
  token_endpoint: z.url({ protocol: /^https?$/ }).max(2048),
  pushed_authorization_request_endpoint: maybe(z.url({ protocol: /^https?$/ }).max(2048)),
});

export const tokenAnswer = z.object({ access_token: token, expires_in: seconds });
/** RFC 9126 §2.2. */
export const pushedAnswer = z.object({ request_uri: z.string().min(1).max(2048) });

export const listAnswer = z.object({
  credentialIDs: z.array(short).max(1000),
  nextPageToken: maybe(short),
});

/** One that is not of its shape is left out: an object of a kind to come. */
const authObject = z.object({
  type: z.string().max(100),
  id: short,
  label: maybe(z.string().max(1024)),
  generator: maybe(z.string().max(100)),
});

const presence = z.union([
  z.enum(['true', 'false', 'optional']),
  z.boolean().transform((is) => `${is}` as const),
]);

export const credentialAnswer = z.object({
  key: z.object({ status: z.string().max(100), algo: z.array(z.string().max(100)).min(1).max(64) }),
  cert: maybe(z.object({ certificates: maybe(z.array(base64(64 * 1024)).max(16)) })),
  SCAL: maybe(z.string().max(10)),
  multisign: z.coerce.number().int().min(1),
  // v2 §11.5
  auth: maybe(
    z.object({
      mode: z.string().max(100),
      expression: maybe(z.string().max(1024)),
      objects: maybe(z.array(authObject).max(16)),
    }),
  ),
  // v1 §11.5
  authMode: maybe(z.string().max(100)),
  PIN: maybe(z.object({ presence: maybe(presence) })),
  OTP: maybe(z.object({ presence: maybe(presence), type: maybe(z.string().max(100)) })),
});
export type CredentialAnswer = z.output<typeof credentialAnswer>;

/** HTTP 200 with the activation, 202 with a handle to ask with. */
export const authorizeAnswer = z.object({
  SAD: maybe(token),
  handle: maybe(short),
  expiresIn: seconds,
});
export const extendAnswer = z.object({ SAD: token });
/** v2 §11.8: a challenge to be shown, or nothing where a code was sent. */
export const challengeAnswer = z.object({ challenge: maybe(z.string().max(4096)) });
export const signHashAnswer = z.object({ signatures: z.array(base64(4096)).max(10_000) });
