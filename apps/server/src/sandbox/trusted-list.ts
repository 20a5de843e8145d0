import type { Criteria } from '@websign/pki';
import { LEFT_OUT_REASONS, type TrustedList } from '@websign/trust';
import { z } from 'zod';
import { list } from './list.ts';

const bytes = z.instanceof(Uint8Array);
const word = z.string().max(1000);
const moment = z.number();
const kind = z.enum(['lotl', 'national']);
const territory = z.string().regex(/^[A-Z]{2}$/);

const criteria: z.ZodType<Criteria> = z.object({
  assert: z.enum(['all', 'atLeastOne', 'none']),
  keyUsages: list(list(z.object({ usage: word, value: z.boolean() }))),
  policies: list(list(word)),
  extendedKeyUsages: list(list(word)),
  subjectAttributes: list(list(word)),
  unknown: z.number().int().min(0),
  nested: z.lazy(() => list(criteria)),
});

const service = z.object({
  territory,
  provider: word,
  name: word,
  type: word,
  states: list(
    z.object({
      from: moment,
      status: word,
      additional: list(word),
      qualifications: list(z.object({ qualifiers: list(word), criteria })),
    }),
  ),
});

const anchor = z.object({
  certificate: bytes,
  source: z.literal('trusted_list'),
  services: list(service),
});

/** What a child tells of a list. Children may be in strangers' hands: their answers are checked. */
export const trustedListAnswer: z.ZodType<TrustedList> = z
  .object({
    kind,
    territory,
    operator: word,
    sequence: z.number().int().min(0),
    issued: moment,
    nextUpdate: moment.optional(),
    signer: z.string().regex(/^[0-9a-f]{64}$/),
    pointers: list(
      z.object({ kind, territory, location: z.url({ protocol: /^https?$/ }), signers: list(bytes) }),
    ),
    pivots: list(z.url({ protocol: /^https?$/ })),
    anchors: list(z.object({ name: z.string().regex(/^[0-9a-f]{64}$/), anchor })),
    leftOut: list(z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.number().int() })),
  })
  .transform(({ nextUpdate, ...list }) => ({ ...list, ...(nextUpdate === undefined ? {} : { nextUpdate }) }));

export const pivotsAnswer = list(z.url({ protocol: /^https?$/ }));
