import { join } from 'node:path';
import type { Blobs } from '../face/blobs.ts';
import { FileBlobs } from './files.ts';
import { sweepSpools } from './leftovers.ts';
import { S3Blobs } from './s3.ts';
import type { S3Options } from './s3-options.ts';

/** A blob store, and what ends its connections. */
export interface OpenedBlobs {
  readonly blobs: Blobs;
  close(): Promise<void>;
}

/** Blobs in the bucket that is named, else as files in the data folder, which is there. `now` dates what is stored. */
export async function openBlobs(
  {
    dataFolder,
    s3,
    floorBytes,
  }: { readonly dataFolder: string; readonly s3?: S3Options; readonly floorBytes?: number },
  now: () => number,
): Promise<OpenedBlobs> {
  await sweepSpools(dataFolder);
  if (s3 === undefined) {
    const blobs = await FileBlobs.open(join(dataFolder, 'blobs'), now(), floorBytes);
    return { blobs, close: async () => undefined };
  }
  const blobs = await S3Blobs.open(s3, dataFolder, { now });
  return { blobs, close: () => blobs.close() };
}
