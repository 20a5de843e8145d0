import type { ErrorCode, Finding, UploadAnswer, UploadError, UploadedFile } from '@websign/contract';
import { copiedRefusals, errorCodes } from '@websign/contract';
import { idOf, script } from './documents.ts';

const nothingFound: UploadError = {
  has_js: false,
  fields_inconsistencies: false,
  hide_and_replace_suspicious: false,
  non_empty_hidden_texts: false,
  layers: [],
  has_signatures: false,
  signatures: [],
  valid_signatures: 0,
};

/** A file that was taken; it is the document of that number. */
export const taken = (number: number, name: string, findings: Finding[] = []): UploadedFile => ({
  name,
  id: idOf(number),
  record: idOf(number),
  status: 'success',
  code: null,
  message: '',
  error: nothingFound,
  findings,
  copyable: false,
});

/** A file that was refused for `code`; its row in the history has that number. */
export const refused = (
  number: number,
  name: string,
  code: ErrorCode,
  findings: Finding[] = [],
): UploadedFile => ({
  name,
  id: null,
  record: idOf(number),
  status: 'error',
  code,
  message: errorCodes[code].message,
  error: { ...nothingFound, has_js: findings.some(({ kind }) => kind === 'javascript') },
  findings,
  copyable: copiedRefusals.has(code),
});

/** A file with a script behind a link. */
export const withScript = (number: number, name: string): UploadedFile =>
  refused(number, name, 'security_issues', [script]);

/** What the service says of all files of a request: of the first that was refused, where one was. */
export function uploadOf(...documents: UploadedFile[]): UploadAnswer {
  const bad = documents.find(({ status }) => status === 'error');
  return {
    status: bad ? 'error' : 'success',
    document: bad ? null : (documents[0]?.id ?? null),
    message: bad?.message ?? '',
    code: bad?.code ?? null,
    error: bad?.error ?? nothingFound,
    documents,
  };
}
