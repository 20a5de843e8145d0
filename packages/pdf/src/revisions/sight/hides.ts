import type { Veil } from '../../content/veil.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { Box } from '../pages.ts';
import type { Cover } from './cover.ts';
import { hiddenDrawings } from './drawings.ts';
import { worst } from './effects.ts';
import { type Effect, HIDDEN } from './marks.ts';
import { type Letter, lettersOf, type Shown, type Written } from './page.ts';
import { hiddenInk } from './scan.ts';

/** What it costs to tell one letter of a string. */
const LETTER = 16;
/** How much of a third of a figure is hidden where it may be read as another. */
const CUT = 0.9;
const DIGIT = /\p{Nd}/u;

/** Whether what an annotation shows, or, without one, the page's contents, is to be looked at. */
export type IsJudged = (annotation: number | undefined) => boolean;

/** What a veil does to what is shown, of the page's contents and of those annotations that are judged. */
export function hides(pdf: Pdf, cover: Cover, shown: Shown, isJudged: IsJudged): Effect {
  const ofLetters = hidesLetters(pdf, cover, shown, isJudged);
  if (ofLetters === 'hides') return 'hides';
  const isUnknown = !shown.isWhole && isOpaqueSomewhere(pdf, cover.veil);
  return worst([ofLetters, hidesDrawn(pdf, cover, shown, isJudged), isUnknown ? 'unread' : 'clear']);
}

/** As {@link hides}, of letters alone. */
export function hidesLetters(
  pdf: Pdf,
  cover: Pick<Cover, 'touches' | 'hides'>,
  shown: Shown,
  isJudged: IsJudged,
): Effect {
  let isCut = false;
  pdf.spend(shown.written.length);
  for (const written of shown.written) {
    if (!isJudged(written.run.maker.annotation) || !cover.touches(written.box)) continue;
    for (const { box, text } of lettersIn(pdf, written)) {
      if (cover.hides(box, HIDDEN)) return 'hides';
      isCut ||= DIGIT.test(text) && thirds(box).some((part) => cover.hides(part, CUT));
    }
  }
  return isCut ? 'unread' : 'clear';
}

/** What a veil does to what is shown, with the letters that it hides, and whether it hides drawings or pictures. */
export interface HiddenBy {
  effect: Effect;
  text: string;
  isDrawn: boolean;
}

/** As {@link hides}, with what is hidden. */
export function hiddenBy(pdf: Pdf, cover: Cover, shown: Shown, isJudged: IsJudged): HiddenBy {
  const effect = hides(pdf, cover, shown, isJudged);
  if (effect !== 'hides') return { effect, text: '', isDrawn: false };
  const strings = shown.written.filter(
    (written) => isJudged(written.run.maker.annotation) && cover.touches(written.box),
  );
  const letters = strings.flatMap((written) => lettersIn(pdf, written));
  const hidden = letters.filter(({ box }) => cover.hides(box, HIDDEN));
  const isDrawn = hidesDrawn(pdf, cover, shown, isJudged) === 'hides';
  return { effect, text: hidden.map(({ text }) => text).join(''), isDrawn };
}

/** The same of several. */
export const allHidden = (all: readonly HiddenBy[]): HiddenBy => ({
  effect: worst(all.map(({ effect }) => effect)),
  text: all.map(({ text }) => text).join(''),
  isDrawn: all.some(({ isDrawn }) => isDrawn),
});

/** As {@link hides}, of drawings and pictures. */
export function hidesDrawn(pdf: Pdf, cover: Cover, shown: Shown, isJudged: IsJudged): Effect {
  pdf.spend(shown.drawings.length + shown.pictures.length);
  const drawings = shown.drawings.filter(({ painting }) => isJudged(painting.maker.annotation));
  const ofDrawings = hiddenDrawings(pdf, cover, drawings);
  if (ofDrawings === 'hides') return 'hides';
  const pictures = shown.pictures.filter(({ painting }) => isJudged(painting.maker.annotation));
  return worst([ofDrawings, hiddenInk(pdf, cover, { pictures, written: shown.written })]);
}

/** The upper, middle and lower part of a figure, and those from its left to its right: without one, 8 is read as 3. */
function thirds([x0, y0, x1, y1]: Box): Box[] {
  const [wide, high] = [(x1 - x0) / 3, (y1 - y0) / 3];
  return [0, 1, 2].flatMap((at): Box[] => [
    [x0 + at * wide, y0, x0 + (at + 1) * wide, y1],
    [x0, y0 + at * high, x1, y0 + (at + 1) * high],
  ]);
}

/** The letters of a string, each paid for. */
export function lettersIn(pdf: Pdf, written: Written): Letter[] {
  pdf.spend(written.run.bytes.length * LETTER);
  return lettersOf(written);
}

function isOpaqueSomewhere(pdf: Pdf, veil: Veil): boolean {
  pdf.spend(veil.size);
  let found = false;
  veil.visit(veil.area, (_x, _y, hidden) => {
    found ||= hidden >= HIDDEN;
  });
  return found;
}
