import {
  documentAnswer,
  finding,
  leftOut,
  type Placement,
  pageSize,
  placement,
  rect,
  standard,
} from '@websign/contract';
import type {
  Addition,
  AdditionWish,
  Evidence,
  Grounds,
  Standing,
  StandingInput,
  Validation,
} from '@websign/pades';
import type { Occupancy, Prepared, ReportText, SignatureOptions } from '@websign/pdf';
import type { Material, TimeStampRequest } from '@websign/pki';
import type { ListExpectation, TrustedList } from '@websign/trust';
import { z } from 'zod';
import { SandboxError } from './error.ts';
import type { ByteSource } from './frame.ts';
import type { Lease } from './lease.ts';
import { list } from './list.ts';
import { NOBODYS, type Sandbox } from './pool.ts';
import type { Place } from './queue.ts';
import { pivotsAnswer, trustedListAnswer } from './trusted-list.ts';
import { evidenceAnswer, standingAnswer, validationAnswer } from './validation.ts';

const bytes = z.instanceof(Uint8Array);

/** Where something stands on a page (`Occupancy` of the engine). */
const occupancy: z.ZodType<Occupancy> = z
  .object({
    page: z.number().int().min(1),
    columns: z.number().int().min(1).max(256),
    rows: z.number().int().min(1).max(256),
    taken: bytes,
    cause: z.enum(['picture', 'unreadable']).nullable(),
  })
  .refine(({ columns, rows, taken }) => taken.length === Math.ceil((columns * rows) / 8));

/** What one reading of a document tells. Children may be in strangers' hands: their answers are checked. */
export const examination = z.object({
  pages: z.number().int().min(0),
  pageSizes: list(pageSize),
  facts: list(finding.omit({ id: true, verdict: true }).extend({ superseded: z.boolean().optional() })),
  /** For judging its signatures; null where it has none. */
  evidence: evidenceAnswer.nullable(),
  emptyFields: list(documentAnswer.shape.emptyFields.element),
  /** Where signatures are seen. */
  boxes: list(z.object({ page: z.number().int(), rect })),
  /** Of the first page and of the last. */
  occupancies: list(occupancy, 2),
  /** What it claims to conform to, and whether a new signature that is seen leaves it so. */
  standards: list(standard, 2),
  visibleKeepsStandards: z.boolean(),
  /** SGN-6. */
  locked: z.boolean(),
  /** Why its encryption, or its owner's permissions, let nothing be signed in it. */
  protection: z.enum(['encrypted', 'broken_object', 'restricted']).nullable(),
  /** Whether its owner permits copies: one is another document in the clear. */
  copyable: z.boolean(),
});
export type Examination = z.infer<typeof examination>;

/** A visible signature as it would be made. */
const foresight = z.object({
  /** The field that it would fill because the document takes no new one, with its fully qualified name; else null. */
  field: z.object({ name: z.string(), placement }).nullable(),
  /** Whether it would have its opaque ground there, or else at the place that was asked about. */
  opaque: z.boolean(),
});
export type Foresight = z.infer<typeof foresight>;

const offset = z.number().int().min(0);
const prepared = z.object({
  baseSha256: z.string().regex(/^[0-9a-f]{64}$/),
  baseLength: offset,
  tail: bytes,
  byteRange: z.tuple([offset, offset, offset, offset]),
  slot: z.object({ offset, length: offset }),
  digest: bytes,
  digestAlgorithm: z.enum(['SHA-256', 'SHA-384', 'SHA-512']),
  /** Fully qualified name of the field that is signed. */
  field: z.string(),
});

const addition: z.ZodType<Addition> = z.object({
  store: prepared
    .pick({ baseSha256: true, baseLength: true, tail: true })
    .extend({ added: z.object({ certificates: offset, ocsps: offset, crls: offset }) })
    .exactOptional(),
  timeStamp: prepared.exactOptional(),
  restricted: z.literal(true).exactOptional(),
  final: z.boolean(),
});

/** A safe copy with what it leaves out (`SafeCopy` of the engine), placed on the pages as they are shown. */
const safeCopy = z.object({ bytes, leftOut: list(leftOut, 2000) });
export type SafeCopyAnswer = z.infer<typeof safeCopy>;

/** Options of a signature; the font is the child's own. */
export type SignatureWish = Omit<SignatureOptions, 'visible'> & {
  visible?: Omit<NonNullable<SignatureOptions['visible']>, 'font'>;
};

export interface TimeStampCheck {
  response: Uint8Array;
  request: TimeStampRequest;
  /** DER. */
  anchors: readonly Uint8Array[];
  /** Epoch milliseconds. */
  at: number;
}
const timeStamp = z.object({ token: bytes, genTime: z.number() });

/** A document's evidence with what was fetched for it, and on what its judgement rests. */
export interface ValidationInput {
  evidence: Evidence;
  material: Material;
  grounds: Grounds;
}

/** Whose standing is asked for, with what was fetched for it. */
export interface StandingQuestion extends StandingInput {
  material: Material;
  grounds: Grounds;
}

/** What is done with strangers' bytes, each in a sandboxed child; all reject with {@link SandboxError}. */
export interface Engine {
  examine(document: ByteSource): Promise<Examination>;
  /** Where something stands on one page. */
  occupancy(document: ByteSource, page: number): Promise<Occupancy>;
  /** Where a visible signature that is wanted there would stand, and whether it would have its ground. */
  foresee(document: ByteSource, wanted: Placement): Promise<Foresight>;
  prepare(document: ByteSource, wish: SignatureWish): Promise<Prepared>;
  /** Validation data and a document time-stamp behind a signed document. */
  prepareAddition(document: ByteSource, wish: AdditionWish): Promise<Addition>;
  /** A new whole PDF of the pages as they are shown (CPY-1). */
  copy(document: ByteSource): Promise<SafeCopyAnswer>;
  /** A report as a PDF: what it says comes from strangers' files. */
  report(text: ReportText): Promise<Uint8Array>;
  /** The token of an answer that passes every check of RFC 3161. */
  checkTimeStamp(check: TimeStampCheck): Promise<{ token: Uint8Array; genTime: number }>;
  /** What a trusted list says, once its signature is verified. */
  trustedList(list: Uint8Array, expectation: ListExpectation): Promise<TrustedList>;
  /** Where a list of lists says that its pivots are; nothing is verified. */
  pivots(list: Uint8Array): Promise<string[]>;
  /** What a document gives for judging its signatures; rectangles in points of the page as it is shown. */
  evidence(document: ByteSource): Promise<Evidence>;
  /** How certificates stand before they are used. */
  standing(input: StandingQuestion): Promise<Standing>;
  /** The verdicts that evidence and material allow. */
  validate(input: ValidationInput): Promise<Validation>;
  /** The same at another place in the queue. */
  at(place: Partial<Place>): Engine;
  /** An engine whose jobs have one child together, for one document only; whoever opens it ends it. */
  open(): OpenedEngine;
  /** Whether children that start now are copies of a template: they cost little to start. */
  copying(): boolean;
  /** Opens one for as long as `work` lasts. */
  together<T>(work: (engine: Engine) => Promise<T>): Promise<T>;
}

export interface OpenedEngine {
  engine: Engine;
  end(): void;
}

/** The engine in the children of `sandbox`, whose jobs are those of `jobs.ts`. */
export function sandboxedEngine(sandbox: Sandbox, place = NOBODYS): Engine {
  return engineOf((job, input) => sandbox.run(job, input, place), {
    at: (other) => sandboxedEngine(sandbox, { ...place, ...other }),
    open() {
      const lease = sandbox.open(place);
      return { engine: leasedEngine(sandbox, lease, place), end: () => lease.end() };
    },
    copying: () => sandbox.copying(),
  });
}

/** Its child is the document's already, whoever opens one of it. */
function leasedEngine(sandbox: Pick<Sandbox, 'copying'>, lease: Pick<Lease, 'run'>, place: Place): Engine {
  const engine: Engine = engineOf((job, input) => lease.run(job, input, place), {
    at: (other) => leasedEngine(sandbox, lease, { ...place, ...other }),
    open: () => ({ engine, end: () => {} }),
    copying: () => sandbox.copying(),
  });
  return engine;
}

function engineOf(
  perform: (job: string, input: unknown) => Promise<unknown>,
  ways: Pick<Engine, 'at' | 'open' | 'copying'>,
): Engine {
  const run = async <T>(job: string, input: unknown, answer: z.ZodType<T>): Promise<T> => {
    const checked = answer.safeParse(await perform(job, input));
    if (!checked.success) throw new SandboxError('crashed', 'answer', { cause: checked.error });
    return checked.data;
  };
  return {
    examine: (document) => run('examine', { document }, examination),
    occupancy: (document, page) => run('occupancy', { document, page }, occupancy),
    foresee: (document, wanted) => run('foresee', { document, wanted }, foresight),
    prepare: (document, wish) => run('prepare', { document, wish }, prepared),
    prepareAddition: (document, wish) => run('prepareAddition', { document, wish }, addition),
    copy: (document) => run('copy', { document }, safeCopy),
    report: (text) => run('report', text, bytes),
    checkTimeStamp: (check) => run('checkTimeStamp', check, timeStamp),
    trustedList: (list, expectation) => run('trustedList', { list, expectation }, trustedListAnswer),
    pivots: (list) => run('pivots', { list }, pivotsAnswer),
    evidence: (document) => run('evidence', { document }, evidenceAnswer),
    validate: (input) => run('validate', input, validationAnswer),
    standing: (input) => run('standing', input, standingAnswer),
    async together(work) {
      const { engine, end } = ways.open();
      try {
        return await work(engine);
      } finally {
        end();
      }
    },
    ...ways,
  };
}
