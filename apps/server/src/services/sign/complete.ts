import type { ErrorCode, Placement } from '@websign/contract';
import type { SignedDocument as Recordable, RecordOutcome } from '../../storage/index.ts';
import type { Context, SignedIn } from '../context.ts';
import { type DocumentFacts, documentFacts } from '../facts.ts';
import { signedJob } from '../mail/jobs.ts';
import { jobAfter } from '../raise/job.ts';
import type { Asked } from './asked.ts';
import { type Finished, finish } from './finish.ts';
import type { Identity, Ready } from './prepare.ts';
import { fullName, isSeen, placementOf } from './wish.ts';

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
  const { document, prepared } = ready;
  const finished = await finish(context, ready, signature, identity);
  if (typeof finished === 'string') return finished;
  const { tail, level } = finished;
  const blob = await context.storage.blobs.append(prepared.baseSha256, tail);
  const accountId = signer.account.id;
  const now = context.clock();
  const jobs = [
    signedJob(accountId, signingId, now),
    ...jobAfter(
      finished,
      { accountId, documentId: document.id, field: prepared.field, level: context.config.level },
      now,
    ),
  ];
  const version: Recordable = {
    documentId: document.id,
    signingId,
    baseSha256: prepared.baseSha256,
    sha256: blob.sha256,
    size: blob.size,
    signedAt: ready.signedAt,
    certificateSerial: identity.certificateSerial,
    level,
    detail: {
      reason: request.reason,
      title: request.title,
      visible: isSeen(request, document),
      certificateSha256: identity.certificateSha256,
      otpMethod: signer.account.otpMethod,
      keyProvider: signer.account.provider,
      activation: context.keys.activation(signer.account),
      field: prepared.field,
    },
    state: request.lock ? 'locked' : 'signed',
    signatures: factsAfter(request, signer, ready, finished),
  };
  const { signings } = context.storage;
  const [outcome = 'not_found'] = await signings.record(accountId, [version], ...jobs);
  return outcome === 'recorded' ? null : recordCodes[outcome];
}

/** The document's facts with this signature among them. */
function factsAfter(
  request: Asked,
  { account }: SignedIn,
  ready: Ready,
  { level, raising }: Finished,
): DocumentFacts {
  const { document, prepared, signedAt } = ready;
  const facts = documentFacts.parse(document.signatures);
  return {
    ...facts,
    raising: raising ? [...facts.raising, prepared.field] : facts.raising,
    emptyFields: facts.emptyFields.filter(({ name }) => name !== prepared.field),
    boxes: [...facts.boxes, ...newBoxes(facts, prepared.field, placementOf(request, document))],
    signatures: [
      ...facts.signatures,
      {
        field: prepared.field,
        kind: 'signature',
        signer: fullName(account),
        signedAt: new Date(signedAt).toISOString(),
        integrity: 'intact',
        level,
      },
    ],
  };
}

/** Where the signature is seen; a field that stood there empty is among the boxes since the upload. */
function newBoxes(
  { emptyFields }: DocumentFacts,
  field: string,
  placement: Placement | undefined,
): DocumentFacts['boxes'] {
  if (!placement || emptyFields.some(({ name }) => name === field)) return [];
  const { page, x, y, width, height } = placement;
  return [{ page, rect: [x, y, x + width, y + height] }];
}
