import { availableParallelism } from 'node:os';
import { z } from 'zod';
import {
  link,
  list,
  mailAddress,
  network,
  origin,
  proxy,
  secretUrl,
  secureUrl,
  text,
  timeZone,
  url,
  whole,
} from './setting-kinds.ts';
import { telemetrySettings } from './telemetry-settings.ts';

interface Setting<T extends z.ZodType> {
  default: string;
  schema: T;
  says: string;
}
const setting = <T extends z.ZodType>(value: string, schema: T, says: string): Setting<T> => ({
  default: value,
  schema,
  says,
});

/** Every environment variable that the server reads, in the order of docs/CONFIGURATION.md. */
export const settings = {
  PORT: setting('8080', whole(0, 65535), 'Port of the application; 0 takes a free one.'),
  HOST: setting(
    '0.0.0.0',
    text,
    'Address the application listens on. The demonstration always takes 127.0.0.1.',
  ),
  OPERATIONS_PORT: setting(
    '',
    z.union([z.literal(''), z.literal('off'), whole(0, 65535)], 'is neither a port nor off'),
    'Port of `/healthz`, `/readyz` and `/metrics`; empty takes `PORT` + 1, `off` none.',
  ),
  OPERATIONS_HOST: setting('127.0.0.1', text, 'Address of those.'),
  OPERATORS_PORT: setting(
    '',
    z.union([z.literal(''), whole(0, 65535)], 'is not a port'),
    "Port of the operators' API (docs/OPERATIONS.md); empty: none. It speaks plain HTTP: reach it from the same machine, or over a proxy of yours that ends TLS.",
  ),
  OPERATORS_HOST: setting('127.0.0.1', text, 'Address of that.'),
  OPERATORS_TOKEN_FILE: setting(
    '',
    text,
    "File with the operators' tokens, one `name:token` a line, each token 32 random bytes or more in base64; read again when it changes. Needed with `OPERATORS_PORT`.",
  ),
  OPERATORS_HANDOVER: setting(
    '',
    text,
    "Folder in which the operators' API leaves new passwords and one-time-code secrets, as files of mode 600; empty: it makes none.",
  ),
  OPERATORS_MAIL: setting(
    '',
    mailAddress,
    'Address that is told which certificates end soon; empty tells nobody but the signers.',
  ),
  WEBSIGN_DATA: setting('./data', text.min(1, 'is empty'), 'Folder of the database and the documents.'),
  DATABASE_URL: setting(
    '',
    z.string().regex(/^$|^postgres(ql)?:\/\//, 'is not a postgres:// URL'),
    'PostgreSQL instead of SQLite in the data folder; of a URL with a password the next one.',
  ),
  DATABASE_URL_FILE: setting('', text, 'File with that URL, the password in it; instead of the variable.'),
  S3_BUCKET: setting(
    '',
    z.string().regex(/^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no name of a bucket'),
    'Bucket of an S3 server in which documents lie, instead of files in the data folder: for several replicas.',
  ),
  S3_ENDPOINT: setting(
    '',
    url,
    'Address of the S3 server, such as `https://s3.eu-south-1.amazonaws.com`. Needed with `S3_BUCKET`.',
  ),
  S3_REGION: setting(
    'us-east-1',
    text.regex(/^[a-z0-9-]{1,64}$/, 'is no region'),
    'Region that requests are signed for.',
  ),
  S3_ACCESS_KEY_FILE: setting('', text, 'File with the access key. Needed with `S3_BUCKET`.'),
  S3_SECRET_KEY_FILE: setting('', text, 'File with its secret. Needed with `S3_BUCKET`.'),
  S3_PREFIX: setting(
    '',
    text
      .max(200, 'is longer than 200 characters')
      .regex(/^([A-Za-z0-9_][A-Za-z0-9._-]*\/)*$/, 'is not empty, and no path such as websign/'),
    'Put before the keys of all objects, such as `websign/`.',
  ),
  S3_PATH_STYLE: setting(
    'true',
    z.enum(['true', 'false'], 'is neither true nor false'),
    "Whether the bucket stands in the path of URLs; `false` puts it into the host's name.",
  ),
  S3_ENCRYPTION: setting(
    '',
    z.enum(['', 'AES256', 'aws:kms'], 'is neither AES256 nor aws:kms'),
    'Encryption that the server is asked for with each object; empty leaves it to the bucket.',
  ),
  S3_KMS_KEY: setting(
    '',
    text.regex(/^[\x21-\x7e]{0,512}$/, 'is no key id'),
    "Key of `aws:kms`; empty takes the server's own.",
  ),
  S3_SECONDS: setting('10', whole(1, 120), 'Seconds of silence after which the S3 server counts as gone.'),
  MASTER_KEY_FILE: setting(
    '',
    text,
    'File with the 32-byte master key of the software signer, outside the data folder. Needed in production.',
  ),
  NAME_KEY_FILE: setting(
    '',
    text,
    "File with at least 32 random bytes that key the lockout's names, the same for all replicas. Needed with `DATABASE_URL`; without it, empty makes `name.key` in the data folder.",
  ),
  TSA_URLS: setting(
    '',
    list(url),
    'Time-stamp authorities in the order they are asked, separated by commas.',
  ),
  TSA_CERTIFICATES_FILE: setting('', text, 'PEM file of the certificates that time-stamps must chain to.'),
  ARCHIVE_TSA_URLS: setting(
    '',
    list(url),
    'Time-stamp authorities for B-LTA in the order they are asked; empty takes `TSA_URLS`.',
  ),
  LEVEL_FALLBACK: setting(
    'later',
    z.enum(['later', 'refuse'], 'is neither later nor refuse'),
    'When time-stamps or validation data are not to be had: `later` signs at the level that is reached and raises it when they are; `refuse` leaves the document unsigned.',
  ),
  TSA_SECONDS: setting('10', whole(1, 120), 'Seconds that a time-stamp authority may take.'),
  REVOCATION_SECONDS: setting(
    '10',
    whole(1, 120),
    'Seconds that an OCSP responder or a server of CRLs may take.',
  ),
  REVOCATION_NETWORKS: setting(
    '',
    list(network),
    'Private addresses and networks in which those may be, separated by commas. Else certificates lead to the public internet only.',
  ),
  OUTBOUND_PROXY: setting(
    '',
    url,
    'HTTP proxy over which time-stamp authorities, OCSP responders, CRLs, trusted lists and the S3 server are asked, such as `http://proxy.example:3128`.',
  ),
  OUTBOUND_NO_PROXY: setting(
    '',
    list(text),
    'Hosts that are asked without it, separated by commas: names, `.suffixes`, `host:port`.',
  ),
  TRUST_FOLDER: setting(
    '',
    text,
    'Folder of the certificates (`.pem`, `.crt`, `.cer`, `.der`) that signatures and their time-stamps may chain to; read again when it changes.',
  ),
  LOTL_URL: setting(
    '',
    url,
    'List of EU trusted lists (ETSI TS 119 612), such as `https://ec.europa.eu/tools/lotl/eu-lotl.xml`; empty takes none, and nothing is fetched.',
  ),
  LOTL_CERTIFICATES_FILE: setting(
    '',
    text,
    'PEM file of the certificates that may sign it, as the Official Journal publishes them. Needed with `LOTL_URL`.',
  ),
  TRUSTED_LISTS_HOURS: setting('6', whole(1, 168), 'Hours after which trusted lists are fetched again.'),
  TRUSTED_LISTS_GRACE_DAYS: setting(
    '14',
    whole(0, 365),
    'Days after its NextUpdate for which the copy of a trusted list is still in use, where its source is away.',
  ),
  SIGNATURE_LEVEL: setting(
    '',
    z.enum(['', 'B-B', 'B-T', 'B-LT', 'B-LTA'], 'is none of B-B, B-T, B-LT and B-LTA'),
    'Level of signatures: B-T adds a time-stamp (`TSA_URLS`), B-LT the validation data (`TRUST_FOLDER` or `LOTL_URL`), B-LTA a time-stamp over both. Empty: B-LT, or B-LTA with `ARCHIVE_TSA_URLS`.',
  ),
  SEAL_P12_FILE: setting(
    '',
    text,
    "PKCS#12 file with the service's own key and certificates, which seals evidence sheets; empty offers none as PDF.",
  ),
  SEAL_PASSWORD_FILE: setting('', text, "File with that file's password."),
  PROVIDER_NAME: setting(
    '',
    text.max(60, 'is longer than 60 characters'),
    'What the remote signature provider is called on the screens; empty calls it the signature provider.',
  ),
  PKCS11_MODULE: setting(
    '',
    text.regex(/^(\/|$)/, 'is not an absolute path'),
    "Absolute path of an HSM's PKCS#11 module, such as `/usr/lib/softhsm/libsofthsm2.so`; empty uses none. `./websign pkcs11 install` builds what loads it.",
  ),
  PKCS11_TOKEN: setting(
    '',
    text,
    "Label or serial number of the service's token; empty where every key is under its person's own PIN.",
  ),
  PKCS11_PIN_FILE: setting('', text, "File with that token's PIN. Needed with `PKCS11_TOKEN`."),
  PKCS11_SESSIONS: setting(
    '8',
    whole(1, 256),
    'Sessions on that token: so many values are made at once, of each process of this service.',
  ),
  PKCS11_ENVIRONMENT: setting(
    'SOFTHSM2_CONF,ChrystokiConfigurationPath,NFAST_HOME,CS_PKCS11_R3_CFG,YUBIHSM_PKCS11_CONF,KMS_PKCS11_CONFIG,P11NETHSM_CONFIG_FILE',
    list(text.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'names no environment variable')).transform(
      (names): Record<string, string> => Object.fromEntries(names.map((name) => [name, ''])),
    ),
    'Environment variables that the module is given, where they are set, separated by commas. It gets no others.',
  ),
  CSC_URL: setting(
    '',
    secureUrl,
    'A remote signing service (Cloud Signature Consortium API v2 or v1.0.4) for accounts with `csc` keys: the address below which its methods lie, such as `https://provider.example/csc/v2`; empty has none.',
  ),
  CSC_CLIENT_ID: setting('', text, 'What this application is called there. Needed with `CSC_URL`.'),
  CSC_CLIENT_SECRET_FILE: setting(
    '',
    text,
    'File with the secret that belongs to it. Needed with `CSC_URL`.',
  ),
  CSC_ACTIVATION: setting(
    'codes',
    z.enum(['codes', 'redirect'], 'is neither codes nor redirect'),
    "What activates keys there: `codes` asks for PIN and code in the sign box; `redirect` leads to the service's own page (OAuth 2), the stronger way.",
  ),
  CSC_SECONDS: setting('20', whole(1, 120), 'Seconds that one answer of it may take.'),
  DSA_URL: setting(
    '',
    secretUrl,
    "A Greek state provider's signing service (`dsa/v1`) for accounts with `dsa` keys, such as `https://dsa.example`; empty has none.",
  ),
  DSA_SECONDS: setting('20', whole(1, 120), 'Seconds that it may take.'),
  PUBLIC_ORIGIN: setting(
    '',
    origin,
    'Where people reach the application, such as `https://sign.example`. With https, HSTS is sent.',
  ),
  UPLOAD_ORIGIN: setting('', origin, 'Where uploads go when that is another host.'),
  ALLOWED_ORIGINS: setting(
    '',
    list(origin),
    'Further origins whose pages may call this API (CORS), separated by commas.',
  ),
  TRUST_PROXY: setting(
    '',
    list(proxy),
    "Addresses or networks of the reverse proxies whose X-Forwarded-For names the person's address.",
  ),
  TIME_ZONE: setting('Europe/Athens', timeZone, 'Zone of the times in signatures, letters and exports.'),
  FAQ_URL: setting('', link, 'Frequently asked questions.'),
  MANUAL_URL: setting('', link, "The user's manual."),
  SECURITY_MANUAL_URL: setting(
    '/security-manual.{locale}.pdf',
    link,
    'The manual about security that messages point to; `{locale}` becomes `el` or `en`.',
  ),
  MINISTRY: setting('', text, 'Name of the ministry in the footer. The demonstration has one of its own.'),
  MINISTRY_URL: setting('', link, 'Its page.'),
  IMPLEMENTER: setting(
    '',
    text,
    'Name of the implementing body in the footer. The demonstration has one of its own.',
  ),
  IMPLEMENTER_URL: setting('', link, 'Its page.'),
  ACCESSIBILITY_CONTACT: setting(
    '',
    text.max(200, 'is longer than 200 characters'),
    'Whom people tell of barriers, in the accessibility statement: an e-mail address, a URL or a telephone number.',
  ),
  ADDRESS_FAILURES: setting(
    '100',
    whole(1, 1_000_000),
    'Wrong credentials from one address in five minutes before it gets 429.',
  ),
  KEEP_ORIGINAL_HOURS: setting(
    '24',
    whole(1, 876_000),
    'How long uploaded files are kept, signed or not, refused ones too.',
  ),
  KEEP_SIGNED_DAYS: setting(
    '30',
    whole(1, 36_500),
    'How long signed files are kept after the last signature.',
  ),
  SMTP_HOST: setting(
    '',
    text,
    'Mail server that letters are handed to; empty writes them as `.eml` files into `mail/` in the data folder.',
  ),
  SMTP_PORT: setting('587', whole(1, 65535), 'Its port.'),
  SMTP_TLS: setting(
    'starttls',
    z.enum(['starttls', 'tls', 'none'], 'is none of starttls, tls and none'),
    'With starttls the upgrade is insisted on, tls encrypts from the first byte (port 465), none is for a server on the same machine.',
  ),
  SMTP_USER: setting('', text, 'User name at the mail server; empty signs in nowhere.'),
  SMTP_PASSWORD_FILE: setting('', text, "File with that user's password."),
  SMTP_SECONDS: setting(
    '60',
    whole(1, 600),
    'Seconds of silence after which the mail server counts as gone.',
  ),
  MAIL_FROM: setting('', mailAddress, 'Address that letters come from. Needed with `SMTP_HOST`.'),
  SMS_URL: setting(
    '',
    secretUrl,
    'HTTP gateway that one-time codes by SMS are posted to, such as `https://sms.example/send`; empty sends none.',
  ),
  SMS_TOKEN_FILE: setting('', text, 'File with the token that it asks for (`Authorization: Bearer`).'),
  SMS_BODY: setting(
    '{"to":"{phone}","text":"{text}"}',
    z
      .string()
      .refine(
        (body) => ['{phone}', '{text}'].every((place) => body.includes(place)),
        'lacks {phone} or {text}',
      ),
    'What is posted, with the places `{phone}` (E.164) and `{text}`: JSON where it begins with a brace or a bracket, else a form such as `to={phone}&message={text}`.',
  ),
  SMS_SECONDS: setting('10', whole(1, 60), 'Seconds that the gateway may take.'),
  RESET_OTP_DELAY_HOURS: setting(
    '24',
    whole(1, 720),
    'Hours after which a new one-time-code secret of `account reset-otp` takes effect.',
  ),
  ADMISSION_POLICY_FILE: setting(
    '',
    text,
    'JSON file that makes findings of the security check stricter or milder: docs/SECURITY-CHECK.md.',
  ),
  PARSER_CHILDREN: setting(
    String(Math.max(2, Math.min(8, availableParallelism()))),
    whole(1, 64),
    'Sandboxed children that parse documents.',
  ),
  PARSER_QUEUE: setting(
    '2000',
    whole(1, 100_000),
    'Documents that may wait for a child; past it the service is busy.',
  ),
  PARSER_SECONDS: setting('5', whole(1, 600), 'Seconds that one document may take.'),
  LOG_LEVEL: setting(
    'info',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'is no log level'),
    'One of fatal, error, warn, info, debug and silent.',
  ),
  SHUTDOWN_SECONDS: setting('20', whole(1, 600), 'Seconds that work under way has to finish at a stop.'),
  ...telemetrySettings,
} as const;
