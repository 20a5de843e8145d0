import { PdfError } from '../../errors.ts';

/** The error for data that are broken, or that readers show in different ways: such pictures are not read. */
export const broken = (message: string): PdfError => new PdfError('broken_stream', `JBIG2: ${message}`);
