import type { Box } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../syntax/values.ts';
import type { Painting } from './canvas.ts';
import { namedSpace } from './colour/spaces.ts';
import { isContradictory, isContradictoryInline } from './contradictory.ts';
import { solidImage } from './convex.ts';
import { imageShown } from './imageshown.ts';
import { imageSize, masksOf } from './imagesize.ts';
import type { Interpreter } from './interpreter.ts';
import { paintArea } from './marks.ts';
import { boundsOf, type Matrix } from './matrix.ts';
import { polygon } from './outline.ts';
import { paintPattern } from './patterns.ts';
import { isTwofold, type Plain, plainImage, plainStencil } from './samples.ts';
import { BLACK } from './state.ts';
import { inlineStream } from './stencil.ts';

/** What reading its dictionary costs. */
const LOOKED_UP = 60;
/** An inline image that is more than a stencil: opaque. */
const NOT_LOOKED_AT: Plain = { colour: undefined, alpha: 1 };
/** Bytes of an inline image that are looked at. */
const LARGEST = 1024 * 1024;
const UNIT: Box = [0, 0, 1, 1];
const FILTERS: ReadonlySet<string> = new Set(
  (
    'FlateDecode Fl LZWDecode LZW ASCIIHexDecode AHx ASCII85Decode A85 RunLengthDecode RL ' +
    'DCTDecode DCT JPXDecode JBIG2Decode CCITTFaxDecode CCF Crypt'
  ).split(' '),
);

/**
 * Paints an image into the unit square (ISO 32000-2 §8.9). Its samples are looked at where all may be alike. `data`:
 * those of an inline image, whose keys may be short; in an XObject /F is another file.
 */
export function paintImage(
  it: Interpreter,
  image: PdfDict | PdfStream,
  object: number | undefined,
  data?: Uint8Array,
): void {
  const { pdf, state } = it;
  const { entries } = image.type === 'stream' ? image.dict : image;
  it.spend(LOOKED_UP);
  const get = (key: string, short: string): PdfValue | undefined =>
    entries.get(key) ?? (data === undefined ? undefined : entries.get(short));
  const box = boundsOf(UNIT, state.ctm);
  const stencil = pdf.boolean(get('ImageMask', 'IM')) === true;
  const size = [get('Width', 'W'), get('Height', 'H')].map((value) => pdf.number(value) ?? 0);
  const [width = 0, height = 0] = size;
  const { colour, alpha }: Plain =
    image.type === 'stream'
      ? plainImage(it, image)
      : data !== undefined && stencil
        ? plainStencil(it, image, data)
        : NOT_LOOKED_AT;
  const porous = alpha === undefined;
  // Where colours count for nothing only a stencil may be painted (ISO 32000-2 §8.7.3.3, §9.6.4); some readers leave others out.
  const isOutOfPlace = it.uncoloured && !stencil;
  const read = image.type === 'stream' ? image : inlineObject(it, image, data);
  if (isOutOfPlace || isShownInSeveralWays(it, image, read, data)) it.ambiguous(it.tokens.start);
  if (!known(it, get('Filter', 'F'))) it.unreadable('unsupported_filter', object);
  // Where marks are told precisely the stencil itself counts.
  if (stencil && state.fill.pattern !== undefined && !it.isPrecise)
    paintPattern(it, state.fill.pattern, { paint: state.fill, box, solid: undefined });
  if (alpha === 0) return;
  // What an image within a glyph or within content that is read precisely shows is asked otherwise, if at all.
  const isAsked = image.type === 'stream' || !(it.glyph || it.isPrecise);
  const stream = isAsked ? read : undefined;
  const whole = solidImage(UNIT, state.ctm);
  paintArea(it, {
    kind: 'image',
    box,
    solid: porous ? undefined : whole,
    whole,
    outline: isUpright(state.ctm) ? undefined : polygon(corners(state.ctm), state.inner),
    alpha: state.fillAlpha * (alpha ?? 1),
    paint: stencil ? state.fill : { ...BLACK, colour },
    porous,
    samples: finestOf(it.pdf, entries, [width, height]),
    object,
    picture: stream === undefined ? undefined : { stream, matrix: state.ctm },
    stencil: stencil && it.isPrecise ? inlineStencil(it, image, data) : undefined,
    shows: (colour === undefined || porous) && !it.glyph && !it.isPrecise ? shownOf(it, stream) : undefined,
  });
}

/** `stream`: what an image within the content is as an object, where it is one. */
function isShownInSeveralWays(
  it: Interpreter,
  image: PdfDict | PdfStream,
  stream: PdfStream | undefined,
  data: Uint8Array | undefined,
): boolean {
  if (image.type === 'stream') return isContradictory(it.pdf, image);
  // An entry stands there twice, or its colour space is none of the resources.
  if (stream === undefined) return data !== undefined && data.length <= LARGEST;
  // What the space refers to may be broken.
  return it.attempt(undefined, () => isContradictoryInline(it.pdf, stream)) === true;
}

/** How many samples an image shows: scans in layers have fine letters in a mask over a coarse colour. */
function finestOf(
  pdf: Pdf,
  entries: PdfDict['entries'],
  own: readonly [number, number],
): readonly [number, number] {
  const mask = masksOf(pdf, entries)[0];
  if (mask === undefined) return own;
  const { width, height } = imageSize(pdf, mask);
  return [Math.max(own[0], width), Math.max(own[1], height)];
}

/** What an image shows place by place. */
function shownOf(it: Interpreter, stream: PdfStream | undefined): Painting['shows'] {
  const { pdf, state } = it;
  const { fill } = state;
  if (stream === undefined) return undefined;
  if (pdf.boolean(stream.dict.entries.get('ImageMask')) !== true)
    return imageShown(pdf, stream, state.ctm, undefined);
  if (fill.pattern !== undefined || fill.colour === undefined) return undefined;
  return imageShown(pdf, stream, state.ctm, fill.colour);
}

/** An image within the content as if it were an object, with its colour space, which resources may name; undefined where readers take its entries in several ways. */
function inlineObject(it: Interpreter, image: PdfDict, data: Uint8Array | undefined): PdfStream | undefined {
  if (data === undefined || data.length > LARGEST || isTwofold(image)) return undefined;
  it.spend(data.length);
  const stream = inlineStream(image, data);
  const { entries } = stream.dict;
  const space = entries.get('ColorSpace');
  if (space?.type !== 'name' || namedSpace(space.value) !== undefined) return stream;
  const found = it.attempt(undefined, () => it.pdf.resolve(it.resources.get('ColorSpace', space.value)));
  if (found === undefined) return undefined;
  entries.set('ColorSpace', found);
  return stream;
}

/** What a stencil paints is read where that is asked for. */
function inlineStencil(
  it: Interpreter,
  image: PdfDict | PdfStream,
  data: Uint8Array | undefined,
): Painting['stencil'] {
  if (image.type === 'stream' || data === undefined) return undefined;
  it.spend(data.length);
  return { stream: inlineStream(image, data), matrix: it.state.ctm };
}

/** Whether axis-aligned rectangles stay so. */
const isUpright = ([a, b, c, d]: Matrix): boolean => (b === 0 && c === 0) || (a === 0 && d === 0);

/** Of the unit square. */
const corners = ([a, b, c, d, e, f]: Matrix): number[] => [
  e,
  f,
  a + e,
  b + f,
  a + c + e,
  b + d + f,
  c + e,
  d + f,
];

function known({ pdf }: Interpreter, value: PdfValue | undefined): boolean {
  const filter = pdf.resolve(value);
  if (filter === undefined) return true;
  const names = filter.type === 'array' ? filter.items : [filter];
  return names.every((name) => FILTERS.has(pdf.name(name) ?? ''));
}
