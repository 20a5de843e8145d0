import swagger from '@fastify/swagger';
import { api, appName } from '@websign/contract';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** A file as it is; OpenAPI 3.1 calls it so where the parts are of no other type. */
const pdf = { type: 'string', contentMediaType: 'application/octet-stream', description: 'a PDF document' };

/** UP-2: read part by part, so that no schema checks it. */
const uploadForm = {
  type: 'object',
  required: ['sessionId', 'groupId', 'document'],
  properties: {
    sessionId: { type: 'string', description: 'before the first file' },
    groupId: { type: 'string', pattern: '^[0-9]{1,20}$', description: 'before the first file' },
    document: { type: 'array', items: pdf },
  },
};

/** Read part by part, too; parts are named as at an upload. */
const verifyForm = {
  type: 'object',
  required: ['document'],
  properties: {
    document: { type: 'array', items: pdf },
  },
};
const forms: Readonly<Record<string, object>> = { [api.upload]: uploadForm, [api.verify]: verifyForm };

/** `GET /api/openapi.json`: OpenAPI 3.1 from the same schemas that the routes check with. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: appName, version, description: 'Electronic signatures on PDF documents' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const described = jsonSchemaTransform(route);
      const body = forms[described.url];
      return body ? { ...described, schema: { ...described.schema, body } } : described;
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
