import { PdfError } from '../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import type { PdfPorts } from '../ports.ts';
import { Budget } from './budget.ts';
import { readHeader, readSections, readStartXref } from './chain.ts';
import { readEncryption } from './encryption/index.ts';
import { EntryStore } from './entries.ts';
import { decodeStream } from './filters.ts';
import { refuseAmbiguousHybrid } from './hybrid.ts';
import { Pdf } from './pdf.ts';
import { integerEntry, type ReadStream, type Section } from './sections.ts';

/**
 * Opens a PDF: header, cross-reference sections, catalog. Nothing else is read; what is wrong is refused by a
 * code, and never repaired. An encrypted file opens where its user password is empty. Throws only {@link PdfError}. The bytes must not change while the `Pdf` is in use.
 * `shared` is the budget of a file that holds this one.
 */
export function openPdf(
  bytes: Uint8Array,
  ports: PdfPorts,
  limits: Partial<Limits> = {},
  shared?: Budget,
): Pdf {
  const bounds: Limits = { ...DEFAULT_LIMITS, ...limits };
  if (bytes.length > bounds.fileBytes) throw new PdfError('too_large', 'The file is too large');
  const version = readHeader(bytes);
  const startXref = readStartXref(bytes, bounds);
  const store = new EntryStore(bounds);
  const budget = shared ?? new Budget(bounds, bytes.length);
  const readStream = xrefStreamReader(bytes, ports, bounds, budget);
  const sections = readSections(bytes, startXref, store, bounds, readStream);
  const parts = { bytes, ports, limits: bounds, version, store, budget, sections, startXref };
  const plain = new Pdf(parts);
  const pdf = isEncrypted(sections) ? new Pdf({ ...parts, encryption: readEncryption(plain) }) : plain;
  refuseAmbiguousHybrid(pdf);
  checkCatalog(pdf);
  return pdf;
}

/** Cross-reference streams are read before any object can be looked up: their entries are direct. */
function xrefStreamReader(bytes: Uint8Array, ports: PdfPorts, limits: Limits, budget: Budget): ReadStream {
  return (stream) => {
    const length = integerEntry(stream.dict, 'Length') ?? -1;
    const end = stream.dataStart + length;
    if (length < 0 || end > bytes.length) {
      throw new PdfError('broken_xref', 'The length of a cross-reference stream is wrong');
    }
    const data = bytes.subarray(stream.dataStart, end);
    return decodeStream(stream.dict, data, { ports, limits, budget, resolve: (value) => value });
  };
}

/** The newest trailer decides, as in every reader; one that drops the older ones' /Encrypt is refused. */
function isEncrypted(sections: readonly Section[]): boolean {
  // ISO/TS 32004: a message authentication code over the whole file breaks with any update.
  if (sections.some(({ trailer }) => trailer.entries.has('AuthCode'))) {
    throw new PdfError('encrypted_mac', 'The file is protected by a MAC');
  }
  const protections = sections.map(({ trailer }) => trailer.entries.get('Encrypt'));
  const [newest] = protections;
  if (newest === undefined && protections.some((one) => one !== undefined)) {
    throw new PdfError('encrypted', 'An update of the file takes its encryption away');
  }
  return newest !== undefined;
}

function checkCatalog(pdf: Pdf): void {
  const { catalog } = pdf;
  if (pdf.dict(catalog.entries.get('Pages')) === undefined) {
    throw new PdfError('broken_pages', 'The catalog names no pages');
  }
  const form = pdf.dict(catalog.entries.get('AcroForm'));
  const dynamic = pdf.boolean(catalog.entries.get('NeedsRendering')) === true;
  if (dynamic && form?.entries.has('XFA')) {
    throw new PdfError('dynamic_xfa', 'The pages of this file are made by an XFA form');
  }
}
