import { PdfError } from '../../errors.ts';

/** Data that make no sense, or of which readers make different pictures: of those nothing is read. */
export const broken = (message: string): PdfError => new PdfError('broken_stream', `JBIG2: ${message}`);
