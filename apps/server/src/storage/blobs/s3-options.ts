/** Where blobs lie in a bucket, and how it is asked. */
export interface S3Options {
  /** `https://s3.example`; path and query are ignored. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Put before all keys: empty, or such as `websign/`. */
  readonly prefix?: string;
  /** Whether the bucket is the first part of the path, else of the host's name; true when left out. */
  readonly pathStyle?: boolean;
  /** What the server is asked to encrypt with (`x-amz-server-side-encryption`); nothing when left out. */
  readonly encryption?: 'AES256' | 'aws:kms';
  /** Of `aws:kms`; the bucket's own when left out. */
  readonly kmsKey?: string;
  /** Milliseconds of silence after which the server counts as gone; 10 seconds when left out. */
  readonly idleMs?: number;
  /** HTTP proxy on the way there. */
  readonly proxy?: string;
  /** Hosts that are asked without it. */
  readonly noProxy?: readonly string[];
}

/** The address of a key, or of the bucket itself where the key is empty. */
export function addressOf({ endpoint, bucket, pathStyle = true }: S3Options, key: string): URL {
  const url = new URL(endpoint);
  url.search = '';
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  url.pathname = pathStyle ? `/${bucket}/${key}` : `/${key}`;
  return url;
}

/** Headers under which an object is stored encrypted. */
export function encryptionHeaders({ encryption, kmsKey = '' }: S3Options): Record<string, string> {
  if (encryption === undefined) return {};
  const key = encryption === 'aws:kms' && kmsKey !== '' ? kmsKey : undefined;
  return {
    'x-amz-server-side-encryption': encryption,
    ...(key === undefined ? {} : { 'x-amz-server-side-encryption-aws-kms-key-id': key }),
  };
}
