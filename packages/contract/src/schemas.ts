import { z } from 'zod';
import { errorCodeNames } from './code-names.ts';
import { limits } from './limits.ts';
import { copyOrigin } from './safe-copy.ts';
import { checksum, documentId, groupId, rect } from './scalars.ts';

export const errorCode = z.enum(errorCodeNames);

/**
 * The shape of every error answer but upload's. `retryAfter` in seconds, with `account_locked` and 429, and with the
 * wrong password or code that locks the account.
 */
export const errorAnswer = z.object({
  error: z.object({
    code: errorCode,
    message: z.string(),
    retryAfter: z.number().int().optional(),
    requestId: z.string().optional(),
  }),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

/** Why no safe copy was made. `signers`: with `signatures_unconfirmed`, all whose signatures a copy leaves behind. */
export const safeCopyError = errorAnswer.extend({ signers: z.array(z.string()).optional() });

// ---- documents

export const finding = z.object({
  id: z.string(),
  kind: z.string(),
  verdict: z.enum(['info', 'warn', 'refuse']),
  page: z.number().int().optional(),
  rect: rect.optional(),
  object: z.number().int().optional(),
  revision: z.number().int().optional(),
  excerpt: z.string().optional(),
});
export type Finding = z.infer<typeof finding>;

/** Main statuses of ETSI EN 319 102-1. */
export const indication = z.enum(['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED']);
/** The sharpest of what one later revision changed. */
export const changeLevel = z.enum(['none', 'lta', 'form-filling', 'annotations', 'other']);
/** The sharpest of what later revisions changed; `uncompared`: it cannot be told whether all of it is permitted. */
export const changesAfter = z.enum([...changeLevel.options, 'uncompared']);
/** Levels of ETSI EN 319 142-1. */
export const signatureLevel = z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']);
export const signatureKind = z.enum(['signature', 'certification', 'timestamp']);

/** A signature that stands in a document. */
export const signatureSummary = z.object({
  field: z.string(),
  kind: signatureKind,
  signer: z.string(),
  signedAt: z.string().nullable(),
  integrity: z.enum(['intact', 'broken', 'unsupported']),
  /** By ETSI EN 319 102-1, from what the document holds alone; absent where it was never judged. */
  indication: indication.optional(),
  subIndication: z.string().optional(),
  changesAfter: changesAfter.optional(),
  level: signatureLevel.optional(),
});
export type SignatureSummary = z.infer<typeof signatureSummary>;

/** A page as it is shown: CropBox after rotation, in points. */
export const pageSize = z.object({ width: z.number(), height: z.number(), rotate: z.number().int() });
export type PageSize = z.infer<typeof pageSize>;

/** The name of a standard for documents, with part and level: `PDF/A-2b`, `PDF/UA-1`. */
export const standard = z.string().regex(/^PDF\/(A|UA)-[1-9][a-z]?$/);

export const documentState = z.enum(['ready', 'refused', 'signed', 'locked', 'expired']);
export type DocumentState = z.infer<typeof documentState>;

export const documentAnswer = z.object({
  id: documentId,
  name: z.string(),
  size: z.number().int(),
  /** SHA-256 of the document as it now stands, lower-case hex. */
  checksum,
  /** SHA-256 of the uploaded bytes. */
  originalChecksum: checksum,
  groupId,
  state: documentState,
  pages: z.number().int(),
  pageSizes: z.array(pageSize),
  findings: z.array(finding),
  signatures: z.array(signatureSummary),
  /** Names of empty signature fields that may be filled, with their place where they have one. */
  emptyFields: z.array(
    z.object({ name: z.string(), page: z.number().int().optional(), rect: rect.optional() }),
  ),
  /** What the document says of itself that it conforms to; signing leaves it so. */
  standards: z.array(standard),
  /** False where a new signature that is seen takes PDF/UA from the document, and one that is not seen leaves it. */
  visibleKeepsStandards: z.boolean(),
  /** Whether validation data that were not to be had at signing are still to be added, in the background. */
  raising: z.boolean(),
  /** The document that this one is a safe copy of (CPY-2), and what it leaves out. */
  origin: copyOrigin.nullable(),
  uploadedAt: z.string(),
  signedAt: z.string().nullable(),
  /** When the document as it stands leaves, and when the uploaded bytes do (HIS-2). */
  keptUntil: z.string(),
  originalKeptUntil: z.string(),
});
export type DocumentAnswer = z.infer<typeof documentAnswer>;

export const groupAnswer = z.object({ groupId, documents: z.array(documentAnswer) });
export type GroupAnswer = z.infer<typeof groupAnswer>;

// ---- upload (UP-6)

export const uploadError = z.object({
  has_js: z.boolean(),
  fields_inconsistencies: z.boolean(),
  hide_and_replace_suspicious: z.boolean(),
  non_empty_hidden_texts: z.boolean(),
  layers: z.array(z.string()),
  has_signatures: z.boolean(),
  signatures: z.array(signatureSummary),
  valid_signatures: z.number().int(),
});
export type UploadError = z.infer<typeof uploadError>;

export const uploadedFile = z.object({
  name: z.string(),
  /** The document to go on with; null for a refused file. */
  id: documentId.nullable(),
  /** Its row in the history, refused or not; null for a file that was not examined. */
  record: documentId.nullable(),
  status: z.enum(['success', 'error']),
  code: errorCode.nullable(),
  message: z.string(),
  error: uploadError.nullable(),
  findings: z.array(finding),
  /** Whether a safe copy may be a way on from the refusal (CPY-1). */
  copyable: z.boolean(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

export const uploadAnswer = z.object({
  status: z.enum(['success', 'error']),
  document: documentId.nullable(),
  message: z.string(),
  code: errorCode.nullable(),
  error: uploadError.nullable(),
  documents: z.array(uploadedFile),
});
export type UploadAnswer = z.infer<typeof uploadAnswer>;

// ---- signing

/** SGN-2: points from the lower left corner of the page as it is shown; pages from 1. */
export const placement = z.object({
  page: z.number().int().min(1),
  x: z.number().finite(),
  y: z.number().finite(),
  width: z.number().finite().positive(),
  height: z.number().finite().positive(),
});
export type Placement = z.infer<typeof placement>;

/** Why nothing on a page is known to be free: pictures cover all of it, or its content could not be read. */
export const occupiedCause = z.enum(['picture', 'unreadable']);
export type OccupiedCause = z.infer<typeof occupiedCause>;

/** SGN-12: where signatures are wanted; without a placement at the default preset of the last page. */
export const freePlacesRequest = z.object({
  places: z
    .array(z.object({ document: documentId, placement: placement.optional() }))
    .min(1)
    .max(limits.documentsPerSigning),
});
export type FreePlacesRequest = z.input<typeof freePlacesRequest>;

/** `busy`: not all could be told for now; the answer may be another when it is asked for again a little later. */
export const placeCause = z.enum([...occupiedCause.options, 'busy']);
export type PlaceCause = z.infer<typeof placeCause>;

/**
 * What the wanted place covers: `free` nothing; `moved` something, and `placement` is the nearest free one on that page;
 * `full` something, and no place of that size is free; `unknown`: what stands on the page is not known. `field`: the
 * document takes no new visible signature, and wherever it was wanted it stands in `placement`, the document's own field.
 */
export const freePlace = z.object({
  document: documentId,
  status: z.enum(['free', 'moved', 'full', 'unknown', 'field']),
  /** The wanted place, but with `moved` and `field`. */
  placement,
  /**
   * Whether the signature has its opaque ground at the wanted place, or in the field: not where it would hide letters
   * that others signed, or where that cannot be told. At the place of `moved` it has one: nothing stands there.
   */
  opaque: z.boolean(),
  cause: placeCause.nullable(),
  /** With `full`: a smaller place on the same page, its margins included. */
  smaller: placement.nullable(),
  /** With `full` and `unknown`: the nearest free place on the last page or the first. */
  otherPage: placement.nullable(),
});
export type FreePlace = z.infer<typeof freePlace>;
export const freePlacesAnswer = z.object({ places: z.array(freePlace) });
export type FreePlacesAnswer = z.infer<typeof freePlacesAnswer>;

/** What is taken on a page, in points as it is shown; null where that is not known. */
export const occupiedAnswer = z.object({ areas: z.array(rect).nullable(), cause: occupiedCause.nullable() });
export type OccupiedAnswer = z.infer<typeof occupiedAnswer>;

export const signRequest = z.object({
  documents: z.array(documentId).min(1).max(limits.documentsPerSigning),
  username: z.string().min(1).max(limits.usernameLength),
  /** Password and code are needed where they activate the key (`Activation` of the login answer), and else unused. */
  password: z.string().min(1).max(limits.passwordMaxLength).optional(),
  otp: z.string().min(1).max(32).optional(),
  /** Show the full name in a visible signature. */
  visibility: z.boolean(),
  reason: z.string().max(limits.reasonLength).default(''),
  title: z.string().max(limits.titleLength).default(''),
  placement: placement.optional(),
  placements: z.record(documentId, placement).optional(),
  /** Of a visible signing: documents whose own signature is not seen. */
  invisible: z.array(documentId).max(limits.documentsPerSigning).default([]),
  checksums: z.record(documentId, checksum).optional(),
  /** Documents whose place covers something, as the signer has seen and confirmed (SGN-13). */
  confirmedPlaces: z.array(documentId).max(limits.documentsPerSigning).default([]),
  confirmed: z.array(z.string()).default([]),
  lock: z.boolean().default(false),
  /** Language of the labels in the visible signature. */
  locale: z.enum(['el', 'en']).default('el'),
});
export type SignRequest = z.input<typeof signRequest>;

export const signedDocument = z.object({
  document: documentId,
  status: z.enum(['success', 'error', 'pending']),
  code: errorCode.optional(),
  message: z.string().optional(),
});
export type SignedDocument = z.infer<typeof signedDocument>;
export const signAnswer = z.object({
  status: z.enum(['success', 'partial', 'error', 'pending']),
  documents: z.array(signedDocument),
  /** Seconds until it may be tried again, when a lock, a throttle or a busy service refused the whole request. */
  retryAfter: z.number().int().optional(),
  /** The signer is expected back from the provider's own page. */
  away: z.boolean().optional(),
});
export type SignAnswer = z.infer<typeof signAnswer>;
/** `redirect`: the provider's own page, where the signer activates the key; it leads back to `/sign/return`. */
export const signingStarted = z.object({ signing: z.string(), redirect: z.url().optional() });
export type SigningStarted = z.infer<typeof signingStarted>;

const handedBack = z.string().min(1).max(limits.authorizationLength);
/** What the provider's page handed back (RFC 6749 §4.1.2): a code, or why there is none. */
export const completeSigningRequest = z.union([
  z.object({ state: handedBack, code: handedBack }),
  z.object({ state: handedBack, error: handedBack }),
]);
export type CompleteSigningRequest = z.infer<typeof completeSigningRequest>;
