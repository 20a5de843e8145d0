import type { Octets } from '../octets.ts';
import type { Bitmap } from './bitmap.ts';
import { broken } from './broken.ts';
import { genericContexts, readGeneric, readShape, type TemplateNumber } from './generic.ts';
import { MmrReader } from './mmr.ts';
import { readRefinement, readRefinementShape, refinementContexts } from './refinement.ts';
import type { RegionPlace } from './region.ts';
import type { Work } from './work.ts';

type Size = Pick<RegionPlace, 'width' | 'height'>;

const [MMR, TYPICAL, EXTENDED] = [0x1, 0x8, 0x10];

/** Reads a generic region (ITU-T T.88 §7.4.6), after its region information. */
export function readGenericRegion(octets: Octets, { width, height }: Size, work: Work): Bitmap {
  const flags = octets.number(1);
  if ((flags & MMR) !== 0) return new MmrReader(octets.rest(), work).read(width, height);
  // The extended template with twelve adaptive pixels, which few readers know.
  if ((flags & EXTENDED) !== 0) throw broken('a template is not read');
  const template = ((flags >> 1) & 3) as TemplateNumber;
  const generic = readShape(octets, template, (flags & TYPICAL) !== 0);
  return readGeneric(
    work.decoder(octets.rest()),
    genericContexts(template),
    { generic, width, height },
    work,
  );
}

/** Reads a generic refinement region (§7.4.7), after its region information. */
export function readRefinementRegion(
  octets: Octets,
  { width, height }: Size,
  reference: Bitmap,
  work: Work,
): Bitmap {
  const flags = octets.number(1);
  const template = (flags & 1) as 0 | 1;
  const refinement = readRefinementShape(octets, template, (flags & 2) !== 0);
  const refined = { refinement, width, height, reference, dx: 0, dy: 0 };
  return readRefinement(work.decoder(octets.rest()), refinementContexts(template), refined, work);
}
