import { readable } from '../errors.ts';
import { COMPRESSED, IN_USE } from '../syntax/entries.ts';
import type { ObjectStream } from '../syntax/objectstream.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfValue } from '../syntax/values.ts';
import { sameValue } from './equal.ts';
import type { Revision } from './revisions.ts';

/** A member of an object stream that readers may take for the object of its number, which is another. */
export interface RivalMember {
  object: number;
  reason: 'ambiguous' | 'unlisted_object';
}

/**
 * Members of object streams (ISO 32000-2 §7.5.7) that say something else than the object that is valid. Readers find a
 * member by its index, by its number, or keep all that a stream holds: where a number stands in one stream twice, or a
 * new stream brings a member that no entry names, they show different documents. Members end where the next begins.
 */
export function* rivalMembers(pdf: Pdf, revision: Revision): Generator<RivalMember> {
  for (const [number, isNew] of streamsOf(pdf, revision)) {
    const stream = readable(() => pdf.objectStream(number));
    if (stream === undefined) {
      if (isNew) yield { object: number, reason: 'unlisted_object' };
      continue;
    }
    pdf.spend(stream.numbers.length);
    for (const [index, object] of stream.numbers.entries()) {
      const known = entryOf(pdf, object);
      const isOfStream = known?.kind === COMPRESSED && known.place === number;
      if (isOfStream && known.detail === index) {
        if (isCutShort(pdf, stream, object, index)) yield { object, reason: 'ambiguous' };
      } else if (isOfStream || isNew) {
        const member = { number: object, kind: COMPRESSED, place: number, detail: index };
        const value = readable(() => pdf.load(member)?.value);
        // What cannot be read may be anything, and some readers refuse the whole stream for it.
        if (value === undefined || !sameValue(value, pdf, valid(pdf, object), pdf))
          yield { object, reason: isOfStream ? 'ambiguous' : 'unlisted_object' };
      }
    }
  }
}

/** Object streams that the entries of a revision bring, and older ones that they lead to. */
function streamsOf(pdf: Pdf, { sections }: Revision): Map<number, boolean> {
  const { store } = pdf;
  const streams = new Map<number, boolean>();
  for (const { entries, hidden } of sections) {
    for (const range of hidden === undefined ? [entries] : [entries, hidden]) {
      for (let slot = range.from; slot < range.to; slot++) {
        const number = store.number(slot);
        if (pdf.index.get(number) !== slot) continue;
        const { kind, place } = store.entry(slot);
        if (kind === COMPRESSED && !streams.has(place)) streams.set(place, false);
        else if (kind === IN_USE && isObjectStream(valid(pdf, number))) streams.set(number, true);
      }
    }
  }
  return streams;
}

function entryOf(pdf: Pdf, number: number): ReturnType<Pdf['store']['entry']> | undefined {
  const slot = pdf.index.get(number);
  return slot === undefined ? undefined : pdf.store.entry(slot);
}

/** Whether readers that read no further than to the next member get another value. */
function isCutShort(pdf: Pdf, stream: ObjectStream, object: number, index: number): boolean {
  const next = stream.offsets[index + 1];
  return next !== undefined && next < (valid(pdf, object)?.end ?? 0);
}

const valid = (pdf: Pdf, number: number): PdfValue | undefined => readable(() => pdf.object(number)?.value);

/** Whether readers may look for members in it, of which some ask for no /Type. */
function isObjectStream(value: PdfValue | undefined): boolean {
  if (value?.type !== 'stream') return false;
  const { entries } = value.dict;
  const type = entries.get('Type');
  return (type?.type === 'name' && type.value === 'ObjStm') || (entries.has('N') && entries.has('First'));
}
