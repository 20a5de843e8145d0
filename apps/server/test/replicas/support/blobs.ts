import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { hasRadosgw, startRadosgw } from '@websign/testkit';
import type { StorageConfig } from '../../../src/storage/index.ts';

/** Where the documents of several replicas lie. */
export interface SharedBlobs {
  readonly environment: Record<string, string>;
  readonly storage: Pick<StorageConfig, 's3'>;
  /** Makes the way to them from a data folder. */
  into(dataFolder: string): void;
  stop(): Promise<void>;
}

/** One bucket; where no S3 server is installed, or none is wanted, one folder of this machine. */
export async function sharedBlobs(
  folder: string,
  write: (name: string, text: string) => string,
  wanted = hasRadosgw(),
): Promise<SharedBlobs> {
  if (!wanted) {
    const blobs = join(folder, 'blobs');
    mkdirSync(blobs);
    const into = (data: string) => symlinkSync(blobs, join(data, 'blobs'));
    return { environment: {}, storage: {}, into, stop: async () => undefined };
  }
  const server = await startRadosgw();
  const { endpoint, region, bucket, accessKey, secretKey } = server;
  return {
    environment: {
      ...{ S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region },
      S3_ACCESS_KEY_FILE: write('access.key', accessKey),
      S3_SECRET_KEY_FILE: write('secret.key', secretKey),
    },
    storage: { s3: { endpoint, region, bucket, accessKey, secretKey } },
    into: () => undefined,
    stop: () => server.stop(),
  };
}
