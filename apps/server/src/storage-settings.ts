import { z } from 'zod';
import { setting, socketPath, text, url, whole } from './setting-kinds.ts';

/** Where documents and rows lie, and the keys that open them. */
export const storageSettings = {
  WEBSIGN_DATA: setting('./data', text.min(1, 'is empty'), 'Folder of the database and the documents.'),
  DISK_FLOOR_MB: setting(
    '',
    z.union([z.literal(''), whole(0, 100_000_000)], 'is not a whole number'),
    'MB of the disk of the documents that uploads leave free, for signing what is there; empty: 1024, or a twentieth of a smaller disk. A bucket has none.',
  ),
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
    'File with the 32-byte master key of the software signer, outside the data folder. Needed in production without `SIGNER_SOCKET`.',
  ),
  SIGNER_SOCKET: setting(
    '',
    socketPath,
    'Absolute path of the Unix socket at which the signer process listens that `./websign signer` runs as a user of its own. The server then connects there, and needs no `MASTER_KEY_FILE`; empty: it starts one as its own user.',
  ),
  NAME_KEY_FILE: setting(
    '',
    text,
    "File with at least 32 random bytes that key the lockout's names, the same for all replicas. Needed with `DATABASE_URL`; without it, empty makes `name.key` in the data folder.",
  ),
  SIGNER_LEDGER_FILE: setting(
    '',
    text,
    'File of this machine alone in which the signer process notes what was used of each account, so that no row of before a change counts again; empty takes `signer/epochs` in the data folder. In no backup: docs/deploy/upgrading.md.',
  ),
} as const;
