import { readable } from '../../errors.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { normal, type Said, saidBy } from './said.ts';
import { entry, type Step } from './step.ts';

/** Bytes of metadata that are read. */
const MOST = 4 * 1024 * 1024;

/**
 * §14.3.2: a stream of XML that declares no types and no entities. Whoever writes a file notes dates and programs; what
 * the document says of itself is told apart.
 */
export function judgeMetadata(step: Step, value: PdfValue | undefined, object: number): void {
  const { earlier, later } = step;
  const has = saidIn(later, value);
  const spot = { object: value?.type === 'ref' ? value.number : object };
  if (has === undefined) step.forbid('metadata', '/Metadata', spot, 'metadata');
  else {
    const own = entry(later.catalog, 'Metadata');
    const isOther = own?.type === 'ref' && own.number === spot.object && tellsOtherwise(earlier, has);
    step.explain(isOther ? 'description' : 'metadata', '/Metadata', spot);
  }
}

function saidIn(pdf: Pdf, value: PdfValue | undefined): Said[] | undefined {
  const text = textIn(pdf, value);
  return text === undefined ? undefined : saidBy(text);
}

/** The metadata's characters, in one byte a character; undefined where `value` is none, or too long to be read. */
export function textIn(pdf: Pdf, value: PdfValue | undefined): string | undefined {
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

const FORMAT = 'application/pdf';

/** Properties that say what the information dictionary says under another name (§14.3.2, Table 349). */
const SAME: ReadonlyMap<string, string> = new Map([
  ['creator', 'author'],
  ['description', 'subject'],
  ['subject', 'keywords'],
]);

/**
 * Whether metadata say of the document what neither the metadata before nor the information dictionary said, or no
 * longer what those said. Of metadata that are no plain XML nobody knows.
 */
function tellsOtherwise(earlier: Pdf, has: readonly Said[]): boolean {
  const metadata = entry(earlier.catalog, 'Metadata');
  const had = earlier.resolve(metadata) === undefined ? [] : saidIn(earlier, metadata);
  if (had === undefined) return true;
  const info = readable(() => earlier.dict(entry(earlier.trailer, 'Info')));
  const noted = new Map(
    [...(info?.entries ?? [])].map(([key, value]) => [key.toLowerCase(), normal(earlier.text(value) ?? '')]),
  );
  const line = ({ of, words }: Said): string => `${of}\n${words}`;
  const [known, now] = [new Set(had.map(line)), new Set(has.map(line))];
  const isNew = (one: Said): boolean => {
    const local = one.of.replace(/^[^ ]*:| .*$/gs, '').toLowerCase();
    if (local === 'format' && one.words === FORMAT) return false;
    const words = normal(decoded(one.words));
    return noted.get(local) !== words && noted.get(SAME.get(local) ?? '') !== words;
  };
  return has.some((one) => !known.has(line(one)) && isNew(one)) || [...known].some((said) => !now.has(said));
}

/** UTF-8 in one byte a character, read as a text string with its mark (§7.9.2.2). */
const decoded = (words: string): string =>
  decodeText(Uint8Array.from(`\xef\xbb\xbf${words}`, (letter) => letter.charCodeAt(0)));
