import { intersect, isEmpty, union } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfDict } from '../syntax/values.ts';
import type { Canvas, Painting, TextRun } from './canvas.ts';
import { paintForm } from './forms.ts';
import type { Interpreter } from './interpreter.ts';
import { GraphicsState } from './state.ts';

const FAR = 1e9;
const EVERYWHERE: Box = [-FAR, -FAR, FAR, FAR];
const NOWHERE: Box = [0, 0, 0, 0];

/**
 * What a soft mask lets through at most (ISO 32000-2 §11.5): the bounds of what its group paints, of a mask of
 * luminosity without what it paints black. Undefined where that is not known. Masks are drawn once for each place.
 */
export function letsThrough(it: Interpreter, { entries }: PdfDict): Box | undefined {
  const { pdf } = it;
  const luminosity = pdf.name(entries.get('S')) === 'Luminosity';
  const transfer = pdf.resolve(entries.get('TR'));
  const identity = transfer === undefined || pdf.name(transfer) === 'Identity';
  const backdrop = pdf.array(entries.get('BC'))?.items ?? [];
  const group = entries.get('G');
  const form = pdf.resolve(group);
  if (!identity || (luminosity && !isBlack(backdrop.map((item) => pdf.number(item) ?? 1)))) return undefined;
  if (group === undefined || form?.type !== 'stream') return undefined;
  const key = group.type === 'ref' ? `${group.number} ${luminosity} ${it.state.ctm.join(' ')}` : undefined;
  const known = key === undefined ? undefined : it.shared.masks.get(key);
  if (known !== undefined) return known;
  const seen = new Seen(luminosity);
  const { state } = it;
  it.state = new GraphicsState(state.ctm, EVERYWHERE);
  it.listen(seen, () => paintForm(it, group, form));
  it.state = state;
  if (key !== undefined && it.shared.masks.size < MOST_MASKS) it.shared.masks.set(key, seen.box);
  return seen.box;
}

const MOST_MASKS = 1000;

/** Black in one, three or four components; in four, the last is enough. */
function isBlack(backdrop: readonly number[]): boolean {
  if (backdrop.length === 4) return backdrop[3] === 1 || backdrop.slice(0, 3).every((part) => part === 1);
  return backdrop.every((part) => part === 0);
}

/** Gathers the bounds of what can be seen of a group. */
class Seen implements Canvas {
  readonly #luminosity: boolean;
  #box: Box | undefined;

  constructor(luminosity: boolean) {
    this.#luminosity = luminosity;
  }

  get box(): Box {
    return this.#box ?? NOWHERE;
  }

  text(run: TextRun): void {
    if (run.mode !== 3 && run.mode !== 7) this.paint(run);
  }

  paint({ box, clip, alpha, layer, colour }: Painting | TextRun): void {
    if (alpha === 0 || layer === 'off' || (this.#luminosity && colour === 0)) return;
    const seen = intersect(box, clip);
    if (isEmpty(seen)) return;
    this.#box = this.#box === undefined ? seen : union(this.#box, seen);
  }
}
