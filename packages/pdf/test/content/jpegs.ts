import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { type Picture, readPicture } from '../../src/content/picture.ts';
import type { Pdf, PdfStream } from '../../src/index.ts';
import { judge } from '../appearance-page.ts';
import { open } from '../support.ts';

const SPACES = ['', '/DeviceGray', '', '/DeviceRGB', '/DeviceCMYK'];

export interface Shown {
  width: number;
  height: number;
  components: number;
  bits?: number;
  /** Entries beside those that every image has. */
  entries?: string;
  space?: string;
  filter?: string;
}

/** The body of an image XObject whose data are in a format of images, a JPEG unless another filter is given. */
export function imageBody(data: Uint8Array, { width, height, components, ...more }: Shown): Uint8Array {
  const space = more.space ?? SPACES[components] ?? '';
  const named = space === '' ? '' : `/ColorSpace${space}`;
  const filter = more.filter ?? '/DCTDecode';
  return streamBody(
    data,
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent ${more.bits ?? 8}${named}` +
      `/Filter${filter}${more.entries ?? ''}`,
  );
}

/** A document whose one page a picture fills, a unit to the sample. */
export function pictured(data: Uint8Array, shown: Shown, more: readonly TestObject[] = []): Uint8Array {
  const { width, height } = shown;
  const page = {
    content: `q ${width} 0 0 ${height} 0 0 cm /I Do Q`,
    mediaBox: `/MediaBox[0 0 ${width} ${height}]`,
    entries: '/Resources<</XObject<</I 90 0 R>>>>',
  };
  const objects = documentObjects({
    pages: [page],
    more: [{ number: 90, body: imageBody(data, shown) }, ...more],
  });
  return writePdf({ kind: 'table', objects });
}

/** What the picture of such a document shows. */
export function pictureOf(file: Uint8Array | Pdf, number = 90): Picture {
  const pdf = file instanceof Uint8Array ? open(file) : file;
  return readPicture(pdf, pdf.object(number)?.value as PdfStream);
}

/** How light such a picture is at each of its samples, by rows from above; undefined where it is not read. */
export function lightOf(
  data: Uint8Array,
  shown: Shown,
  more: readonly TestObject[] = [],
): number[] | undefined {
  const { light } = pictureOf(pictured(data, shown, more));
  const { width, height } = shown;
  return light === undefined
    ? undefined
    : Array.from({ length: width * height }, (_, at) =>
        light(((at % width) + 0.5) / width, 1 - (Math.floor(at / width) + 0.5) / height),
      );
}

const grey = (red: number, green: number, blue: number): number => 0.3 * red + 0.59 * green + 0.11 * blue;

/** Dots that a tool shows of a sample, across and down: enough that it smooths none. */
const DOTS = 5;

/** A page as a tool shows it, by the middle of each of its samples, of which there are so many in a row. */
export function shownTo(tool: 'mutool' | 'pdftoppm', file: Uint8Array, width: number): number[] {
  const dots = String(72 * DOTS);
  const args = {
    mutool: (page: string) => ['draw', '-q', '-N', '-A', '0', '-r', dots, '-F', 'ppm', '-o', '-', page],
    pdftoppm: (page: string) => ['-r', dots, page],
  };
  const ppm = judge(tool, file, args[tool]);
  const head = /^P6\s+\d+\s+\d+\s+255\s/.exec(ppm.toString('latin1', 0, 60))?.[0] ?? '';
  const parts = ppm.subarray(head.length);
  const count = parts.length / 3 / DOTS ** 2;
  return Array.from({ length: count }, (_, sample) => {
    const [x, y] = [sample % width, Math.floor(sample / width)].map((place) => place * DOTS + (DOTS >> 1));
    const at = 3 * ((y ?? 0) * width * DOTS + (x ?? 0));
    return grey(parts[at] ?? 0, parts[at + 1] ?? 0, parts[at + 2] ?? 0);
  });
}

/** How far two rows of values are from each other, at most. */
export const apart = (one: readonly number[], other: readonly number[]): number =>
  one.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? Number.POSITIVE_INFINITY))),
    0,
  );
