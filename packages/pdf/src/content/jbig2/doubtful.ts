import type { Octets } from '../octets.ts';
import { isPadded } from '../padding.ts';
import { readRegionPlace } from './region.ts';
import { readSegments, type Segment } from './segments.ts';

const [PAGE, END_OF_PAGE, END_OF_FILE] = [48, 49, 51];
/** Generic refinement regions: intermediate, immediate, and immediate lossless. */
const REFINEMENTS: ReadonlySet<number> = new Set([40, 42, 43]);
const TYPICAL = 2;
const UNKNOWN_HEIGHT = 2 ** 32 - 1;

/**
 * Whether readers show the segments of a picture (ITU-T T.88) in different ways: several pages, a page of another size, segments after
 * the end of the page, and refinements with typical prediction or of a part of the page. Throws where segments are broken.
 */
export function isDoubtful(bytes: Uint8Array, size: { width: number; height: number }): boolean {
  const segments = readSegments(bytes);
  const pages = segments.filter(({ type }) => type === PAGE);
  const end = segments.findIndex(({ type }) => type === END_OF_PAGE);
  const isMore = end >= 0 && segments.slice(end + 1).some(({ type }) => type !== END_OF_FILE);
  const isOther = pages.some(({ data }) => isOtherSize(data, size));
  return (
    pages.length > 1 || isMore || isOther || segments.some((segment) => isDoubtfulRefinement(segment, size))
  );
}

function isOtherSize(data: Octets, size: { width: number; height: number }): boolean {
  const [width, height] = [data.number(4), data.number(4)];
  return !isPadded(width, size.width) || (height !== UNKNOWN_HEIGHT && height < size.height);
}

function isDoubtfulRefinement(
  { type, references, data }: Segment,
  size: { width: number; height: number },
): boolean {
  if (!REFINEMENTS.has(type)) return false;
  const { x, y, width, height } = readRegionPlace(data);
  const isWhole = x === 0 && y === 0 && width === size.width && height === size.height;
  return (references.length === 0 && !isWhole) || (data.number(1) & TYPICAL) !== 0;
}
