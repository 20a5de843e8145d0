import { PdfError } from '../../errors.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { EXCERPT, type FindingKind } from '../finding.ts';

/** Called with what a dictionary shows. */
export type ReportDict = (kind: FindingKind, excerpt?: string) => void;

/** Action types (ISO 32000-2 Table 201) that act on more than the view. */
const ACTIONS: Record<string, FindingKind> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  SubmitForm: 'submit_form',
  ImportData: 'import_data',
  ResetForm: 'reset_form',
  GoToR: 'remote_goto',
  GoToE: 'embedded_goto',
  SetOCGState: 'layer_action',
  Hide: 'hide_action',
  Sound: 'media',
  Movie: 'media',
  Rendition: 'media',
  RichMediaExecute: 'media',
};
/** Scripts in streams are read up to this size for an excerpt. */
const EXCERPT_STREAM = 1024 * 1024;
const MEDIA = new Set(['RichMedia', 'Movie', 'Sound', 'Screen', '3D']);
const SCRIPT_SCHEMES = new Set(['javascript', 'vbscript', 'livescript', 'data', 'mocha']);

/** Looks at one dictionary, wherever it stands. */
export function inspectDict(pdf: Pdf, dict: PdfDict, report: ReportDict): void {
  const { entries, duplicates } = dict;
  const has = (key: string): boolean => entries.has(key);
  const action = ACTIONS[quietName(pdf, entries.get('S')) ?? ''];
  if (has('JS') || action === 'javascript') report('javascript', excerpt(pdf, entries.get('JS')));
  else if (action !== undefined) report(action, excerpt(pdf, target(pdf, dict)));
  if (has('URI')) inspectUri(pdf, entries.get('URI'), report);
  if (has('XFA')) report('xfa');
  // A /FontMatrix of strings runs as code in viewers that compile glyphs (CVE-2024-4367).
  const matrix = quiet(() => pdf.array(entries.get('FontMatrix')));
  const code = matrix?.items.find((item) => item.type === 'string');
  if (code !== undefined) report('javascript', excerpt(pdf, code));
  if (has('EF')) report('embedded_file', excerpt(pdf, entries.get('UF') ?? entries.get('F')));
  if (has('Subtype') && MEDIA.has(quietName(pdf, entries.get('Subtype')) ?? '')) report('media');
  if (duplicates.length > 0)
    report('duplicate_key', `/${duplicates.slice(0, 5).join(' /')}`.slice(0, EXCERPT));
}

/** What an action points at: a file, a file inside, or its platform's parameters. */
function target(pdf: Pdf, { entries }: PdfDict): PdfValue | undefined {
  const value = entries.get('F') ?? entries.get('T') ?? entries.get('Win');
  const spec = quiet(() => pdf.dict(value));
  return spec === undefined ? value : (spec.entries.get('UF') ?? spec.entries.get('F'));
}

function inspectUri(pdf: Pdf, value: PdfValue | undefined, report: ReportDict): void {
  const uri = excerpt(pdf, value);
  // Readers drop white space and controls before they look for the scheme.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec((uri ?? '').replace(/[\p{Cc}\s]/gu, ''))?.[1]?.toLowerCase();
  if (scheme !== undefined && SCRIPT_SCHEMES.has(scheme)) report('uri_script', uri);
  else if (scheme === 'file' || uri?.startsWith('\\\\')) report('uri_file', uri);
}

const quietName = (pdf: Pdf, value: PdfValue | undefined): string | undefined => quiet(() => pdf.name(value));

/** A string or stream as text, cut short; undefined where it cannot be read. */
function excerpt(pdf: Pdf, value: PdfValue | undefined): string | undefined {
  return quiet(() => {
    const resolved = pdf.resolve(value);
    if (resolved?.type === 'string') return pdf.text(resolved, EXCERPT)?.slice(0, EXCERPT);
    if (resolved?.type === 'stream')
      return decodeText(pdf.decoded(resolved, EXCERPT_STREAM).subarray(0, EXCERPT));
    if (resolved?.type === 'name') return resolved.value.slice(0, EXCERPT);
    return resolved === undefined
      ? undefined
      : latin1(resolved.source, resolved.start, Math.min(resolved.end, resolved.start + EXCERPT));
  });
}

/** An inspection goes on where one value is broken: its absence from an excerpt hides no finding. */
function quiet<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
