import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';
import { readNumbers } from '../colour/functions.ts';
import { type ColourSpace, DEVICE_CMYK, DEVICE_GRAY, DEVICE_RGB, isIndexed } from '../colour/spaces.ts';
import { imageSize } from '../imagesize.ts';
import { lastFilterName, lastFilterOf } from '../lastfilter.ts';
import { gatherMeans, rowOfColours, rowOfGreys, type Worth } from '../levels.ts';
import { type Means, samplesAValue } from '../means.ts';
import { sharedOf } from '../shared.ts';
import type { Enumerated } from './boxes.ts';
import { type Colours, type Head, headOf, readJpx } from './read.ts';
import { unread } from './unread.ts';

/** The most work on all JPEG 2000 pictures of a document, in coding passes of 64 samples. */
export const MOST_WORK = 2 ** 22;
/** How many packets, code-blocks or pieces cost as much as such a pass. */
const STEPS_A_PASS = 8;
/** The most work that finding the packets of one picture may take, so that one picture does not use up all. */
const SEARCH = MOST_WORK / 16;
/** The most colours of a picture that is read: a table of the lightness of more would be too large. */
const MOST_COLOURS = 4;

/** Whether the samples of an image are a JPEG 2000 picture's (ISO 32000-2 §7.4.9). */
export const isJpx = (pdf: Pdf, image: PdfStream): boolean => lastFilterName(pdf, image) === 'JPXDecode';

/** Whether readers show such an image in several ways; false for one that no reader shows. */
export function isContradictory(pdf: Pdf, image: PdfStream): boolean {
  const found = lastFilterOf(pdf, image);
  const head = readable(() => (found === undefined ? undefined : headOf(found.bytes)));
  return head !== undefined && spaceOf(pdf, image, head) === undefined;
}

/**
 * How light such an image is; undefined for one that is not read, and past the bounds. `worthIn`: how light a colour of a
 * space is, undefined where that is not known.
 */
export function jpxLightness(
  pdf: Pdf,
  image: PdfStream,
  worthIn: (space: ColourSpace) => Worth | undefined,
): Means | undefined {
  const found = lastFilterOf(pdf, image);
  if (found === undefined) return undefined;
  const { bytes } = found;
  const done = pdf.budget.pictureWork;
  pdf.spend(bytes.length);
  return readable(() => {
    const head = headOf(bytes);
    if (head.colours > MOST_COLOURS) return undefined;
    const space = spaceOf(pdf, image, head);
    const worth = space === undefined ? undefined : worthIn(space);
    if (worth === undefined) return undefined;
    const most = Math.floor(Math.log2(samplesAValue(head.width, head.height)));
    let searched = 0;
    const colours = readJpx(bytes, most, {
      admit: (passes) => {
        // A picture that is too much by itself is not counted, so that others are still read.
        if (done.jpx + passes > MOST_WORK) return false;
        done.jpx += passes;
        return true;
      },
      spend: (steps) => {
        searched += steps / STEPS_A_PASS;
        done.jpx += steps / STEPS_A_PASS;
        if (searched > SEARCH || done.jpx > MOST_WORK) throw unread('too much work');
      },
    });
    return meansOf(colours, head, worth);
  });
}

/**
 * The colour space of a picture that all readers show alike. Undefined where data and dictionary contradict each other in size or
 * colours, and for what some readers ignore (§7.4.9, §8.9.5.2, §11.6.5.2): palettes of the dictionary, /Decode, colour key masks,
 * opacity in the data, sub-sampled components, and colours in YCC.
 */
function spaceOf(pdf: Pdf, image: PdfStream, head: Head): ColourSpace | undefined {
  const { entries } = image.dict;
  const value = pdf.resolve(entries.get('ColorSpace'));
  const own = value === undefined ? ownSpace(head) : sharedOf(pdf).space(value);
  const { width, height } = imageSize(pdf, image);
  const isSized = width === head.width && height === head.height;
  const isOther =
    isIndexed(pdf, value) ||
    isDecoded(readNumbers(pdf, entries.get('Decode'))) ||
    pdf.array(entries.get('Mask')) !== undefined ||
    (pdf.number(entries.get('SMaskInData')) ?? 0) > 0 ||
    pdf.boolean(entries.get('ImageMask')) === true;
  const isOneSpace =
    head.space === undefined || (head.space !== 'ycc' && SPACES[head.space].components === head.colours);
  const isPlain = isSized && !isOther && head.isWhole && isOneSpace;
  return isPlain && head.channels === head.colours && own?.components === head.colours ? own : undefined;
}

/** Whether a /Decode array differs from the default one. */
const isDecoded = (ends: readonly number[] | undefined): boolean =>
  ends?.some((end, at) => end !== at % 2) === true;

function meansOf(colours: Colours, head: Head, worth: Worth): Means {
  const { colours: components, width, height } = head;
  const row = components === 1 ? rowOfGreys(colours, worth) : rowOfColours(colours, { components, worth });
  return gatherMeans(colours, row, head, samplesAValue(width, height));
}

const SPACES: Readonly<Record<Enumerated, ColourSpace>> = {
  grey: DEVICE_GRAY,
  rgb: DEVICE_RGB,
  ycc: DEVICE_RGB,
  cmyk: DEVICE_CMYK,
};
/** The space of a picture without an enumerated one, by its number of colours. */
const BY_COUNT: readonly (ColourSpace | undefined)[] = [
  undefined,
  DEVICE_GRAY,
  undefined,
  DEVICE_RGB,
  DEVICE_CMYK,
];

const ownSpace = ({ space, colours }: Head): ColourSpace | undefined =>
  space === undefined ? BY_COUNT[colours] : SPACES[space];
