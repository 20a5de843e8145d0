import type { DocumentAnswer, UploadError } from '@websign/contract';

/** A document of two A4 pages as the server tells it, named by a letter; `changes` are what the test is about. */
export const sampleDocument = (letter: string, changes: Partial<DocumentAnswer> = {}): DocumentAnswer => ({
  id: letter.repeat(24),
  name: `${letter}.pdf`,
  size: 10,
  checksum: letter.repeat(64),
  originalChecksum: letter.repeat(64),
  groupId: '1',
  state: 'ready',
  pages: 2,
  pageSizes: [
    { width: 595, height: 842, rotate: 0 },
    { width: 595, height: 842, rotate: 0 },
  ],
  findings: [],
  signatures: [],
  emptyFields: [],
  standards: [],
  visibleKeepsStandards: true,
  raising: false,
  origin: null,
  uploadedAt: '2026-11-21T10:00:00Z',
  signedAt: null,
  keptUntil: '2026-12-21T10:00:00Z',
  originalKeptUntil: '2026-11-22T10:00:00Z',
  ...changes,
});

/** What the checks say of a file in which they found nothing (UP-6). */
export const nothingFound: UploadError = {
  has_js: false,
  fields_inconsistencies: false,
  hide_and_replace_suspicious: false,
  non_empty_hidden_texts: false,
  layers: [],
  has_signatures: false,
  signatures: [],
  valid_signatures: 0,
};
