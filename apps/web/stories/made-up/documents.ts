import type { DocumentAnswer, Finding, GroupAnswer, SignatureSummary } from '@websign/contract';
import { signer } from './people.ts';

const A4 = { width: 595, height: 842, rotate: 0 };
const GROUP = '1795426200000';

export const idOf = (number: number): string => `story-document-${String(number).padStart(9, '0')}`;
const sumOf = (number: number): string => String(number % 10).repeat(64);

/** The document of that number, a letter of two A4 pages that may be signed; `changes` are what the story is about. */
export const documentOf = (
  number: number,
  name: string,
  changes: Partial<DocumentAnswer> = {},
): DocumentAnswer => ({
  id: idOf(number),
  name,
  size: 48_213 + number * 1024,
  checksum: sumOf(number),
  originalChecksum: sumOf(number),
  groupId: GROUP,
  state: 'ready',
  pages: 2,
  pageSizes: [A4, A4],
  findings: [],
  signatures: [],
  emptyFields: [],
  standards: [],
  visibleKeepsStandards: true,
  raising: false,
  origin: null,
  uploadedAt: '2026-11-23T09:28:00Z',
  signedAt: null,
  keptUntil: '2026-11-24T09:28:00Z',
  originalKeptUntil: '2026-11-24T09:28:00Z',
  ...changes,
});

export const signature: SignatureSummary = {
  field: 'Signature1',
  kind: 'signature',
  signer: `${signer.Surname} ${signer.Name}`,
  signedAt: '2026-11-23T09:30:12Z',
  integrity: 'intact',
  indication: 'TOTAL-PASSED',
  changesAfter: 'none',
  level: 'B-LT',
};

/** The same document after it was signed here. */
export const signedOf = (document: DocumentAnswer): DocumentAnswer => ({
  ...document,
  state: 'signed',
  checksum: 'f'.repeat(64),
  signatures: [...document.signatures, signature],
  signedAt: '2026-11-23T09:30:12Z',
  keptUntil: '2026-12-23T09:30:12Z',
});

export const groupOf = (documents: DocumentAnswer[]): GroupAnswer => ({ groupId: GROUP, documents });

/** A link that runs a script, at the top of the second page. */
export const script: Finding = {
  id: 'javascript-1',
  kind: 'javascript',
  verdict: 'refuse',
  page: 2,
  rect: [72, 770, 340, 800],
  object: 7,
  revision: 1,
};

/** White words on white paper, once on each page. */
export const whiteWords: Finding[] = [
  {
    id: 'same-colour-1',
    kind: 'same_colour_text',
    verdict: 'warn',
    page: 1,
    rect: [72, 497, 190, 512],
    revision: 1,
    excerpt: 'The fee is 900 euro',
  },
  {
    id: 'same-colour-2',
    kind: 'same_colour_text',
    verdict: 'warn',
    page: 2,
    rect: [72, 297, 225, 312],
    revision: 1,
    excerpt: 'The signer waives every claim',
  },
];
