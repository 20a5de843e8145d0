import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';
import { type ColourSpace, DEVICE_CMYK, DEVICE_GRAY, DEVICE_RGB } from '../colour/spaces.ts';
import { lastFilterName, lastFilterOf } from '../lastfilter.ts';
import { gatherMeans, rowOfColours, rowOfGreys, unmixYcc, type Worth } from '../levels.ts';
import { type Means, samplesAValue } from '../means.ts';
import { sharedOf } from '../shared.ts';
import type { Enumerated } from './boxes.ts';
import { type Colours, type Head, readJpx } from './read.ts';

/** Work on the JPEG 2000 pictures of a document in all, in passes of 64 samples. */
export const MOST_WORK = 2 ** 20;
/** What such a pass costs. */
const PASS = 4;
/** Where there is no difference of colour. */
const MIDDLE = 128;

/** Whether the samples of an image are a JPEG 2000 picture's (ISO 32000-2 §7.4.9). */
export const isJpx = (pdf: Pdf, image: PdfStream): boolean => lastFilterName(pdf, image) === 'JPXDecode';

/** What is known of such a picture beside its data. */
export interface Described {
  /** Undefined where the picture itself says it. */
  space: ColourSpace | undefined;
  /** How light a colour of a space is. */
  worth: (space: ColourSpace) => Worth;
}

/** How light such an image is; undefined for one that is not read, and past the bounds. */
export function jpxLightness(pdf: Pdf, image: PdfStream, { space, worth }: Described): Means | undefined {
  const { entries } = image.dict;
  const [width, height] = [pdf.number(entries.get('Width')), pdf.number(entries.get('Height'))];
  const shared = sharedOf(pdf);
  const found = lastFilterOf(pdf, image);
  if (found === undefined) return undefined;
  pdf.spend(found.bytes.length);
  let shown: { head: Head; own: ColourSpace } | undefined;
  const colours = readable(() =>
    readJpx(
      found.bytes,
      (head) => {
        const own = space ?? ownSpace(head);
        // Readers show a picture of another size, or of other colours, in several ways.
        if (head.width !== width || head.height !== height) return undefined;
        if (own === undefined || own.components !== head.colours) return undefined;
        shown = { head, own };
        return Math.floor(Math.log2(samplesAValue(width, height)));
      },
      {
        admit: (passes) => {
          // What is too much by itself leaves the work to others.
          if (shared.jpxWork + passes > MOST_WORK) return false;
          shared.jpxWork += passes;
          pdf.spend(PASS * passes);
          return true;
        },
        spend: (packets) => pdf.spend(packets),
      },
    ),
  );
  return colours === undefined || shown === undefined
    ? undefined
    : meansOf(colours, shown.head, worth(shown.own));
}

function meansOf(colours: Colours, head: Head, worth: Worth): Means {
  const { colours: components, space, width, height } = head;
  const row =
    components === 1
      ? rowOfGreys(colours, worth)
      : rowOfColours(colours, { components, worth }, space === 'ycc' ? untransform : undefined);
  return gatherMeans(colours, row, head, samplesAValue(width, height));
}

const SPACES: Readonly<Record<Enumerated, ColourSpace>> = {
  grey: DEVICE_GRAY,
  rgb: DEVICE_RGB,
  ycc: DEVICE_RGB,
  cmyk: DEVICE_CMYK,
};
/** The space of a picture that has a profile or nothing, by how many colours it has. */
const BY_COUNT: readonly (ColourSpace | undefined)[] = [
  undefined,
  DEVICE_GRAY,
  undefined,
  DEVICE_RGB,
  DEVICE_CMYK,
];

const ownSpace = ({ space, colours }: Head): ColourSpace | undefined =>
  space === undefined ? BY_COUNT[colours] : SPACES[space];

/** Of lightness and differences of colour, red, green and blue (ITU-T T.800 §G.3, as of sYCC). */
const untransform = (parts: number[]): void =>
  unmixYcc(parts, parts[0] ?? 0, (parts[1] ?? 0) - MIDDLE, (parts[2] ?? 0) - MIDDLE);
