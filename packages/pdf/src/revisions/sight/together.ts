import { type Layer, Veil } from '../../content/veil.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { Box } from '../pages.ts';
import { type Added, excess, type Hidden } from './added.ts';
import { Cover } from './cover.ts';
import { worst } from './effects.ts';
import { hidesDrawn, hidesLetters, type IsJudged } from './hides.ts';
import type { Effect } from './marks.ts';
import type { Shown } from './page.ts';

/** Units around a look in which drawings are looked at that it touches, and cells of the place. */
const AROUND = 40;
const MOST_CELLS = 2 ** 14;

/**
 * What an annotation hides only together with others that came before it: what neither it nor they hide alone. What
 * these show themselves is not looked at: the last to come is on top.
 */
export function hidesTogether(pdf: Pdf, added: Added, more: Hidden, shown: readonly Shown[]): Effect {
  const own = new Cover(pdf, more.veil);
  const isSigned: IsJudged = (annotation) => annotation === undefined || !added.objects.has(annotation);
  const touches = (box: Box): boolean => own.touches(box);
  const hides = (box: Box, share: number): boolean => {
    const { before, after } = added.hidden(box, more);
    return before < share && after >= share;
  };
  const effects = shown.map((one) => {
    const ofLetters = hidesLetters(pdf, { touches, hides }, one, isSigned);
    const isDrawn = [...one.drawings, ...one.pictures].some(({ box }) => touches(box));
    if (ofLetters === 'hides' || !isDrawn) return ofLetters;
    const [before, after] = coversOf(pdf, added, more).map((cover) => hidesDrawn(pdf, cover, one, isSigned));
    return worst([ofLetters, after === undefined || after === before ? 'clear' : after]);
  });
  return worst(effects);
}

/** The place of a look as the others leave it, and with it. */
function coversOf(pdf: Pdf, added: Added, more: Hidden): Cover[] {
  const [x0, y0, x1, y1] = more.veil.area;
  const layers: Layer[] = [
    { share: 1, shade: added.shade },
    { share: 1, shade: excess(more) },
  ];
  return [1, 2].map((count) => {
    const area: Box = [x0 - AROUND, y0 - AROUND, x1 + AROUND, y1 + AROUND];
    const veil = new Veil(area, (units) => pdf.spend(units), MOST_CELLS);
    for (const layer of layers.slice(0, count)) veil.add(area, layer);
    return new Cover(pdf, veil);
  });
}
