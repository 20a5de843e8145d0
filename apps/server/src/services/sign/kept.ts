import { errorCode, signRequest } from '@websign/contract';
import { z } from 'zod';
import { encodeFrame, FrameReader } from '../../sandbox/frame.ts';
import type { Authorization, Storage } from '../../storage/index.ts';
import type { Gathered } from './gather.ts';
import type { Identity, Ready } from './prepare.ts';

const bytes = z.instanceof(Uint8Array);
const digestAlgorithm = z.enum(['SHA-256', 'SHA-384', 'SHA-512']);
const whole = z.number().int().nonnegative();

/** A prepared document as it waits: the certificates stand once beside all of them. */
const keptReady = z.object({
  documentId: z.string(),
  prepared: z.object({
    field: z.string(),
    baseSha256: z.string(),
    baseLength: whole,
    tail: bytes,
    byteRange: z.tuple([whole, whole, whole, whole]),
    slot: z.object({ offset: whole, length: whole }),
    digest: bytes,
    digestAlgorithm,
  }),
  draft: z.object({
    signedAttributes: bytes,
    digest: bytes,
    digestAlgorithm,
    signatureAlgorithm: z.custom<Ready['draft']['signatureAlgorithm']>((value) => typeof value === 'string'),
  }),
  signedAt: z.number(),
  final: z.boolean(),
});
export type KeptReady = z.infer<typeof keptReady>;

/** Everything that {@link gather} made, without what a person typed: plain data that any replica goes on with. */
const kept = z.object({
  request: signRequest.omit({ password: true, otp: true }),
  identity: z.object({
    chain: z.array(bytes).min(1),
    algorithm: z.custom<Identity['algorithm']>((value) => typeof value === 'string'),
    certificateSerial: z.string(),
    certificateSha256: z.string(),
    material: z
      .object({ certificates: z.array(bytes), ocsps: z.array(bytes), crls: z.array(bytes) })
      .optional(),
  }),
  outcomes: z.array(z.tuple([z.string(), errorCode.nullable()])),
  ready: z.array(keptReady).min(1),
});
export type Kept = z.infer<typeof kept>;

/** Bytes of what is kept of one request: a thousand documents with a font each take about 60 MB. */
const limits = { json: 16 * 1024 * 1024, attachments: 128 * 1024 * 1024 } as const;

/** As one blob; its row names it, and a sweep takes it when that row is gone. Throws StorageError `too_large`, `full`. */
export function keep(
  { blobs }: Pick<Storage, 'blobs'>,
  { request: asked, ready, outcomes, identity }: Gathered,
) {
  const { password: _password, otp: _otp, ...request } = asked;
  const waiting = ready.map(
    ({ document, prepared, draft: { chain: _chain, ...draft }, signedAt, final }) => ({
      ...{ documentId: document.id, prepared, draft, signedAt, final },
    }),
  );
  const message = { request, identity, outcomes: [...outcomes], ready: waiting };
  return blobs.accept(encodeFrame(message), limits.json + limits.attachments);
}

/** Undefined where this version does not understand it: then the signer begins anew. */
export async function readKept(
  { blobs }: Pick<Storage, 'blobs'>,
  { prepared: { sha256, size } }: Authorization,
): Promise<Kept | undefined> {
  const reader = new FrameReader(limits);
  const [message] = reader.push(await blobs.read(sha256, { size, verify: true }));
  return kept.safeParse(message).data;
}

/** What the provider is asked to sign, in the order in which it was prepared. */
export const itemsOf = ({ ready }: Pick<Kept, 'ready'>) => ready.map(({ draft }) => draft);
