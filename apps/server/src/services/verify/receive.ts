import { limits } from '@websign/contract';
import { RequestError } from '../errors.ts';
import { fileField, type UploadPart } from '../intake.ts';
import type { Spool, Spooled } from './spool.ts';

/** One file of the request. */
export interface ReceivedFile extends Spooled {
  name: string;
}

/**
 * Takes the files of a request into a spool, within UP-3's limits. What is past one of them is read on to its end,
 * so that the person sees the answer. Throws RequestError `bad_request`, `file_too_big`, `total_too_big`,
 * `too_many_files`.
 */
export async function receiveFiles(parts: AsyncIterable<UploadPart>, spool: Spool): Promise<ReceivedFile[]> {
  const files: ReceivedFile[] = [];
  const meter = { bytes: 0 };
  let failure: { error: unknown } | undefined;
  for await (const part of parts) {
    if (part.kind !== 'file') continue;
    try {
      if (!failure) files.push(await receive(part, spool, meter, files.length));
    } catch (error) {
      failure = { error };
    }
    await drain(part, meter, failure);
  }
  if (failure) throw failure.error;
  if (files.length === 0) throw new RequestError('bad_request');
  return files;
}

type FilePart = Extract<UploadPart, { kind: 'file' }>;

async function receive(part: FilePart, spool: Spool, meter: { bytes: number }, before: number) {
  if (!fileField.test(part.field)) throw new RequestError('bad_request');
  if (before === limits.filesPerVerification) throw new RequestError('too_many_files');
  return { name: part.name, ...(await spool.take(metered(part.bytes(), meter))) };
}

async function* metered(bytes: AsyncIterable<Uint8Array>, meter: { bytes: number }) {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    meter.bytes += chunk.length;
    if (size > limits.fileBytes) throw new RequestError('file_too_big');
    if (meter.bytes > limits.totalBytes) throw new RequestError('total_too_big');
    yield chunk;
  }
}

/** Reads on without keeping, up to UP-3's 60 MB in all. */
async function drain(part: FilePart, meter: { bytes: number }, failure: { error: unknown } | undefined) {
  for await (const chunk of part.bytes()) {
    meter.bytes += chunk.length;
    if (meter.bytes > limits.drainBytes) throw failure?.error ?? new RequestError('total_too_big');
  }
}
