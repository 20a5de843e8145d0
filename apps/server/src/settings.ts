import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { providerSettings } from './provider-settings.ts';
import {
  link,
  list,
  mailAddress,
  network,
  origin,
  proxy,
  secretUrl,
  securityContact,
  setting,
  text,
  timeZone,
  url,
  whole,
} from './setting-kinds.ts';
import { storageSettings } from './storage-settings.ts';
import { telemetrySettings } from './telemetry-settings.ts';

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
  ...storageSettings,
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
    'HTTP proxy over which everything outside is asked but mail server and database, such as `http://proxy.example:3128`: authorities, trusted lists, providers of keys, the SMS gateway, the S3 server, the collector.',
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
  ...providerSettings,
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
  FAQ_URL: setting(
    '/manual/faq.{locale}.html',
    link,
    'Frequently asked questions; empty takes those of the product. `{locale}` becomes `el` or `en`, here and below.',
  ),
  MANUAL_URL: setting(
    '/manual/user-manual.{locale}.html',
    link,
    "The user's manual; empty takes that of the product.",
  ),
  SECURITY_MANUAL_URL: setting(
    '/security-manual.{locale}.pdf',
    link,
    'The manual about security that messages point to.',
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
  SECURITY_CONTACT: setting(
    '',
    list(securityContact),
    'Where weaknesses of this installation are reported, for `/.well-known/security.txt` (RFC 9116): `mailto:` with an address, or an https URL; several in the order of preference, separated by commas. Empty: there is no such file.',
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
  UNSIGNED_DOCUMENTS: setting(
    '5000',
    whole(1, 10_000_000),
    'Documents that one signer may have here unsigned at once, refused ones too; past it uploads are refused until some are signed or their time is over.',
  ),
  UNSIGNED_MB: setting('2048', whole(1, 100_000_000), 'MB of their files together.'),
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
  SANDBOX: setting(
    'strict',
    z.enum(['strict', 'partial'], 'is neither strict nor partial'),
    'What the operating system must keep those from that read documents: `strict` files, network, processes and memory (`./websign sandbox install` builds what does it), or the server does not start; `partial` what this machine offers.',
  ),
  PARSER_CHILDREN: setting(
    String(Math.max(3, Math.min(9, availableParallelism() + 1))),
    whole(1, 64),
    'Documents that are worked on at once, each in a sandboxed child of its own; those of one signer are one fewer at most.',
  ),
  PARSER_QUEUE: setting(
    '2000',
    whole(1, 100_000),
    'Documents that may wait for a child; past it, or past a quarter of it for one signer, the service is busy.',
  ),
  PARSER_SECONDS: setting(
    '5',
    whole(1, 600),
    'Seconds of the processor that one step of a document may take, by the clock four times as many; of both six times as many for its examination, and eight times for its safe copy.',
  ),
  LOG_LEVEL: setting(
    'info',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'is no log level'),
    'One of fatal, error, warn, info, debug and silent.',
  ),
  SHUTDOWN_SECONDS: setting('20', whole(1, 600), 'Seconds that work under way has to finish at a stop.'),
  ...telemetrySettings,
} as const;
