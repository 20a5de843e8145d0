import type { Selectable } from 'kysely';
import { isOver } from '../../policy/retention.ts';
import { canonical } from '../canonical.ts';
import type { AuditEvent } from '../face/audit.ts';
import type { RaisedDocument, RecordOutcome, SignedDocument } from '../face/signings.ts';
import type { Engine } from './engine.ts';
import type { Tables, Writer } from './tables.ts';

export interface Recorded {
  readonly outcome: RecordOutcome;
  readonly events: readonly AuditEvent[];
}

const only = (outcome: RecordOutcome): Recorded => ({ outcome, events: [] });

/**
 * One version on top of the document as it stands, in somebody's transaction. The row is kept from others first,
 * so of two signings of the same base one is `recorded` and the other `changed`: none is lost.
 */
export async function recordVersion(
  engine: Engine,
  writer: Writer,
  accountId: string,
  signed: SignedDocument,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<Recorded> {
  const document = await standing(engine, writer, accountId, signed.documentId, now);
  if ('outcome' in document) return document;
  if (document.state === 'locked') return only('locked');
  if (document.currentSha256 !== signed.baseSha256) return only('changed');
  const number = document.versions + 1;
  await insertVersion(writer, signed, number);
  await writer
    .updateTable('documents')
    .set({
      ...{ state: signed.state, versions: number, signedAt: signed.signedAt, expiresAt },
      ...{ currentSize: signed.size, currentSha256: signed.sha256 },
      signaturesJson: canonical(signed.signatures ?? null),
    })
    .where('id', '=', signed.documentId)
    .execute();
  return { outcome: 'recorded', events: [signEvent(accountId, signed, number)] };
}

/** Newer bytes of the newest version, in somebody's transaction: validation data stand behind what was signed. */
export async function recordRaise(
  engine: Engine,
  writer: Writer,
  accountId: string,
  raised: RaisedDocument,
  now: number,
): Promise<Recorded> {
  const { documentId, number, baseSha256, sha256, size, level } = raised;
  const document = await standing(engine, writer, accountId, documentId, now);
  if ('outcome' in document) return document;
  if (document.currentSha256 !== baseSha256) return only('changed');
  const versions = writer.updateTable('versions').where('documentId', '=', documentId);
  await versions.set({ sha256, size }).where('number', '=', document.versions).execute();
  await versions.set({ level }).where('number', '=', number).execute();
  await writer
    .updateTable('documents')
    .set({
      ...{ currentSize: size, currentSha256: sha256 },
      signaturesJson: canonical(raised.signatures ?? null),
    })
    .where('id', '=', documentId)
    .execute();
  const detail = { number, baseSha256, sha256, size, level };
  return { outcome: 'recorded', events: [{ kind: 'raise', accountId, documentId, detail }] };
}

type Standing = Pick<Selectable<Tables['documents']>, 'state' | 'versions' | 'currentSha256'>;

/** The document, kept from others until the transaction ends; or why nothing is put on top of it. */
async function standing(
  engine: Engine,
  writer: Writer,
  accountId: string,
  documentId: string,
  now: number,
): Promise<Standing | Recorded> {
  const document = await engine
    .lock(
      writer
        .selectFrom('documents')
        .select(['state', 'currentSha256', 'versions', 'expiresAt'])
        .where('id', '=', documentId)
        .where('accountId', '=', accountId),
    )
    .executeTakeFirst();
  if (document === undefined || document.state === 'refused') return only('not_found');
  if (document.state === 'expired' || isOver(document.expiresAt, now)) return only('expired');
  return document;
}

async function insertVersion(writer: Writer, signed: SignedDocument, number: number): Promise<void> {
  const { documentId, baseSha256, sha256, size, signedAt, certificateSerial, level, signingId, detail } =
    signed;
  await writer
    .insertInto('versions')
    .values({
      ...{ documentId, number, baseSha256, sha256, size, signedAt, certificateSerial, level, signingId },
      detailJson: canonical(detail ?? null),
    })
    .execute();
}

const signEvent = (accountId: string, signed: SignedDocument, number: number): AuditEvent => {
  const { documentId, baseSha256, sha256, size, certificateSerial, level, state } = signed;
  const detail = { number, baseSha256, sha256, size, certificateSerial, level, state };
  return { kind: 'sign', accountId, documentId, detail };
};
