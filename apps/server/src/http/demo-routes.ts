import type { FastifyInstance } from 'fastify';

/** TimeStampReq in, TimeStampResp out (RFC 3161), both DER. */
export type AnswerTimeStamp = (request: Uint8Array) => Promise<Uint8Array>;

/** Bytes of a TimeStampReq; real ones have about a hundred. */
const bodyLimit = 16 * 1024;

/** What only the demonstration serves: its time-stamp authority, for other programs on this machine. */
export async function demoRoutes(app: FastifyInstance, answerTimeStamp: AnswerTimeStamp): Promise<void> {
  await app.register(async (demo) => {
    demo.removeAllContentTypeParsers();
    demo.addContentTypeParser(
      'application/timestamp-query',
      { parseAs: 'buffer' },
      async (_: unknown, body: Buffer) => body,
    );
    demo.post('/demo/tsa', { bodyLimit, schema: { hide: true } }, async (request, reply) =>
      reply.type('application/timestamp-reply').send(await answerTimeStamp(request.body as Buffer)),
    );
  });
}
