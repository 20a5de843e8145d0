import { PdfError } from '../../errors.ts';

/** A JPEG 2000 picture that breaks off or makes no sense, or that is of a kind that is not read. */
export const unread = (why: string): PdfError => new PdfError('broken_stream', `JPEG 2000: ${why}`);
