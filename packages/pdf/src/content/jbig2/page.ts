import type { Octets } from '../octets.ts';
import { isPadded } from '../padding.ts';
import type { Bitmap } from './bitmap.ts';
import { broken } from './broken.ts';
import type { RegionPlace } from './region.ts';
import type { Work } from './work.ts';

const UNKNOWN_HEIGHT = 2 ** 32 - 1;
const [BLACK, STRIPED, COLOURED] = [0x4, 0x8000, 0x80];

/** The page bitmap, with which regions are combined (ITU-T T.88 §7.4.8). */
export class Page {
  readonly #bitmap: Bitmap;
  /** The rows of a page of unknown height, by its regions and by its stripes: readers take either. */
  #reached: number;
  #striped = 0;
  readonly #isGrowing: boolean;
  readonly #work: Work;

  /** `size`: the size of the image, which the page has to fill. */
  constructor(octets: Octets, size: { width: number; height: number }, work: Work) {
    const [width, height] = [octets.number(4), octets.number(4)];
    octets.take(8);
    const [flags, stripes] = [octets.number(1), octets.number(2)];
    if (!isPadded(width, size.width)) throw broken('the page is not as wide as the picture');
    if ((flags & COLOURED) !== 0) throw broken('the page has colours');
    this.#isGrowing = height === UNKNOWN_HEIGHT;
    if (this.#isGrowing && (stripes & STRIPED) === 0) throw broken('the page has no height');
    this.#reached = this.#isGrowing ? stripes & (STRIPED - 1) : height;
    this.#bitmap = work.bitmap(size.width, size.height);
    if ((flags & BLACK) !== 0) this.#bitmap.bytes.fill(0xff);
    this.#work = work;
  }

  /** Combines a region with the page. */
  put(bitmap: Bitmap, { x, y, operator }: RegionPlace): void {
    if (this.#isGrowing) this.#reached = Math.max(this.#reached, y + bitmap.height);
    this.#work.draw(this.#bitmap, bitmap, [x, y], operator);
  }

  /** An end of stripe segment (§7.4.10), which names the last row of the stripe. */
  endStripe(octets: Octets): void {
    this.#striped = Math.max(this.#striped, octets.number(4) + 1);
  }

  /** The bitmap that a refinement of the whole page refines. Readers disagree about refinements of a part of it. */
  whole({ x, y, width, height }: RegionPlace): Bitmap {
    const isWhole = width === this.#bitmap.width && height === this.#bitmap.height;
    if (x > 0 || y > 0 || !isWhole) throw broken('a region refines a part of the page');
    return this.#bitmap;
  }

  /** The finished page; throws where it has fewer rows than the image. */
  get bitmap(): Bitmap {
    const rows = this.#isGrowing ? Math.min(this.#reached, this.#striped) : this.#reached;
    if (rows < this.#bitmap.height) throw broken('the page is lower than the picture');
    return this.#bitmap;
  }
}
