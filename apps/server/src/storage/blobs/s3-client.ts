import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Circuit, outboundHttp, type StreamAnswer, type StreamingOutbound } from '@websign/providers';
import { AwsV4Signer } from 'aws4fetch';
import { StorageError } from '../errors.ts';
import type { BlobRef } from '../face/blobs.ts';
import { isPassing, S3Refusal, s3Failure } from './s3-errors.ts';
import { type ListedPage, readListing } from './s3-listing.ts';
import { addressOf, encryptionHeaders, type S3Options } from './s3-options.ts';

const emptySha256 = createHash('sha256').digest('hex');
/** Of one attempt, whatever moves; with the attempts' bound far below the grace in which nothing is deleted. */
const attemptMs = 5 * 60_000;
/** No attempt begins later than this after the first. */
const patienceMs = 20_000;
const attempts = 4;
/** Before the second attempt at most, doubled before each further one; the half of it at least. */
const firstPauseMs = 200;
/** A server that failed through all attempts is left alone for so long; short, for everybody waits for it. */
const rests = { first: 1000, longest: 5000 };
const connections = 32;
const answerBytes = 4 * 1024 * 1024;

interface Ask {
  method: 'GET' | 'PUT' | 'DELETE';
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: { sha256: string; size: number; pieces(): AsyncIterable<Uint8Array> };
  /** Of the answer's body; what lists and errors have when left out. */
  maxBytes?: number;
}

/**
 * Signed requests (AWS Signature Version 4, payload hash included) to one bucket. All of them may be repeated, and are
 * where the failure may pass. Throws StorageError `unavailable` with a sentence for the operator.
 */
export class S3Client {
  readonly #options: S3Options;
  readonly #http: StreamingOutbound;
  readonly #wall: () => number;
  readonly #circuit = new Circuit(() => performance.now(), rests);
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(options: S3Options, wall: () => number) {
    const { proxy, noProxy } = options;
    this.#options = options;
    this.#wall = wall;
    this.#http = outboundHttp({
      addresses: 'any',
      connections,
      ...(proxy === undefined ? {} : { proxy }),
      ...(noProxy === undefined ? {} : { noProxy }),
    });
  }

  /** Whole or not at all, and never over something else: the key is new. */
  async put(key: string, { sha256, size }: BlobRef, pieces: () => AsyncIterable<Uint8Array>): Promise<void> {
    const headers = {
      'if-none-match': '*',
      'content-type': 'application/octet-stream',
      ...encryptionHeaders(this.#options),
    };
    const body = { sha256, size, pieces };
    await this.#repeated({ method: 'PUT', key, headers, body }, async (answer) => {
      // An earlier attempt arrived although its answer did not.
      if (answer.status !== 412) await accepted(answer);
      await textOf(answer);
    });
  }

  /** Gives an object's bytes to `use`, again from the start where they break off; undefined where there is none. */
  get<T>(
    key: string,
    size: number,
    use: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T | undefined> {
    return this.#repeated({ method: 'GET', key, maxBytes: size }, async (answer) => {
      if (answer.status === 404) {
        const refusal = await refusalOf(answer);
        if (refusal.code === 'NoSuchBucket') throw refusal;
        return undefined;
      }
      await accepted(answer);
      return use(answer.body);
    });
  }

  /** Also where it is gone already. */
  async delete(key: string): Promise<void> {
    await this.#repeated({ method: 'DELETE', key }, async (answer) => {
      await accepted(answer);
      await textOf(answer);
    });
  }

  /** All objects whose keys begin so, in the order of their keys, page by page. */
  async *list(prefix: string): AsyncGenerator<ListedPage['objects'][number]> {
    let next: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix,
        ...(next === undefined ? {} : { 'continuation-token': next }),
      };
      const page: ListedPage = await this.#repeated({ method: 'GET', key: '', query }, async (answer) => {
        await accepted(answer);
        return readListing(await textOf(answer));
      });
      yield* page.objects;
      next = page.next;
    } while (next !== undefined);
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  async #repeated<T>(ask: Ask, use: (answer: StreamAnswer) => Promise<T>): Promise<T> {
    const { endpoint } = this.#options;
    if (!this.#circuit.closed(endpoint)) {
      throw new StorageError('unavailable', `S3: ${endpoint} did not answer a moment ago`);
    }
    const until = performance.now() + patienceMs;
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await this.#once(ask, use);
        this.#circuit.succeeded(endpoint);
        return result;
      } catch (error) {
        if (!isPassing(error)) throw s3Failure(error, this.#options);
        if (attempt === attempts || performance.now() > until) {
          this.#circuit.failed(endpoint);
          throw s3Failure(error, this.#options);
        }
      }
      const pause = firstPauseMs * 2 ** (attempt - 1);
      await sleep((pause / 2) * (1 + Math.random()));
    }
  }

  async #once<T>(ask: Ask, use: (answer: StreamAnswer) => Promise<T>): Promise<T> {
    const { url, headers } = await this.#sign(ask);
    const answer = await this.#http.open({
      ...{ url, headers, method: ask.method },
      ...{ idleMs: this.#options.idleMs ?? 10_000, timeoutMs: attemptMs },
      maxBytes: Math.max(ask.maxBytes ?? 0, answerBytes),
      ...(ask.body && { body: { size: ask.body.size, pieces: ask.body.pieces() } }),
    });
    try {
      return await use(answer);
    } catch (error) {
      answer.drop();
      throw error;
    }
  }

  async #sign({
    method,
    key,
    query = {},
    headers,
    body,
  }: Ask): Promise<{ url: string; headers: Record<string, string> }> {
    const url = addressOf(this.#options, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = this.#options;
    const signed = await new AwsV4Signer({
      ...{ method, accessKeyId, secretAccessKey, region, service: 's3', cache: this.#signingKeys },
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptySha256 },
      datetime: new Date(this.#wall()).toISOString().replace(/[:-]|\.\d{3}/gu, ''),
    }).sign();
    return { url: signed.url.href, headers: Object.fromEntries(signed.headers) };
  }
}

async function accepted(answer: StreamAnswer): Promise<void> {
  if (answer.status < 200 || answer.status >= 300) throw await refusalOf(answer);
}

const refusalOf = async (answer: StreamAnswer): Promise<S3Refusal> =>
  new S3Refusal(answer.status, await textOf(answer));

async function textOf({ body }: StreamAnswer): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
