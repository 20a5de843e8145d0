import { PdfError, readable } from '../errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import type { PdfPorts } from '../ports.ts';
import { Budget } from './budget.ts';
import { concat, latin1, skipWhite } from './bytes.ts';
import { layOnTop, readHeader, readSections, readStartXref } from './chain.ts';
import { readEncryption } from './encryption/index.ts';
import { keepsEncryption } from './encryption/kept.ts';
import { EntryStore } from './entries.ts';
import { decodeStream } from './filters.ts';
import { refuseAmbiguousHybrid } from './hybrid.ts';
import { Parser } from './parser.ts';
import { Pdf } from './pdf.ts';
import { refuseRepeated } from './repeated.ts';
import { integerEntry, type ReadStream, type Section } from './sections.ts';
import { type PdfValue, raw } from './values.ts';
import { namesLike } from './words.ts';

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
  refuseRepeated(pdf);
  refuseAmbiguousHybrid(pdf);
  checkCatalog(pdf);
  refuseOtherFirstPage(pdf);
  return pdf;
}

/**
 * Readers take a file whose first object says that it is linearized, and as long as it is (Annex F.3.2), by the section
 * behind that object, and its first page by the number that it gives. Throws `broken_xref` where that is not the newest
 * section, or another page, or where we cannot read that object.
 */
function refuseOtherFirstPage(pdf: Pdf): void {
  const { bytes, limits, startXref } = pdf;
  const parser = new Parser(bytes, 0, limits);
  const value = readable(() => {
    const isObject = parser.integer() >= 0 && parser.integer() >= 0 && parser.keyword('obj');
    return isObject ? parser.value() : undefined;
  });
  if (value === undefined && saysLinearized(bytes))
    throw new PdfError('broken_xref', 'The linearization parameters cannot be read');
  if (value?.type !== 'dict' || !value.entries.has('Linearized')) return;
  const { entries, hidden = [] } = value;
  const lengths = [entries.get('L'), ...hidden];
  if (!lengths.some((length) => length?.type === 'number' && length.value === bytes.length)) return;
  const closed = readable(() => parser.keyword('endobj')) === true;
  const isNewest = closed && skipWhite(bytes, startXref) === skipWhite(bytes, parser.pos);
  const isFirst = integerEntry(value, 'O') === firstPage(pdf) && (integerEntry(value, 'P') ?? 0) === 0;
  if (!isNewest || !isFirst || hidden.length > 0)
    throw new PdfError('broken_xref', 'The linearization parameters name another section or page');
}

/** Whether that name stands anywhere: readers make a dictionary of a first object that is none to us. */
const saysLinearized = (bytes: Uint8Array): boolean =>
  namesLike(bytes, ['Linearized'], 0, bytes.length).next().done !== true;

/** Nodes of the page tree above its first page. */
const MOST_NODES = 64;

/** The number of the first page, where it is the first kid of first kids. */
function firstPage(pdf: Pdf): number | undefined {
  let node: PdfValue | undefined = pdf.catalog.entries.get('Pages');
  for (let depth = 0; depth < MOST_NODES; depth++) {
    const [kid] = pdf.array(pdf.dict(node)?.entries.get('Kids'))?.items ?? [];
    if (kid === undefined) return node?.type === 'ref' ? node.number : undefined;
    node = kid;
  }
  return undefined;
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
    const after = new Parser(bytes, end, limits);
    if (!after.keyword('endstream') || !after.keyword('endobj'))
      throw new PdfError('broken_xref', 'A cross-reference stream does not end where it says');
    const broken = (): never => {
      throw new PdfError('broken_xref', 'The data of a cross-reference stream make no sense in places');
    };
    return decodeStream(stream.dict, data, { ports, limits, budget, resolve: (value) => value, broken });
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

/**
 * The file with `tail` behind it, of which only that is read: an update or several that were made for this very
 * file. What was digested of it goes on from there. Throws as {@link openPdf} does.
 */
export function reopen(pdf: Pdf, tail: Uint8Array): Pdf {
  if (tail.length === 0) return pdf;
  const { ports, limits, version, encryption } = pdf;
  const bytes = concat([pdf.bytes, tail]);
  if (bytes.length > limits.fileBytes) throw new PdfError('too_large', 'The file is too large');
  const startXref = readStartXref(bytes, limits);
  const store = pdf.store.copy();
  const budget = new Budget(limits, bytes.length);
  const readStream = xrefStreamReader(bytes, ports, limits, budget);
  const newer = readSections(bytes, startXref, store, limits, readStream, pdf.startXref);
  if (newer.length === 0 || newer.some(({ offset }) => offset < pdf.bytes.length)) {
    throw new PdfError('broken_xref', 'What was appended is no update of the file');
  }
  const sections = [...newer, ...pdf.sections];
  if (sections.length > limits.sections) {
    throw new PdfError('too_many_revisions', 'The file has too many cross-reference sections');
  }
  if (isEncrypted(sections) !== (encryption !== undefined))
    throw new PdfError('encrypted', 'The update encrypts the file');
  const laid = layOnTop(pdf, newer, store);
  const parts = { bytes, ports, limits, version, store, budget, sections, startXref, laid, before: pdf };
  const grown = new Pdf({ ...parts, encryption });
  if (encryption !== undefined) refuseOtherEncryption(pdf, grown);
  refuseRepeated(grown);
  refuseAmbiguousHybrid(grown);
  checkCatalog(grown);
  refuseOtherFirstPage(grown);
  return grown;
}

/** The handler of the file reads the update only where it says what it said, under the same identifier. */
function refuseOtherEncryption(pdf: Pdf, grown: Pdf): void {
  pdf.encryption?.checkWritable();
  const said = ({ trailer: { entries } }: Pdf): string => {
    const id = entries.get('ID');
    const first = id?.type === 'array' ? id.items[0] : id;
    return [entries.get('Encrypt'), first].map((value) => (value ? latin1(raw(value)) : '')).join(' ');
  };
  if (said(pdf) !== said(grown) || !keepsEncryption(pdf, grown))
    throw new PdfError('encrypted', 'The update changes the encryption of the file');
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
