import { createHash } from 'node:crypto';
import type { ErrorCode } from '@websign/contract';
import { draftSignature } from '@websign/pades';
import type { Prepared } from '@websign/pdf';
import {
  type Draft,
  digestOf,
  estimateCmsBytes,
  type Material,
  parseCertificate,
  type SignatureAlgorithm,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { isOver } from '../../policy/retention.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { Account, StoredDocument } from '../../storage/index.ts';
import { providerAnswer } from '../attempt.ts';
import { blobSource } from '../blob-source.ts';
import type { Context, SignedIn } from '../context.ts';
import { RequestError, storageCode } from '../errors.ts';
import { refusalCode } from '../refusals.ts';
import type { Asked } from './asked.ts';
import { prepareTallied } from './tally.ts';
import { type Moment, wishOf } from './wish.ts';

/** A document ready for its signature value. */
export interface Ready {
  document: StoredDocument;
  prepared: Prepared;
  draft: Draft;
  signedAt: number;
  /** Whether the signature permits no change: nothing is appended behind it. */
  final: boolean;
}
export interface Refused {
  document: StoredDocument;
  code: ErrorCode;
}

/** The signer's certificates, and the algorithm that their key signs with. */
export interface Identity {
  chain: Uint8Array[];
  algorithm: SignatureAlgorithm;
  certificateSerial: string;
  certificateSha256: string;
  /** Validation data that go into the signature's own revision (SGN-6). */
  material?: Material | undefined;
}

/**
 * Throws RequestError `certificate_expired` outside the certificate's validity: no code is spent on it; as
 * {@link providerAnswer} where the provider has to be asked for it and is away.
 */
export async function identityOf(
  { keys, clock, storage }: Pick<Context, 'keys' | 'clock' | 'storage'>,
  account: Account,
): Promise<Identity> {
  const asked = <T>(work: () => Promise<T>) => providerAnswer({ storage }, { account }, work);
  const chain = await asked(() => keys.certificates(account));
  const [der] = chain;
  if (!der) throw new RequestError('internal', { cause: new Error('the account has no certificate') });
  const certificate = parseCertificate(der);
  const { notBefore, notAfter } = certificate.validity;
  const now = clock();
  if (now < notBefore || now > notAfter) throw new RequestError('certificate_expired');
  return {
    chain,
    algorithm: await asked(() => keys.algorithm(account, certificate)),
    certificateSerial: certificate.serialHex.toUpperCase(),
    certificateSha256: createHash('sha256').update(der).digest('hex'),
  };
}

/**
 * Prepares one document in the sandbox, to be signed in its empty field of that name or a new one, and drafts its CMS; an
 * engine's refusal is a value.
 */
export async function prepareDocument(
  context: Context,
  { account }: SignedIn,
  request: Asked,
  { document, field }: { document: StoredDocument; field: string | undefined },
  identity: Identity,
): Promise<Ready | Refused> {
  const at: Moment = { epochMs: context.clock(), zone: context.config.TIME_ZONE };
  try {
    const wish = wishOf(
      request,
      document,
      account,
      at,
      estimateCmsBytes(identity.chain),
      digestOf(identity.algorithm),
    );
    const { material } = identity;
    const { engine, storage } = context;
    const source = blobSource(storage.blobs, { sha256: document.currentSha256, size: document.currentSize });
    const prepared = await prepareTallied(engine, source, {
      ...wish,
      ...(field === undefined ? {} : { field }),
      ...(material ? { material } : {}),
    });
    if (prepared.baseSha256 !== document.currentSha256) return { document, code: 'changed' };
    const draft = draftSignature(prepared, identity, nodePorts());
    return { document, prepared, draft, signedAt: at.epochMs, final: request.lock };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const code = failureCode(context, document, error);
    context.log.info({ code, reason: error.reason, document: document.id }, 'document not prepared');
    return { document, code };
  }
}

/** The contract's code for a document that a job could not be done on. */
export const failureCode = (
  { clock }: Pick<Context, 'clock'>,
  { expiresAt }: StoredDocument,
  error: SandboxError,
): ErrorCode => (isOver(expiresAt, clock()) ? 'expired' : (storageCode(error) ?? refusalCode(error)));
