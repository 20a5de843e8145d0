import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';
import { EXCERPT, type FindingKind } from '../finding.ts';
import { activeFormat, isPageName, namesCode, runsByName } from './formats.ts';
import { decoded, nameOf } from './text.ts';

/** Bytes of an attachment that are looked at; a larger one is known by its name alone. */
const ATTACHMENT_BYTES = 16 * 1024 * 1024;

/** What looking through a byte costs beside one that is read. */
const SEARCH = 4;

/** Called with what a dictionary shows. */
export type ReportDict = (kind: FindingKind, excerpt?: string) => void;

/** Names what a PDF inside the PDF holds that runs, calls out or comes from elsewhere; `unreadable`: no sane PDF. */
export type LookInside = (pdf: Pdf, bytes: Uint8Array) => FindingKind | 'inactive' | 'unreadable';

/** The embedded files of a document, each read once. */
export class Attachments {
  readonly #inside: LookInside;
  /** By where their data stand: what in them runs, and whether they were looked at as a page of the web. */
  readonly #read = new Map<number, { format: string | undefined; isPage: boolean }>();
  readonly #loose: { pdf: Pdf; stream: PdfStream; report: ReportDict }[] = [];

  constructor(inside: LookInside) {
    this.#inside = inside;
  }

  /** A file that a file specification embeds, under the names it has there. */
  add(pdf: Pdf, names: readonly string[], streams: readonly PdfStream[], report: ReportDict): void {
    const isPage = names.some(isPageName);
    const formats = streams
      .map((stream) => this.#format(pdf, stream, isPage || isPageType(pdf, stream)))
      .filter((format) => format !== undefined);
    const running = names.find(runsByName);
    const name = running ?? names[0];
    const [format] = formats;
    const kind = format !== undefined || running !== undefined ? 'active_attachment' : 'embedded_file';
    const shown = format === undefined ? name : `${name?.slice(0, 120) ?? ''} (${format})`.trim();
    report(kind, shown?.slice(0, EXCERPT));
  }

  /** An embedded file that may be named nowhere. */
  loose(pdf: Pdf, stream: PdfStream, report: ReportDict): void {
    this.#loose.push({ pdf, stream, report });
  }

  /** A stream that claims to be an embedded file and is something else. */
  claim(stream: PdfStream): void {
    if (!this.#read.has(stream.dataStart))
      this.#read.set(stream.dataStart, { format: undefined, isPage: false });
  }

  /** Tells of those that no file specification named. */
  finish(): void {
    for (const { pdf, stream, report } of this.#loose) {
      if (!this.#read.has(stream.dataStart)) this.add(pdf, [], [stream], report);
    }
  }

  #format(pdf: Pdf, stream: PdfStream, isPage: boolean): string | undefined {
    const known = this.#read.get(stream.dataStart);
    if (known !== undefined && (known.isPage || !isPage)) return known.format;
    const bytes = decoded(pdf, stream, ATTACHMENT_BYTES);
    pdf.spend(SEARCH * (bytes?.length ?? 0));
    const format = bytes === undefined ? undefined : this.#formatOf(pdf, bytes, isPage);
    this.#read.set(stream.dataStart, { format, isPage });
    return format;
  }

  #formatOf(pdf: Pdf, bytes: Uint8Array, isPage: boolean): string | undefined {
    const format = activeFormat(bytes, isPage);
    if (format !== undefined) return format;
    const kind = this.#inside(pdf, bytes);
    // Other readers mend what this one refuses, and find its code by name.
    if (kind === 'unreadable') return namesCode(bytes) ? 'PDF, code' : undefined;
    return kind === 'inactive' ? undefined : `PDF, ${kind}`;
  }
}

/** Whether its media type is that of a page of the web. */
const isPageType = (pdf: Pdf, { dict }: PdfStream): boolean =>
  /html|svg/i.test(nameOf(pdf, dict.entries.get('Subtype')) ?? '');
