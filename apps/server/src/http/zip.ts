import { PassThrough, type Readable } from 'node:stream';
import { signedName } from '@websign/contract';
import { ZipFile } from 'yazl';
import { portableName } from '../policy/file-name.ts';
import type { SignedFile } from '../services/zip.ts';

declare module 'yazl' {
  interface ZipFile {
    /** Tells the length of the whole archive as soon as it is known; its types leave the number out. */
    end(options: object, told: (bytes: number) => void): void;
  }
}

export interface ZipStream {
  stream: Readable;
  /** Bytes, known before the first is sent. */
  size: number;
}

/**
 * The files as one archive, read one after the other while it is sent. They are stored as they are: PDFs are mostly
 * compressed already, and so the length is known and a download that breaks off is seen to. A file that fails
 * destroys the stream.
 */
export async function zipOf(files: readonly SignedFile[]): Promise<ZipStream> {
  const zip = new ZipFile();
  const stream = new PassThrough();
  let reading: Readable | undefined;
  const fail = (error: unknown) => stream.destroy(error instanceof Error ? error : new Error('zip'));
  zip.on('error', fail);
  // Whoever stops reading must not leave the file that was being read open.
  stream.once('close', () => reading?.destroy());
  for (const [name, { size, signedAt, open }] of named(files)) {
    const options = { size, mtime: new Date(signedAt), mode: 0o100644, compress: false };
    zip.addReadStreamLazy(name, options, (go) => {
      open().then((file) => {
        reading = file.once('error', fail);
        if (stream.destroyed) file.destroy();
        else go(null, file);
      }, fail);
    });
  }
  const size = await new Promise<number>((resolve) => zip.end({}, resolve));
  zip.outputStream.pipe(stream);
  return { stream, size };
}

/** Names as downloads have them; one that came before, in any case of its letters, gets ` (2)`. */
function named(files: readonly SignedFile[]): Map<string, SignedFile> {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  const free = (name: string): string => {
    const plain = portableName(name);
    for (let count = next.get(plain) ?? 1; ; count += 1) {
      const tried = count === 1 ? plain : portableName(name, ` (${count})`);
      const key = tried.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      next.set(plain, count + 1);
      return tried;
    }
  };
  return new Map(files.map((file) => [free(signedName(file.name)), file]));
}
