import { z } from 'zod';
import { type AuditFlaw, type AuditHead, type AuditRow, auditFlaw, canonical } from '../../storage/index.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const sequence = z.number().int().min(1);

/** One row of the audit log as a line of an export: canonical JSON (RFC 8785). */
const row = z.strictObject({
  sequence,
  at: z.number().int(),
  kind: z.string(),
  accountId: z.string().nullable(),
  documentId: z.string().nullable(),
  detail: z.unknown(),
  previous: hash,
  hash,
});

/** What the last line says of all lines before it. */
const statement = z.strictObject({
  statement: z.strictObject({
    /** Always `audit`. */
    of: z.literal('audit'),
    first: sequence,
    last: sequence,
    count: sequence,
    /** Of the row before the first. */
    previous: hash,
    /** Of the last row: the anchor for the next check. */
    hash,
    /** When the export was made, UTC. */
    at: z.iso.datetime(),
  }),
});
export type AuditStatement = z.infer<typeof statement>['statement'];

export const rowLine = (row: AuditRow): string => `${canonical({ ...row })}\n`;
export const statementLine = (statement: AuditStatement): string => `${canonical({ statement })}\n`;

/** A line as it was read; undefined where it is neither, or not written as WebSign writes it. */
export function readLine(text: string): { row: AuditRow } | { statement: AuditStatement } | undefined {
  const value = parsed(text);
  const said = statement.safeParse(value);
  if (said.success) return canonical(said.data) === text ? said.data : undefined;
  const read = row.safeParse(value);
  if (!read.success) return undefined;
  const { detail = null } = read.data;
  const whole: AuditRow = { ...read.data, detail };
  return canonical({ ...whole }) === text ? { row: whole } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Follows rows one by one; what it holds does not grow with them. */
export class AuditTrail {
  #first: AuditRow | undefined;
  #head: AuditHead | undefined;

  /** Why the row does not follow; of the first one only its own hash is known to be right. */
  follow(row: AuditRow): AuditFlaw | undefined {
    const head = this.#head ?? { sequence: row.sequence - 1, hash: row.previous };
    const flaw = auditFlaw(head, row);
    if (flaw !== undefined) return flaw;
    this.#first ??= row;
    this.#head = { sequence: row.sequence, hash: row.hash };
    return undefined;
  }

  /** What is said of all rows that followed; undefined where there was none. */
  stated(at: number): AuditStatement | undefined {
    if (this.#first === undefined || this.#head === undefined) return undefined;
    const { sequence: first, previous } = this.#first;
    const { sequence: last, hash } = this.#head;
    const count = last - first + 1;
    return { of: 'audit', first, last, count, previous, hash, at: new Date(at).toISOString() };
  }
}
