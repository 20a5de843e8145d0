import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesAfter, evidence, type SignatureReport, validate } from '@websign/pades';
import { openPdf, PdfError } from '@websign/pdf';
import { type DssVerdict, judgedByDss } from '@websign/testkit';
import { ports } from '../validation/world.ts';

/** What we and EU DSS say of one signature, where that is not the same. */
export interface Compared {
  file: string;
  /** Indication and sub-indication; `CHANGED` where later changes are forbidden, `UNREADABLE` for the file. */
  ours: string;
  /** The same words; `NONE` where it finds no such signature. */
  theirs: string;
}

/** Some signed files, with the certificates that are trusted for them. */
export interface Collection {
  folder: string;
  /** DER. */
  anchors: readonly Uint8Array[];
}

/** Later than every file, and while the anchors of the collections are valid. */
const AT = Date.parse('2026-11-24T00:00:00Z');
const NONE = { certificates: [], ocsps: [], crls: [] };
/** Signatures of one of these words are found by any reader that finds signatures at all. */
const isSigned = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes('ByteRange');

/** Has both judge every signed file below the collections, offline, and tells where they differ and how much there was. */
export async function compared(
  collections: readonly Collection[],
  home: string,
): Promise<{ signatures: number; differences: Compared[] }> {
  const jobs = collections.flatMap(({ folder, anchors }) =>
    pdfsIn(folder).map((name) => ({ name, bytes: new Uint8Array(readFileSync(name)), anchors, at: AT })),
  );
  const signed = jobs.filter(({ bytes }) => isSigned(bytes));
  const theirs = Map.groupBy(judgedByDss(signed, home), ({ name }) => name);
  const pairs: Compared[] = [];
  for (const { name, bytes, anchors } of signed) {
    pairs.push(...paired(name, await judgedByUs(bytes, anchors), theirs.get(name) ?? []));
  }
  return { signatures: pairs.length, differences: pairs.filter(({ ours, theirs }) => ours !== theirs) };
}

const pdfsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => join(folder, name))
    .sort();

type OurVerdict = Pick<Compared, 'ours'> & { field: string };

async function judgedByUs(bytes: Uint8Array, anchors: readonly Uint8Array[]): Promise<OurVerdict[]> {
  try {
    const found = await evidence(bytes, openPdf(bytes, ports), ports);
    const trusted = anchors.map((certificate) => ({
      certificate,
      source: 'operator' as const,
      services: [],
    }));
    const { signatures } = await validate(found, NONE, { anchors: trusted, at: AT, freshnessMs: 0 }, ports);
    return signatures
      .filter(({ kind }) => kind !== 'timestamp')
      .map((report) => ({ field: report.field, ours: ourWords(report) }));
  } catch (error) {
    if (error instanceof PdfError) return [{ field: '', ours: 'UNREADABLE' }];
    throw error;
  }
}

/** Later changes leave the indication as it is, and make the file invalid: so they are a word of their own. */
function ourWords({ indication, subIndication, changes }: SignatureReport): string {
  if (indication !== 'TOTAL-FAILED' && changesAfter(changes) === 'other') return 'CHANGED';
  return words(indication, subIndication);
}

const words = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ');
const theirWords = ({ indication, subIndication }: DssVerdict): string =>
  indication === 'ERROR' ? 'UNREADABLE' : words(indication.replace('_', '-'), subIndication);

/** By the names of their fields, what is left in its order; a file that cannot be read says so for all its signatures. */
function paired(file: string, ours: readonly OurVerdict[], theirs: readonly DssVerdict[]): Compared[] {
  const absent = (words: readonly string[]) => (words.includes('UNREADABLE') ? 'UNREADABLE' : 'NONE');
  const ourAbsent = absent(ours.map((one) => one.ours));
  const theirAbsent = absent(theirs.map(theirWords));
  const left = theirs.filter(({ indication }) => indication !== 'ERROR' && indication !== 'NO_SIGNATURE');
  const take = (at: number) => left.splice(at, 1).map(theirWords)[0] ?? theirAbsent;
  const pairs: Compared[] = [];
  const unnamed: OurVerdict[] = [];
  for (const one of ours.filter((each) => each.ours !== 'UNREADABLE')) {
    const at = left.findIndex(({ field }) => field === one.field);
    if (at < 0) unnamed.push(one);
    else pairs.push({ file, ours: one.ours, theirs: take(at) });
  }
  for (const one of unnamed) pairs.push({ file, ours: one.ours, theirs: take(0) });
  return [...pairs, ...left.map((one) => ({ file, ours: ourAbsent, theirs: theirWords(one) }))];
}
