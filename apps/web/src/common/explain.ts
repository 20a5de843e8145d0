import type { ErrorCode, UploadError } from '@websign/contract';
import type { TFunction } from 'i18next';

type Translate = TFunction;

/** The three texts of the upload widget (UP-10), letter by letter. */
export const widgetTexts = {
  status: (statusCode: number) => `Server responded with ${statusCode} code.`,
  invalidJson: 'Invalid JSON response from server.',
  canceled: 'Upload canceled.',
  offline: 'No answer from server.',
} as const;

export type UploadText =
  | 'fileTooBig'
  | 'totalTooBig'
  | 'fileType'
  | 'security'
  | 'javascript'
  | 'withSignatures'
  | 'validity'
  | 'canceled'
  | 'statusCode'
  | 'invalidJson'
  | 'offline';

/** What to show for a failed upload: a text of the catalogue, a code's text, or the raw message (MAP-9). */
export type Explanation =
  | { text: UploadText; statusCode?: number; security: boolean }
  | { code: ErrorCode; security: boolean }
  | { raw: string; security: boolean };

function explainSecurity(error: UploadError | null): UploadText {
  if (!error) return 'security';
  const suspicious =
    error.fields_inconsistencies ||
    error.hide_and_replace_suspicious ||
    error.non_empty_hidden_texts ||
    error.layers.length > 0;
  if ((error.has_js || suspicious) && error.has_signatures) return 'withSignatures';
  if (error.has_js) return 'javascript';
  if (suspicious) return 'security';
  return error.signatures.length > 0 && error.valid_signatures < error.signatures.length
    ? 'validity'
    : 'security';
}

const statusText = new RegExp(`^${widgetTexts.status(0).replace('0', '(\\d+)').replace('.', '\\.')}$`);

/** MAP-1 to MAP-10, tried in the order 1, 2, 3, 10, 4, 9, by substring of the message. */
export function explain(message: string, error: UploadError | null, code: ErrorCode | null): Explanation {
  const plain = (text: UploadText) => ({ text, security: false });
  if (message.includes('File is too big')) return plain('fileTooBig');
  if (message.includes('upload files of this type')) return plain('fileType');
  if (message.includes('Request Entity Too Large')) return plain('fileType');
  if (message.includes('Total upload size is too big')) return plain('totalTooBig');
  if (message.includes('Document has security issues'))
    return { text: explainSecurity(error), security: true };
  if (message === widgetTexts.canceled) return plain('canceled');
  if (message === widgetTexts.invalidJson) return plain('invalidJson');
  if (message === widgetTexts.offline) return plain('offline');
  const status = statusText.exec(message);
  if (status) return { text: 'statusCode', statusCode: Number(status[1]), security: false };
  return code ? { code, security: false } : { raw: message, security: false };
}

/** The text of the catalogue that explains it, where one does. */
export const catalogueText = (what: Explanation | { refusal: string }): UploadText | null =>
  'text' in what ? what.text : null;

/** The words for an explanation, as text. */
export function explanationText(t: Translate, what: Explanation): string {
  if ('code' in what) return t(`errors.${what.code}`);
  if ('raw' in what) return what.raw;
  return t(`upload.errors.${what.text}`, { statusCode: what.statusCode ?? 0 });
}
