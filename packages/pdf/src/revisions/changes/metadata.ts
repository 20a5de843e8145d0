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

/** Properties by which a document is known to readers, and the entry of the information dictionary that says the same. */
const SAID: Readonly<Record<string, string>> = {
  title: 'Title',
  creator: 'Author',
  description: 'Subject',
  subject: 'Keywords',
  Keywords: 'Keywords',
  rights: 'Copyright',
};
const PROPERTY = new RegExp(
  `<[\\w.-]+:(${Object.keys(SAID).join('|')})(?:\\s[^>]*)?>([\\s\\S]*?)</[\\w.-]+:\\1\\s*>` +
    `|[\\s"'][\\w.-]+:(${Object.keys(SAID).join('|')})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`,
  'g',
);

/** Whether metadata say of the document what neither the metadata before nor the information dictionary said. */
function tellsOtherwise(earlier: Pdf, before: string | undefined, after: string): boolean {
  const [had, has] = [said(before ?? ''), said(after)];
  if (before !== undefined) return [...Object.keys(SAID)].some((name) => had.get(name) !== has.get(name));
  const info = readable(() => earlier.dict(entry(earlier.trailer, 'Info')));
  return [...has].some(([name, words]) => {
    const noted = readable(() => earlier.text(entry(info, SAID[name] ?? ''))) ?? '';
    return normal(noted) !== normal(decoded(words));
  });
}

/** What the properties say, without their tags. */
function said(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, element, content = '', attribute, double, single] of text.matchAll(PROPERTY)) {
    const name = element ?? attribute ?? '';
    const words = normal(
      (element === undefined ? (double ?? single ?? '') : content).replaceAll(/<[^>]*>/g, ' '),
    );
    if (words !== '') found.set(name, `${found.get(name) ?? ''}${words}`);
  }
  return found;
}

const normal = (words: string): string => words.replaceAll(/\s+/g, ' ').trim();

/** UTF-8 in one byte a character, read as a text string with its mark (§7.9.2.2). */
const decoded = (words: string): string =>
  decodeText(Uint8Array.from(`\xef\xbb\xbf${words}`, (letter) => letter.charCodeAt(0)));
