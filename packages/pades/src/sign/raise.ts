import { type DigestAlgorithm, embed } from '@websign/pdf';
import type { Missing } from '@websign/pki';
import { PadesError } from '../error.ts';
import type { Evidence } from '../evidence/face.ts';
import type { SignatureLevel, SignatureReport, Validation, ValidationStep } from '../report/face.ts';
import { changesAfter } from '../report/verdict.ts';
import { isEarly } from './early.ts';
import type { Addition, AdditionWish } from './prepare.ts';

/** What raising a document needs from outside. A document is told by what stands behind its original by now. */
export interface RaiseCalls {
  /** Evidence of the original with `tail` behind it. */
  evidence(tail: Uint8Array): Promise<Evidence>;
  /** The verdicts, with what authorities answer now ({@link renewing}); `alone`: by what the document holds. */
  validate(evidence: Evidence, alone?: boolean): Promise<Validation>;
  /** {@link prepareAddition} on the original with `tail` behind it. */
  prepare(tail: Uint8Array, wish: AdditionWish): Promise<Addition>;
  /** The token of a time-stamp over a digest, checked in full; rejects where none is to be had. */
  stamp(digest: Uint8Array, algorithm: DigestAlgorithm): Promise<Uint8Array>;
}

export interface RaiseOptions {
  level: 'B-T' | 'B-LT' | 'B-LTA';
  /** The field of a signature just made, which alone must be valid; without it every signature must. */
  field?: string;
}

/** What was done, in order. */
export type RaiseStep =
  /** A document time-stamp, since a signature had none. */
  | 'time_stamp'
  /** Validation data went into the document. */
  | 'validation_data'
  /** A document time-stamp over all of it. */
  | 'archive_time_stamp'
  /** The same, where there was one already. */
  | 'renewal';

export interface Raised {
  /** Everything behind the original. */
  tail: Uint8Array;
  level: SignatureLevel;
  steps: RaiseStep[];
  added: { certificates: number; ocsps: number; crls: number };
  /**
   * Some revocation data were issued before the time-stamp that they are to prove: newer ones were not to be had.
   * Strict validators ask for such; raising the document later adds them.
   */
  early: boolean;
  /** A signature permits no change (P=1), and still something was appended. */
  final: boolean;
  /** The owner of an encrypted file permits no document time-stamp: B-LT is as far as it goes. */
  restricted?: true;
}

/** Room for a token; one that is larger is asked for once more. */
const TOKEN_BYTES = 16 * 1024;
const TOKEN_DIGEST = 'SHA-256';

interface State {
  raised: Raised;
  evidence: Evidence;
  validation: Validation;
}

/**
 * Raises a signed document to `level` (EN 319 142-1 §5.4): a time-stamp where one is lacking, validation data by a
 * strict validation, a document time-stamp over both. What reaches the level already gets nothing, but for B-LTA,
 * which is renewed: newer data for the last document time-stamp, then another one. Where the owner of the file permits no
 * time-stamp B-LT is as far as it goes. `tail` is what stands behind the original by now. Throws PadesError: `unsigned`, `not_pades`, `not_valid`, `revoked`,
 * `revocation_unavailable`, `time_stamp_failed`, and what the calls reject with.
 */
export async function raise(tail: Uint8Array, options: RaiseOptions, calls: RaiseCalls): Promise<Raised> {
  const none = { certificates: 0, ocsps: 0, crls: 0 };
  const raised: Raised = { tail, level: 'B-B', steps: [], added: none, early: false, final: false };
  let state = await judged(raised, options, calls);
  if (concerned(state.validation, options).some(({ timeProven }) => !timeProven)) {
    if (!(await addTimeStamp(raised, 'time_stamp', {}, calls)))
      throw new PadesError('time_stamp_failed', 'the owner of the file permits no document time-stamp');
    state = await judged(raised, options, calls);
  }
  if (options.level === 'B-T' || (await isReached(state, options, calls))) return raised;
  if (options.level === 'B-LT') await addMaterial(state, calls);
  else if (!(await addArchive(state, options, calls))) return { ...raised, level: 'B-LT', restricted: true };
  raised.level = options.level;
  return raised;
}

/** Reads and validates what is there by now; newer revocation data are asked for where some are early. */
async function judged(raised: Raised, options: RaiseOptions, calls: RaiseCalls): Promise<State> {
  const evidence = await calls.evidence(raised.tail);
  const validation = await calls.validate(evidence);
  requireValid(validation, options);
  const reports = concerned(validation, options);
  raised.early = options.level !== 'B-T' && isEarly(reports);
  raised.level = lowest(reports);
  return { raised, evidence, validation };
}

/** The signatures whose level is raised: time-stamps of the document have none. */
function concerned({ signatures }: Validation, { field }: RaiseOptions): SignatureReport[] {
  return signatures.filter(
    (report) => report.kind !== 'timestamp' && (field === undefined || report.field === field),
  );
}

function requireValid(validation: Validation, options: RaiseOptions): void {
  const signatures = concerned(validation, options);
  if (signatures.length === 0) throw new PadesError('unsigned', 'there is no signature');
  const every = options.field === undefined;
  for (const report of every ? validation.signatures : signatures) {
    if (report.indication !== 'TOTAL-PASSED') throw refusal(report, validation.missing);
    const after = changesAfter(report.changes);
    if (after === 'other') throw new PadesError('not_valid', `${report.field}: changed after it was signed`);
    if (after === 'uncompared')
      throw new PadesError('not_valid', `${report.field}: more came after it than is compared`);
    if (report.kind !== 'timestamp' && report.level === undefined)
      throw new PadesError('not_pades', `${report.field} is no PAdES signature`);
  }
  if (every && validation.leftOut > 0)
    throw new PadesError('not_valid', 'there are more signatures than are judged');
}

function refusal(report: SignatureReport, missing: readonly Missing[]): PadesError {
  const { field, indication, subIndication = '' } = report;
  const told = `${field}: ${indication} ${subIndication}`.trimEnd();
  if (report.steps.some(isRevoked)) return new PadesError('revoked', told);
  const away = subIndication === 'TRY_LATER' && missing.length > 0;
  return new PadesError(away ? 'revocation_unavailable' : 'not_valid', told);
}

const isRevoked = ({ block, outcome, reason }: ValidationStep): boolean =>
  block === 'certificate' && outcome !== 'passed' && (reason === 'revoked' || reason === 'on_hold');

const ORDER: readonly SignatureLevel[] = ['B-B', 'B-T', 'B-LT', 'B-LTA'];
const rank = (level: SignatureLevel): number => ORDER.indexOf(level);

const lowest = (reports: readonly SignatureReport[]): SignatureLevel =>
  reports.reduce<SignatureLevel>(
    (least, { level = 'B-B' }) => (rank(level) < rank(least) ? level : least),
    'B-LTA',
  );

/**
 * B-LTA is never reached for good: asking for it renews it. B-LT is where the document's own data are not early, or no
 * newer ones are to be had.
 */
async function isReached(
  { raised, evidence }: State,
  options: RaiseOptions,
  calls: RaiseCalls,
): Promise<boolean> {
  if (options.level === 'B-LTA' || rank(raised.level) < rank(options.level)) return false;
  return raised.early || !isEarly(concerned(await calls.validate(evidence, true), options));
}

async function addMaterial({ raised, validation }: State, calls: RaiseCalls): Promise<void> {
  append(raised, await calls.prepare(raised.tail, { material: validation.used }));
}

async function addArchive(state: State, { field }: RaiseOptions, calls: RaiseCalls): Promise<boolean> {
  const { raised, validation } = state;
  const renews = field === undefined && raised.level === 'B-LTA';
  return addTimeStamp(
    raised,
    renews ? 'renewal' : 'archive_time_stamp',
    { material: validation.used },
    calls,
  );
}

/** False where the owner of the file permits no time-stamp: then the data alone were added. */
async function addTimeStamp(
  raised: Raised,
  step: RaiseStep,
  wish: AdditionWish,
  calls: RaiseCalls,
  contentsBytes = TOKEN_BYTES,
): Promise<boolean> {
  const timeStamp = { digestAlgorithm: TOKEN_DIGEST, contentsBytes } as const;
  const addition = await calls.prepare(raised.tail, { ...wish, timeStamp });
  const prepared = addition.timeStamp;
  if (addition.restricted === true) {
    append(raised, addition);
    return false;
  }
  if (prepared === undefined) throw new PadesError('time_stamp_failed', 'no time-stamp was prepared');
  const token = await stamped(() => calls.stamp(prepared.digest, prepared.digestAlgorithm));
  if (token.length > contentsBytes) {
    if (contentsBytes > TOKEN_BYTES) throw new PadesError('time_stamp_too_large', `${token.length} octets`);
    // Another one may be a little larger.
    return addTimeStamp(raised, step, wish, calls, token.length + 4096);
  }
  append(raised, addition, embed(prepared, token));
  raised.steps.push(step);
  return true;
}

async function stamped(stamp: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await stamp();
  } catch (cause) {
    throw new PadesError('time_stamp_failed', 'no valid time-stamp is to be had', { cause });
  }
}

function append(raised: Raised, { store, final }: Addition, timeStamp: Uint8Array = new Uint8Array()): void {
  const parts = [raised.tail, store?.tail ?? new Uint8Array(), timeStamp];
  const tail = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    tail.set(part, at);
    at += part.length;
  }
  if (store !== undefined && store.tail.length > 0) {
    raised.steps.push('validation_data');
    const { added } = raised;
    raised.added = {
      certificates: added.certificates + store.added.certificates,
      ocsps: added.ocsps + store.added.ocsps,
      crls: added.crls + store.added.crls,
    };
  }
  raised.final ||= final && tail.length > raised.tail.length;
  raised.tail = tail;
}
