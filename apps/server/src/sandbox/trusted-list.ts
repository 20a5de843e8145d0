import { LEFT_OUT_REASONS, type TrustedList } from '@websign/trust';
import { z } from 'zod';

const bytes = z.instanceof(Uint8Array);
const word = z.string().max(1000);
const moment = z.number();
const kind = z.enum(['lotl', 'national']);
const territory = z.string().regex(/^[A-Z]{2}$/);

const criteria = z.object({
  assert: z.enum(['all', 'atLeastOne', 'none']),
  keyUsages: z.array(z.array(z.object({ usage: word, value: z.boolean() }))),
  policies: z.array(z.array(word)),
  extendedKeyUsages: z.array(z.array(word)),
  subjectAttributes: z.array(z.array(word)),
  unknown: z.number().int().min(0),
  get nested() {
    return z.array(criteria);
  },
});

const service = z.object({
  territory,
  provider: word,
  name: word,
  type: word,
  states: z.array(
    z.object({
      from: moment,
      status: word,
      additional: z.array(word),
      qualifications: z.array(z.object({ qualifiers: z.array(word), criteria })),
    }),
  ),
});

const anchor = z.object({
  certificate: bytes,
  source: z.literal('trusted_list'),
  services: z.array(service),
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
    pointers: z.array(
      z.object({ kind, territory, location: z.url({ protocol: /^https?$/ }), signers: z.array(bytes) }),
    ),
    pivots: z.array(z.url({ protocol: /^https?$/ })),
    anchors: z.array(z.object({ name: z.string().regex(/^[0-9a-f]{64}$/), anchor })),
    leftOut: z.array(z.object({ reason: z.enum(LEFT_OUT_REASONS), count: z.number().int() })),
  })
  .transform(({ nextUpdate, ...list }) => ({ ...list, ...(nextUpdate === undefined ? {} : { nextUpdate }) }));

export const pivotsAnswer = z.array(z.url({ protocol: /^https?$/ }));
