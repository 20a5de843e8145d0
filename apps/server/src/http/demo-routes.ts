import type { Missing } from '@websign/pki';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** What the authorities of the demonstration serve. */
export interface DemonstrationServices {
  /** TimeStampReq in, TimeStampResp out (RFC 3161), both DER. */
  answerTimeStamp(request: Uint8Array): Promise<Uint8Array>;
  /** OCSPRequest in, OCSPResponse out (RFC 6960), both DER. */
  answerOcsp(request: Uint8Array): Promise<Uint8Array>;
  /** The present CRL of an authority, DER; undefined for an unknown one. */
  crl(authority: string): Promise<Uint8Array | undefined>;
  /** Its certificate, DER. */
  certificate(authority: string): Uint8Array | undefined;
  /** A document of the folder of samples, by its name without `.pdf`. */
  sample(name: string): Promise<Uint8Array | undefined>;
  /** The same for URLs that the demonstration's certificates name, without leaving the process. */
  local(missing: Missing): Promise<Uint8Array | undefined>;
}

/** Bytes of a TimeStampReq or an OCSPRequest; real ones have about a hundred. */
const bodyLimit = 16 * 1024;

const hidden = { schema: { hide: true } };

/** What only the demonstration serves, for other programs on this machine: its authorities and its samples. */
export async function demoRoutes(app: FastifyInstance, services: DemonstrationServices): Promise<void> {
  await app.register(async (demo) => {
    demo.removeAllContentTypeParsers();
    demo.addContentTypeParser(
      ['application/timestamp-query', 'application/ocsp-request'],
      { parseAs: 'buffer' },
      async (_: unknown, body: Buffer) => body,
    );
    demo.post('/demo/tsa', { bodyLimit, ...hidden }, async (request, reply) =>
      reply.type('application/timestamp-reply').send(await services.answerTimeStamp(bodyOf(request.body))),
    );
    demo.post('/demo/ocsp', { bodyLimit, ...hidden }, async (request, reply) =>
      reply.type('application/ocsp-response').send(await services.answerOcsp(bodyOf(request.body))),
    );
  });
  app.get<{ Params: { name: string } }>('/demo/crl/:name.crl', hidden, async (request, reply) =>
    send(reply, 'application/pkix-crl', await services.crl(request.params.name)),
  );
  app.get<{ Params: { name: string } }>('/demo/ca/:name.cer', hidden, async (request, reply) =>
    send(reply, 'application/pkix-cert', services.certificate(request.params.name)),
  );
  app.get<{ Params: { name: string } }>('/demo/samples/:name.pdf', hidden, async (request, reply) =>
    send(reply, 'application/pdf', await services.sample(request.params.name)),
  );
}

/** A request without a body is an empty one: the authority says what it thinks of it. */
function bodyOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array(0);
}

function send(reply: FastifyReply, type: string, bytes: Uint8Array | undefined): FastifyReply {
  if (bytes === undefined) return reply.code(404).type('text/plain').send('not found');
  return reply.type(type).send(Buffer.from(bytes));
}
