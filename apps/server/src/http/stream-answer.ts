import { Readable } from 'node:stream';
import { z } from 'zod';

/** An answer that is streamed, as OpenAPI tells it; errors beside it stay JSON. */
export const streamed = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: z.instanceof(Readable).meta({ type: 'string', format: 'binary' }) } },
});
