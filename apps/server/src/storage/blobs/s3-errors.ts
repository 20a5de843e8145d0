import { ProviderError } from '@websign/providers';
import { StorageError } from '../errors.ts';
import type { S3Options } from './s3-options.ts';

/** An answer that is none of success, as the server names it: `NoSuchBucket`, or `HTTP 502` where it names nothing. */
export class S3Refusal extends Error {
  override name = 'S3Refusal';
  readonly status: number;
  readonly code: string;

  constructor(status: number, body: string) {
    const code = /<Code>([A-Za-z0-9.]{1,80})<\/Code>/.exec(body)?.[1] ?? `HTTP ${status}`;
    super(`${code} (HTTP ${status})`);
    this.status = status;
    this.code = code;
  }
}

/** Those of 4xx that another try may mend. */
const passing = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted', 'ConditionalRequestConflict']);

/** Whether the same request may be answered the next time. */
export function isPassing(error: unknown): boolean {
  if (error instanceof S3Refusal) {
    return error.status >= 500 ? error.status !== 501 : error.status === 429 || passing.has(error.code);
  }
  return error instanceof ProviderError && /^http_(timeout|unreachable)$/.test(error.code);
}

type Sentence = (options: S3Options) => string;

/** What an operator does about it, by the server's code. */
const sentences: Readonly<Record<string, Sentence>> = {
  NoSuchBucket: ({ bucket, endpoint }) =>
    `there is no bucket "${bucket}" at ${endpoint}: make it, or set S3_BUCKET`,
  InvalidAccessKeyId: ({ endpoint }) => `${endpoint} does not know the key in S3_ACCESS_KEY_FILE`,
  SignatureDoesNotMatch: () =>
    'the secret in S3_SECRET_KEY_FILE does not belong to the key in S3_ACCESS_KEY_FILE',
  AccessDenied: ({ bucket }) =>
    `the key in S3_ACCESS_KEY_FILE may not list, read, write and delete in the bucket "${bucket}"`,
  RequestTimeTooSkewed: ({ endpoint }) =>
    `the clock of this machine differs from that of ${endpoint} by more than a quarter of an hour: set it by NTP`,
  AuthorizationHeaderMalformed: ({ region }) => `S3_REGION is "${region}", which the bucket is not in`,
  PermanentRedirect: ({ bucket }) =>
    `the bucket "${bucket}" is at another address: set S3_ENDPOINT, S3_REGION and S3_PATH_STYLE`,
  InvalidBucketName: ({ bucket }) => `S3_BUCKET "${bucket}" is no name of a bucket`,
  InvalidEncryptionAlgorithmError: () => 'the server does not encrypt as S3_ENCRYPTION asks for',
  'KMS.NotFoundException': () => 'the key management does not know the key in S3_KMS_KEY',
};

function sentenceOf(error: unknown, options: S3Options): string {
  if (!(error instanceof S3Refusal)) return `${options.endpoint} does not answer`;
  const known = Object.hasOwn(sentences, error.code) ? sentences[error.code] : undefined;
  return known?.(options) ?? `${options.endpoint} refused: ${error.message}`;
}

/** Any failure of a request as one of storage; nothing of the request is in its words. */
export const s3Failure = (error: unknown, options: S3Options): StorageError =>
  error instanceof StorageError
    ? error
    : new StorageError('unavailable', `S3: ${sentenceOf(error, options)}`, { cause: error });
