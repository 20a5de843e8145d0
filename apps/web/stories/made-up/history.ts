import type { HistoryAnswer, HistoryDetail, HistoryRow } from '@websign/contract';
import { copy, leftOut, origin } from './copies.ts';
import { idOf, script, signature } from './documents.ts';
import { signer } from './people.ts';

const rowOf = (number: number, filename: string, changes: Partial<HistoryRow> = {}): HistoryRow => ({
  id: idOf(number),
  groupId: '1795426200000',
  filename,
  size: 48_213 + number * 1024,
  security: 'passed',
  validity: 'none',
  checks: { info: 0, warn: 0, refuse: 0 },
  checksum: String(number % 10).repeat(64),
  uploaded_at: '2026-11-23T09:28:00Z',
  signed_at: null,
  signed: false,
  state: 'ready',
  origin: null,
  ...changes,
});

const signedRow = rowOf(1, 'αίτηση.pdf', {
  signed: true,
  signed_at: '2026-11-23T09:30:12Z',
  state: 'signed',
});
const refusedRow = rowOf(9, 'αίτηση με κώδικα.pdf', {
  security: 'refused',
  state: 'refused',
  checks: { info: 0, warn: 0, refuse: 1 },
});

/** A safe copy of the refused file. */
const copyRow = rowOf(5, copy.name, { origin });

export const rows: HistoryAnswer = {
  rows: [
    signedRow,
    rowOf(2, 'σύμβαση.pdf', { security: 'warning', checks: { info: 1, warn: 2, refuse: 0 } }),
    rowOf(3, 'πρακτικό.pdf', { validity: 'valid' }),
    copyRow,
    refusedRow,
  ],
  total: 5,
};

const detailOf = (row: HistoryRow, changes: Partial<HistoryDetail> = {}): HistoryDetail => ({
  row,
  refusal: null,
  copyable: false,
  leftOut: [],
  findings: [],
  signatures: [],
  versions: [],
  sends: [],
  kept_until: '2026-12-23T09:30:12Z',
  original_kept_until: '2026-11-24T09:28:00Z',
  current_kept: true,
  original_kept: true,
  ...changes,
});

export const signedDetail = detailOf(signedRow, {
  signatures: [signature],
  versions: [
    {
      number: 1,
      size: 61_440,
      checksum: 'f'.repeat(64),
      signed_at: '2026-11-23T09:30:12Z',
      level: 'B-LT',
      certificate_serial: signer.Serial,
      key_provider: 'software',
      reason: 'Έγκριση',
      title: '',
      visible: true,
    },
  ],
  sends: [
    {
      to: 'onoma@example.gr',
      copy: true,
      asked_at: '2026-11-23T09:30:12Z',
      settled_at: '2026-11-23T09:30:13Z',
      state: 'sent',
      failure: null,
    },
  ],
});

export const refusedDetail = detailOf(refusedRow, {
  refusal: { code: 'security_issues', message: 'Document has security issues', error: null },
  findings: [script],
  copyable: true,
  current_kept: false,
});

export const copyDetail = detailOf(copyRow, { leftOut });
