import type { TrustAnchor } from '@websign/pki';
import type { AuditFlaw, AuditHead } from '../../storage/index.ts';
import { type AuditStatement, AuditTrail, readLine } from './record.ts';
import { judgeSeal, readSeal, type SealVerdict } from './seal.ts';

/** Characters of a line; a row's detail has far fewer. */
const longestLine = 4 * 1024 * 1024;

/** What is wrong with an export; `line` from 1. */
export type ExportFlaw =
  | { reason: AuditFlaw | 'anchor_differs'; sequence: number }
  /** Not a row, and not the statement at the end, as WebSign writes them. */
  | { reason: 'line'; line: number }
  | { reason: 'line_too_long'; line: number }
  /** The end is missing, or says other than the rows. */
  | { reason: 'statement_missing' | 'statement_differs' }
  | { reason: 'anchor_missing' }
  | { reason: 'seal_malformed' | 'seal_broken' };

export type ExportVerdict =
  | { ok: false; flaw: ExportFlaw }
  /** `seal` is undefined where none was given. */
  | { ok: true; statement: AuditStatement; seal: Extract<SealVerdict, { intact: true }> | undefined };

export interface ExportToCheck {
  bytes: AsyncIterable<Uint8Array>;
  /** The detached CMS over the file. */
  seal: Uint8Array | undefined;
  anchors: readonly TrustAnchor[];
  /** A row that an earlier check printed. */
  anchor: AuditHead | undefined;
}

/** Checks chain, statement and seal of an export by themselves: nothing else is asked. */
export async function checkExport({ bytes, seal, anchors, anchor }: ExportToCheck): Promise<ExportVerdict> {
  const read = seal === undefined ? undefined : readSeal(seal);
  if (seal !== undefined && read === undefined) return bad({ reason: 'seal_malformed' });
  const rows = await checkRows(bytes, anchor, (piece) => read?.digest.update(piece));
  if ('reason' in rows) return bad(rows);
  if (read === undefined) return { ok: true, statement: rows, seal: undefined };
  const verdict = await judgeSeal(read, anchors, Date.parse(rows.at));
  return verdict.intact ? { ok: true, statement: rows, seal: verdict } : bad({ reason: 'seal_broken' });
}

const bad = (flaw: ExportFlaw): ExportVerdict => ({ ok: false, flaw });

async function checkRows(
  bytes: AsyncIterable<Uint8Array>,
  anchor: AuditHead | undefined,
  told: (piece: Uint8Array) => void,
): Promise<AuditStatement | ExportFlaw> {
  const trail = new AuditTrail();
  let end: AuditStatement | undefined;
  let anchored = anchor === undefined;
  let number = 0;
  for await (const text of lines(bytes, told)) {
    number += 1;
    if (text === undefined) return { reason: 'line_too_long', line: number };
    const line = end === undefined ? readLine(text) : undefined;
    if (line === undefined) return { reason: 'line', line: number };
    if ('statement' in line) {
      end = line.statement;
      continue;
    }
    const { sequence, hash } = line.row;
    const reason = trail.follow(line.row);
    if (reason !== undefined) return { reason, sequence };
    if (sequence !== anchor?.sequence) continue;
    if (hash !== anchor.hash) return { reason: 'anchor_differs', sequence };
    anchored = true;
  }
  if (end === undefined) return { reason: 'statement_missing' };
  if (!anchored) return { reason: 'anchor_missing' };
  const expected = trail.stated(Date.parse(end.at));
  return expected !== undefined && same(expected, end) ? end : { reason: 'statement_differs' };
}

const same = (a: AuditStatement, b: AuditStatement): boolean =>
  (Object.keys(a) as (keyof AuditStatement)[]).every((key) => key === 'at' || a[key] === b[key]);

/** Lines without their ends; undefined for one that is too long, and no more after it. */
async function* lines(
  bytes: AsyncIterable<Uint8Array>,
  told: (piece: Uint8Array) => void,
): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const piece of bytes) {
    told(piece);
    const parts = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
    if (rest.length > longestLine) {
      yield undefined;
      return;
    }
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
