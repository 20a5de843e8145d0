import { finished } from 'node:stream/promises';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { limits } from '@websign/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { uploadedName } from '../policy/file-name.ts';
import { RequestError } from '../services/errors.ts';
import type { UploadPart } from '../services/intake.ts';

/** The use case counts bytes and files itself, exactly; the parser only bounds what surrounds them. */
const parserLimits = {
  fieldNameSize: 100,
  fieldSize: 1024,
  fields: 20,
  // More than the use case reads: a file that the parser cut would be drained without end.
  fileSize: 2 * limits.drainBytes,
  files: 10 * limits.filesPerRequest,
  parts: 11 * limits.filesPerRequest,
  headerPairs: 20,
  headerSize: 8192,
};

/** Bytes of a whole request: what is drained, and what surrounds a thousand files. */
const requestBytes = limits.drainBytes + 8 * 1024 * 1024;

/** Aborts when the connection ends before the answer: the person cancelled. */
export function cancellation(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** A body that is no multipart, or too much of it; a broken connection has nobody to answer. */
const broken = (cause: unknown) =>
  cause instanceof RequestError ? cause : new RequestError('bad_request', { cause });

/** The parts of a request, in order; who stops early has the rest discarded. Throws RequestError `bad_request` for what is no multipart. */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<UploadPart> {
  if (!request.isMultipart()) throw new RequestError('bad_request');
  boundBytes(request);
  let isRead = false;
  try {
    for await (const part of request.parts({ limits: parserLimits })) yield partOf(part);
    isRead = true;
  } catch (error) {
    isRead = true;
    throw broken(error);
  } finally {
    if (!isRead) await discardRest(request);
  }
}

/** Reads on without looking, so that the person sees the answer: parts cost more than octets. */
async function discardRest({ raw }: FastifyRequest): Promise<void> {
  raw.unpipe();
  raw.resume();
  await finished(raw, { writable: false }).catch(() => undefined);
}

/** Ends a request that goes on past all limits outside its files: in fields, headers, before and after the parts. */
function boundBytes({ raw }: FastifyRequest): void {
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > requestBytes) raw.destroy(new RequestError('total_too_big'));
  });
}

async function* bytesOf(file: MultipartFile['file']): AsyncGenerator<Uint8Array> {
  try {
    yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw broken(error);
  }
}

function partOf(part: MultipartFile | MultipartValue): UploadPart {
  if (part.type === 'field') {
    return { kind: 'field', name: part.fieldname, value: typeof part.value === 'string' ? part.value : '' };
  }
  const { file } = part;
  return {
    kind: 'file',
    field: part.fieldname,
    name: uploadedName(part.filename),
    bytes: () => bytesOf(file),
  };
}
