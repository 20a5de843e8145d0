import { createHash, randomBytes } from 'node:crypto';
import type { TimeStampClient } from '@websign/providers';
import { expect, test } from 'vitest';
import { digestStampWith } from '../../src/services/time-stamps.ts';

const digest = createHash('sha256').update('signature').digest();
const text = (value: string) => Buffer.from(value, 'latin1');

/** Stamps where the authority answers with `respond` and the child with `check`. */
function stamped(
  respond: (request: Uint8Array) => Uint8Array,
  check: (response: Uint8Array, nonce: Uint8Array) => Uint8Array,
) {
  const client = {
    ask: <T>(request: Uint8Array, accept: (response: Uint8Array) => Promise<T>) => accept(respond(request)),
  } as Partial<TimeStampClient> as TimeStampClient;
  const engine = {
    checkTimeStamp: async ({
      response,
      request,
    }: {
      response: Uint8Array;
      request: { nonce: Uint8Array };
    }) => ({
      token: check(response, request.nonce),
      genTime: 0,
    }),
  };
  return digestStampWith({ client, anchors: [] }, engine as never, () => 0)(digest, 'SHA-256');
}

/** An answer that holds what was asked: the request's own octets between others. */
const echo = (request: Uint8Array) => Buffer.concat([text('status '), request, text(' end')]);
const inner = (response: Uint8Array) => response.subarray(7, response.length - 4);

test('a token is embedded that stands in the authority’s answer, with the imprint and the nonce asked for', async () => {
  for (let round = 0; round < 300; round++) expect((await stamped(echo, inner)).length).toBeGreaterThan(50);
});

test('what a child that was taken over gives instead is not', async () => {
  const wrong: ((response: Uint8Array, nonce: Uint8Array) => Uint8Array)[] = [
    () => new Uint8Array(),
    () => randomBytes(100),
    // Its own, over the very question.
    (_, nonce) => Buffer.concat([digest, nonce, text('a token of its own')]),
    // A part of the answer that says nothing of the question.
    (response) => response.subarray(0, 7),
    (response) => inner(response).subarray(0, 40),
  ];
  for (const check of wrong) await expect(stamped(echo, check)).rejects.toMatchObject({ code: 'crashed' });
});
