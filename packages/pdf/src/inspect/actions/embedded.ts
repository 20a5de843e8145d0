import { readable } from '../../errors.ts';
import type { PdfStream, PdfValue } from '../../syntax/values.ts';
import { fileNames } from './address.ts';
import type { Rule } from './met.ts';
import { nameOf } from './text.ts';

/** /EF of a file specification: an embedded file (§7.11.4). */
export const embeddedFile: Rule = ({ pdf, dict, gathered, report }, value) => {
  const files = readable(() => pdf.dict(value))?.entries.values() ?? [];
  const streams = [...files].map((file) => readable(() => pdf.resolve(file)));
  gathered.attachments.add(pdf, fileNames(pdf, dict), streams.filter(isStream), report);
};

/** /Type /EmbeddedFile. */
export const looseFile: Rule = ({ pdf, stream, gathered, report }, value) => {
  if (stream !== undefined && nameOf(pdf, value) === 'EmbeddedFile')
    gathered.attachments.loose(pdf, stream, report);
};

const isStream = (value: PdfValue | undefined): value is PdfStream => value?.type === 'stream';
