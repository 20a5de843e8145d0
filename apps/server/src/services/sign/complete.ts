import { createHash, randomBytes } from 'node:crypto';
import type { ErrorCode } from '@websign/contract';
import { embed } from '@websign/pdf';
import { assembleCms, createTimeStampRequest, parseCertificate } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import type { RecordOutcome } from '../../storage/index.ts';
import type { Context, SignedIn } from '../context.ts';
import { type DocumentFacts, documentFacts } from '../facts.ts';
import type { Asked } from './asked.ts';
import type { Identity, Ready } from './prepare.ts';
import { fullName, placementOf } from './wish.ts';

const recordCodes: Record<Exclude<RecordOutcome, 'recorded'>, ErrorCode> = {
  changed: 'changed',
  not_found: 'not_found',
  locked: 'document_locked',
  expired: 'expired',
};

/**
 * Time-stamps, assembles, embeds, stores and records one signed document. Null: it is signed; else why not, and it
 * is as it was (SGN-8).
 */
export async function completeDocument(
  context: Context,
  signer: SignedIn,
  request: Asked,
  ready: Ready,
  signature: Uint8Array,
  identity: Identity,
  signingId: string,
): Promise<ErrorCode | null> {
  const { document, prepared, draft } = ready;
  await requireValid(ready, signature);
  const token = await timeStamp(context, signature, document.id);
  if (token === 'unavailable') return 'timestamp_unavailable';
  const tail = embed(prepared, assembleCms(draft, signature, token));
  const blob = await context.storage.blobs.append(prepared.baseSha256, tail);
  const [outcome = 'not_found'] = await context.storage.signings.record(signer.account.id, [
    {
      documentId: document.id,
      signingId,
      baseSha256: prepared.baseSha256,
      sha256: blob.sha256,
      size: blob.size,
      signedAt: ready.signedAt,
      certificateSerial: identity.certificateSerial,
      level: token ? 'B-T' : 'B-B',
      detail: {
        reason: request.reason,
        title: request.title,
        visible: request.visibility,
        certificateSha256: identity.certificateSha256,
      },
      state: request.lock ? 'locked' : 'signed',
      signatures: factsAfter(request, signer, ready),
    },
  ]);
  return outcome === 'recorded' ? null : recordCodes[outcome];
}

/** A provider's mistake must not reach a document: the value is verified before it is embedded. */
async function requireValid({ draft }: Ready, signature: Uint8Array): Promise<void> {
  const { spki } = parseCertificate(draft.chain[0] ?? new Uint8Array());
  const { signatureAlgorithm, signedAttributes } = draft;
  if (await nodePorts().verify(signatureAlgorithm, spki, signedAttributes, signature)) return;
  throw new Error('the signature value does not verify with the certificate');
}

/** The document's facts with this signature among them. */
function factsAfter(request: Asked, { account }: SignedIn, ready: Ready): DocumentFacts {
  const { document, prepared, signedAt } = ready;
  const facts = documentFacts.parse(document.signatures);
  const placed = placementOf(request, document);
  return {
    ...facts,
    emptyFields: facts.emptyFields.filter(({ name }) => name !== prepared.field),
    boxes: placed
      ? [
          ...facts.boxes,
          {
            page: placed.page,
            rect: [placed.x, placed.y, placed.x + placed.width, placed.y + placed.height],
          },
        ]
      : facts.boxes,
    signatures: [
      ...facts.signatures,
      {
        field: prepared.field,
        kind: 'signature',
        signer: fullName(account),
        signedAt: new Date(signedAt).toISOString(),
        integrity: 'intact',
      },
    ],
  };
}

/** A checked time-stamp over the signature value (EN 319 142-1 §6.3, B-T); undefined where the level asks none. */
async function timeStamp(
  { timeStamps, engine, clock, log }: Context,
  signature: Uint8Array,
  document: string,
): Promise<Uint8Array | undefined | 'unavailable'> {
  if (!timeStamps) return undefined;
  const { client, anchors } = timeStamps;
  const request = createTimeStampRequest({
    digest: createHash('sha256').update(signature).digest(),
    algorithm: 'SHA-256',
    nonce: randomBytes(16),
    certReq: true,
  });
  try {
    return await client.ask(request.der, async (response) => {
      const { token } = await engine.checkTimeStamp({ response, request, anchors, at: clock() });
      return token;
    });
  } catch (err) {
    log.error({ err, document }, 'no time-stamp');
    return 'unavailable';
  }
}
