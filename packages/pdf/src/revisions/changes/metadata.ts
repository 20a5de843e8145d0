import { readable } from '../../errors.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { entry, type Step } from './step.ts';
import { isPlainXml } from './xml.ts';

/** Bytes of metadata that are read. */
const MOST = 4 * 1024 * 1024;

/**
 * §14.3.2: a stream of XML that declares no types and no entities. Whoever writes a file notes dates and programs; what
 * the document says of itself is told apart.
 */
export function judgeMetadata(step: Step, value: PdfValue | undefined, object: number): void {
  const { earlier, later } = step;
  const text = textIn(later, value);
  const spot = { object: value?.type === 'ref' ? value.number : object };
  if (text === undefined || !isPlainXml(text)) step.forbid('metadata', '/Metadata', spot, 'metadata');
  else {
    const ofDocument = value?.type === 'ref' && entry(later.catalog, 'Metadata')?.type === 'ref';
    const before = textIn(earlier, entry(earlier.catalog, 'Metadata'));
    const isOther = ofDocument && tellsOtherwise(earlier, before, text);
    step.explain(isOther ? 'description' : 'metadata', '/Metadata', spot);
  }
}

function textIn(pdf: Pdf, value: PdfValue | undefined): string | undefined {
  const stream = pdf.resolve(value);
  const bytes = stream?.type === 'stream' ? readable(() => pdf.decodedWithin(stream, MOST)) : undefined;
  pdf.spend(bytes?.length ?? 0);
  return bytes === undefined ? undefined : textOf(bytes);
}

/** UTF-16 loses its zeros: what is looked at is ASCII. */
function textOf(bytes: Uint8Array): string {
  const text = latin1(bytes, 0, bytes.length);
  return /^(?:\xfe\xff|\xff\xfe|\0<|<\0)/.test(text)
    ? text.replaceAll('\0', '').slice(text.charCodeAt(0) > 0xf0 ? 2 : 0)
    : text;
}

/** Properties in which writers note what they did (XMP part 2: xmp, xmpMM, pdf). */
const NOTED =
  'ModifyDate|MetadataDate|CreateDate|CreatorTool|Producer|InstanceID|DocumentID|VersionID|History|Trapped';
const NOTES = new RegExp(
  `<([\\w.-]+:(?:${NOTED}))(?:\\s[^>]*)?(?:/>|>[\\s\\S]*?</\\1\\s*>)|\\s[\\w.-]+:(?:${NOTED})\\s*=\\s*(?:"[^"]*"|'[^']*')`,
  'g',
);
/** Comments, instructions, and what says how the rest is written. */
const SYNTAX =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|\s(?:xmlns(?::[\w.-]+)?|xml:lang|rdf:about|rdf:parseType|x:xmptk)\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** Values of what is left: of attributes, and between tags. */
const VALUES = /=\s*"([^"]*)"|=\s*'([^']*)'|>([^<]+)</g;
const FORMAT = 'application/pdf';

/** Whether metadata say of the document what neither the metadata before nor the information dictionary said. */
function tellsOtherwise(earlier: Pdf, before: string | undefined, after: string): boolean {
  const has = said(after);
  if (before !== undefined) return has.join('\n') !== said(before).join('\n');
  const info = readable(() => earlier.dict(entry(earlier.trailer, 'Info')));
  const noted = [...(info?.entries.values() ?? [])].map((value) => normal(earlier.text(value) ?? ''));
  return has.some((words) => words !== FORMAT && !noted.includes(normal(decoded(words))));
}

/** What metadata say of the document, in no order: it may be written as elements or as attributes. */
function said(text: string): string[] {
  const rest = text.replaceAll(SYNTAX, '').replaceAll(NOTES, '');
  const values = [...rest.matchAll(VALUES)].map(([, double, single, between]) =>
    normal(double ?? single ?? between ?? ''),
  );
  return values.filter((value) => value !== '').sort();
}

const normal = (words: string): string => words.replaceAll(/\s+/g, ' ').trim();

/** UTF-8 in one byte a character, read as a text string with its mark (§7.9.2.2). */
const decoded = (words: string): string =>
  decodeText(Uint8Array.from(`\xef\xbb\xbf${words}`, (letter) => letter.charCodeAt(0)));
