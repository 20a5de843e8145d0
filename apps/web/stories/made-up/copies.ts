import type { CopyOrigin, DocumentAnswer, LeftOut } from '@websign/contract';
import type { Answers } from '../world/answers.ts';
import { documentOf, idOf } from './documents.ts';
import { copied, form } from './papers.ts';
import { serviceWith } from './service.ts';

/** The refused form, and its safe copy. */
export const ORIGIN = 'αίτηση με κώδικα.pdf';
const COPY = 'αίτηση με κώδικα_αντίγραφο.pdf';

export const leftOut: LeftOut[] = [
  { kind: 'action', detail: 'OpenAction' },
  { kind: 'attachment', detail: 'πίνακας δαπανών.xlsx' },
  { kind: 'attachment', detail: 'παράρτημα.docx' },
  { kind: 'earlier_revision' },
  { kind: 'field_drawn', page: 1, rect: [120, 592, 321, 615], detail: 'Eleni Papadopoulou' },
  { kind: 'field_hidden', page: 1, detail: 'κωδικός_υπηρεσίας' },
  { kind: 'script', page: 2, rect: [66, 752, 330, 782], detail: 'app.alert(1)' },
  { kind: 'hidden_text', page: 2, rect: [72, 640, 250, 654], detail: 'The fee is 900 euro' },
];

export const origin: CopyOrigin = {
  document: idOf(9),
  name: ORIGIN,
  checksum: '9'.repeat(64),
  leftOut,
};

export const copy: DocumentAnswer = documentOf(5, COPY, { origin });

/** A service with the copy and these; `original` is the uploaded file that it was made of. */
export function serviceOfCopy(
  others: DocumentAnswer[] = [],
  original: Answers['GET /api/documents/:id/file'] = form,
  now: DocumentAnswer = copy,
): Answers {
  return {
    ...serviceWith([...others, now]),
    'GET /api/documents/:id/file': (asked) => {
      if (asked.id !== origin.document) return copied;
      return typeof original === 'function' ? original(asked) : (original ?? form);
    },
    'POST /api/documents/:id/safe_copy': { document: copy.id },
  };
}
