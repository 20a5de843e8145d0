import { PdfError } from '../errors.ts';
import { ascii, concat } from '../syntax/bytes.ts';
import { decodeStream } from '../syntax/filters.ts';
import type { PdfDict, PdfStream, PdfValue } from '../syntax/values.ts';
import type { Copying } from './copying.ts';
import { plainJpeg } from './jpeg.ts';
import { boolean, dictOf, integer, type Schema, type Writer } from './schema.ts';
import { dictText, numberText } from './written.ts';

/** Shorter data are not deflated: it would not pay. */
const WORTH_DEFLATING = 64;
/** Bytes of samples up to which those that are missing are filled up. */
const LONGEST_FILLED = 4_000_000;

type Entries = Iterable<readonly [string, string | undefined]>;

/** A stream with data as they are, behind filters that are written already. */
export function rawStream(entries: Entries, data: Uint8Array): Uint8Array {
  const dict = dictText([...entries, ['Length', numberText(data.length)]]);
  return concat([ascii(`${dict}\nstream\n`), data, ascii('\nendstream')]);
}

/** A stream whose data are deflated where that pays. */
export function flateStream(copy: Copying, entries: Entries, data: Uint8Array): Uint8Array {
  if (data.length < WORTH_DEFLATING) return rawStream(entries, data);
  return rawStream([...entries, ['Filter', '/FlateDecode']], copy.ports.deflate(data));
}

/** A stream's data, decoded: as far as they can be, which is told. */
export function dataOf(copy: Copying, stream: PdfStream): Uint8Array {
  let isBroken = false;
  const data = copy.pdf.decoded(stream, () => {
    isBroken = true;
  });
  if (isBroken) copy.leftOut.add('damage', { page: copy.page, detail: 'The data of a stream break off' });
  return data;
}

/** A writer of streams that are bytes to us, each an object of its own; entries as the schema has them. */
export const streamOf =
  (kind: string, entries: (copy: Copying, dict: PdfDict, data: Uint8Array) => Entries): Writer =>
  (copy, value) =>
    copy.once(kind, value, (found) => {
      if (found.type !== 'stream') return undefined;
      const data = dataOf(copy, found);
      return copy.add(flateStream(copy, entries(copy, found.dict, data), data));
    });

/** Formats that image readers read by themselves: what their parameters may say. */
const FORMATS: Readonly<Record<string, Schema>> = {
  DCTDecode: { ColorTransform: integer },
  JPXDecode: {},
  CCITTFaxDecode: {
    K: integer,
    EndOfLine: boolean,
    EncodedByteAlign: boolean,
    Columns: integer,
    Rows: integer,
    EndOfBlock: boolean,
    BlackIs1: boolean,
    DamagedRowsBeforeError: integer,
  },
  JBIG2Decode: { JBIG2Globals: streamOf('globals', () => []) },
};
const SHORT: Readonly<Record<string, string>> = {
  DCT: 'DCTDecode',
  CCF: 'CCITTFaxDecode',
  Fl: 'FlateDecode',
};
const PREDICTED: Schema = {
  Predictor: integer,
  Colors: integer,
  BitsPerComponent: integer,
  Columns: integer,
};

/** The data of an image with the filters that are left on them. */
export interface ImageData {
  data: Uint8Array;
  filter: [string, string | undefined][];
}

/**
 * The data of an image. Those in a format of images go along as they are, without what is wrapped around them; so do those
 * that are deflated and whole. `data`: before any filter; a stream's are looked up. `least`: bytes of samples that readers look for; for
 * those that are missing nought is written, for each of them takes something else.
 */
export function imageData(copy: Copying, dict: PdfDict, data: Uint8Array, least: number): ImageData {
  const filters = filtersOf(copy, dict);
  const last = filters.at(-1);
  const format = last === undefined ? undefined : FORMATS[last.name];
  if (last !== undefined && format !== undefined) {
    const inner = filters.length === 1 ? data : decode(copy, prefixOf(dict, filters.slice(0, -1)), data);
    const params = last.params === undefined ? undefined : dictOf(format)(copy, last.params);
    const isSilent = params === undefined || params === '<<>>';
    const image = last.name === 'DCTDecode' ? plainJpeg(inner) : inner;
    if (image === undefined) throw new PdfError('broken_stream', 'An image is no JPEG file');
    return {
      data: image,
      filter: [
        ['Filter', `/${last.name}`],
        ['DecodeParms', isSilent ? undefined : params],
      ],
    };
  }
  let isWhole = true;
  const decoded = decodeWithin(copy, dict, data, () => {
    isWhole = false;
  });
  const isShort = decoded !== undefined && decoded.length < least && least <= LONGEST_FILLED;
  if (
    filters.length === 1 &&
    last?.name === 'FlateDecode' &&
    !isShort &&
    (isWhole || decoded === undefined)
  ) {
    const params = last.params === undefined ? undefined : dictOf(PREDICTED)(copy, last.params);
    return {
      data,
      filter: [
        ['Filter', '/FlateDecode'],
        ['DecodeParms', params === '<<>>' ? undefined : params],
      ],
    };
  }
  if (!isWhole) copy.leftOut.add('damage', { page: copy.page, detail: 'The data of an image break off' });
  if (decoded === undefined) return { data: new Uint8Array(), filter: [] };
  const samples = isShort ? concat([decoded, new Uint8Array(least - decoded.length)]) : decoded;
  if (samples.length < WORTH_DEFLATING) return { data: samples, filter: [] };
  return { data: copy.ports.deflate(samples), filter: [['Filter', '/FlateDecode']] };
}

interface Filter {
  name: string;
  given: PdfValue;
  params: PdfDict | undefined;
}

function filtersOf(copy: Copying, { entries }: PdfDict): Filter[] {
  const { pdf } = copy;
  const filter = pdf.resolve(entries.get('Filter'));
  const params = pdf.resolve(entries.get('DecodeParms'));
  const names = filter?.type === 'array' ? filter.items : filter === undefined ? [] : [filter];
  return names.map((item, at) => {
    const long = pdf.name(item) ?? '';
    return {
      name: SHORT[long] ?? long,
      given: item,
      params: pdf.dict(params?.type === 'array' ? params.items[at] : params),
    };
  });
}

/** The same dictionary, with those filters alone. */
function prefixOf(dict: PdfDict, filters: readonly Filter[]): PdfDict {
  const { source, start, end } = dict;
  const nothing: PdfValue = { type: 'null', source, start, end };
  const list = (items: PdfValue[]): PdfValue => ({ type: 'array', items, source, start, end });
  const entries = new Map<string, PdfValue>([
    ['Filter', list(filters.map(({ given }) => given))],
    ['DecodeParms', list(filters.map(({ params }) => params ?? nothing))],
  ]);
  return { ...dict, entries };
}

function decode(copy: Copying, dict: PdfDict, data: Uint8Array, broken?: () => void): Uint8Array {
  const { ports, limits, budget, resolve } = copy.pdf;
  return decodeStream(dict, data, {
    ports,
    limits,
    budget,
    resolve,
    deciphered: true,
    ...(broken && { broken }),
  });
}

/** Undefined for more than a stream may inflate to. */
function decodeWithin(
  copy: Copying,
  dict: PdfDict,
  data: Uint8Array,
  broken: () => void,
): Uint8Array | undefined {
  try {
    return decode(copy, dict, data, broken);
  } catch (error) {
    const isLarge = error instanceof PdfError && error.code === 'inflate_limit';
    if (isLarge && copy.pdf.budget.inflatable > 0) return undefined;
    throw error;
  }
}
