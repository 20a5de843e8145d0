import type { Box } from '../../revisions/pages.ts';
import type { Interpreter } from '../interpreter.ts';
import { paintArea } from '../marks.ts';
import type { Matrix } from '../matrix.ts';
import type { Outline } from '../outline.ts';
import { paintPattern } from '../patterns.ts';
import { broadStroke, isContinuous, ROUND, SQUARE } from '../pen.ts';
import { lineWidthOf, scaleOf } from '../state.ts';
import { strokes } from '../strokes.ts';
import type { Operator, Operators } from './operator.ts';

type Rule = 'nonzero' | 'evenodd';

const painting = (fill: Rule | undefined, stroke: boolean, close = false): Operator => ({
  numbers: 0,
  run: (it) => paintPath(it, fill, stroke, close),
});
const clipping = (rule: Rule): Operator => ({
  numbers: 0,
  run: (it) => {
    it.clipping = rule;
  },
});

/** Path construction, painting and clipping (ISO 32000-2 §8.5). */
export const PATHS: Operators = {
  m: { numbers: 2, run: ({ path, operands }, at) => path.move(operands.at(at), operands.at(at + 1)) },
  l: {
    numbers: 2,
    run: ({ path, operands, state }, at) => path.lineTo(state.ctm, operands.at(at), operands.at(at + 1)),
  },
  c: {
    numbers: 6,
    run: ({ path, operands, state }, at) => {
      const [x1, y1, x2, y2] = [
        operands.at(at),
        operands.at(at + 1),
        operands.at(at + 2),
        operands.at(at + 3),
      ];
      path.curve(state.ctm, x1, y1, x2, y2, operands.at(at + 4), operands.at(at + 5));
    },
  },
  v: {
    numbers: 4,
    run: ({ path, operands, state }, at) => {
      const [x2, y2, x3, y3] = [
        operands.at(at),
        operands.at(at + 1),
        operands.at(at + 2),
        operands.at(at + 3),
      ];
      path.curveFromHere(state.ctm, x2, y2, x3, y3);
    },
  },
  y: {
    numbers: 4,
    run: ({ path, operands, state }, at) => {
      const [x1, y1, x3, y3] = [
        operands.at(at),
        operands.at(at + 1),
        operands.at(at + 2),
        operands.at(at + 3),
      ];
      path.curve(state.ctm, x1, y1, x3, y3, x3, y3);
    },
  },
  h: { numbers: 0, run: ({ path }) => path.close() },
  re: {
    numbers: 4,
    run: ({ path, operands, state }, at) => {
      const [x, y, width, height] = [
        operands.at(at),
        operands.at(at + 1),
        operands.at(at + 2),
        operands.at(at + 3),
      ];
      path.rectangle(state.ctm, x, y, width, height);
    },
  },
  S: painting(undefined, true),
  s: painting(undefined, true, true),
  f: painting('nonzero', false),
  F: painting('nonzero', false),
  'f*': painting('evenodd', false),
  B: painting('nonzero', true),
  'B*': painting('evenodd', true),
  b: painting('nonzero', true, true),
  'b*': painting('evenodd', true, true),
  n: painting(undefined, false),
  W: clipping('nonzero'),
  'W*': clipping('evenodd'),
};

/** Fills narrower than this, in units, are taken for their bounds: charts and maps have thousands of them. */
const SMALLEST = 2.5;
/** Width of a line, in units, from which each piece of it is looked at: it may cover letters. */
const BROAD = 3;
/** Half the width of a line that covers what is under it alone, and of one that does so with others. */
const BROADER = 0.5;
const THIN = 0.1;
/** Width and height of what a thin line goes around, in units, from which the line itself is told. */
const AROUND = 36;
/** Half widths of a line that is so short that its ends count. */
const SHORT = 4;
/** How far the ends of a level or an upright line may lie apart, in units. */
const LEVEL = 0.01;
/** In units, what is no larger than letters are that are read as text. */
const LETTER = 60;
/** Points of a clipping path whose outline is kept, and of an area no higher than letters are: a word that is drawn. */
const MOST_OF_CLIP = 1024;
const MOST_OF_WORD = 1024;

function paintPath(it: Interpreter, fill: Rule | undefined, stroke: boolean, close: boolean): void {
  const { path } = it;
  if (close) path.close();
  if (!path.empty) {
    if (fill !== undefined) fillPath(it, fill);
    if (stroke) strokePath(it, close);
    if (it.clipping !== 'no') clipPath(it, it.clipping === 'evenodd');
  }
  if (path.empty && it.clipping !== 'no') {
    if (path.point) it.clipTo([0, 0, 0, 0], undefined);
    // A clip without a path lets nothing through in some readers, and everything in others.
    else it.ambiguous(it.tokens.start);
  }
  it.clipping = 'no';
  it.spend(path.work);
  path.clear();
}

function clipPath(it: Interpreter, evenOdd: boolean): void {
  const { path, state } = it;
  const { solids, only } = path.rectangles(evenOdd);
  const isRectangle = only && solids.length === 1;
  it.clipTo(
    path.box,
    solids[0],
    isRectangle ? undefined : path.outline(evenOdd, state.inner, it.isPrecise ? Infinity : MOST_OF_CLIP),
  );
}

/** One painting for each rectangle that is surely painted; the first has the bounds of all, where there is more. */
function fillPath(it: Interpreter, rule: Rule): void {
  const { path, state } = it;
  const { fill: paint, fillAlpha: alpha } = state;
  const { box } = path;
  const most = it.isPrecise ? Infinity : box[3] - box[1] <= LETTER ? MOST_OF_WORD : undefined;
  if (paint.pattern !== undefined) {
    const { solids, only } = path.rectangles(rule === 'evenodd');
    const outline =
      only && solids.length === 1 ? undefined : path.outline(rule === 'evenodd', state.inner, most);
    paintPattern(it, paint.pattern, { paint, box, solid: solids[0], outline });
    return;
  }
  const { solids, only } = path.rectangles(rule === 'evenodd');
  const [first, ...more] = solids;
  const whole = only ? first : undefined;
  const large = Math.min(box[2] - box[0], box[3] - box[1]) >= SMALLEST;
  const told = !only && (large || it.isPrecise);
  const outline = told ? path.outline(rule === 'evenodd', state.inner, most) : undefined;
  paintArea(it, { kind: 'fill', box: whole ?? box, solid: first, alpha, paint, outline });
  if (it.isPrecise && outline !== undefined) return;
  for (const solid of more) paintArea(it, { kind: 'fill', box: solid, solid, alpha, paint });
}

function strokePath(it: Interpreter, close: boolean): void {
  const { path, state } = it;
  const { stroke: paint, strokeAlpha: alpha } = state;
  const width = lineWidthOf(state);
  const mitred = path.pointed && state.join === 0 ? Math.max(state.miterLimit, Math.SQRT2) : Math.SQRT2;
  const reach = (width / 2) * mitred;
  const [x0, y0, x1, y1] = path.box;
  const box: Box = [x0 - reach, y0 - reach, x1 + reach, y1 + reach];
  const isWhole = state.dash === undefined || (!it.isPrecise && isContinuous(state, scaleOf(state)));
  const solid = close || !isWhole ? undefined : bar(it, width / 2, BROADER);
  if (paint.pattern !== undefined) {
    const outline = it.isPrecise ? followed(it, width) : broad(it, solid, width);
    paintPattern(it, paint.pattern, { paint, box, solid: it.isPrecise ? undefined : solid, outline });
  } else {
    const outline = it.isPrecise ? followed(it, width) : broad(it, solid, width);
    const trace = outline === undefined && isWide(path.box) ? path.outline(false, state.inner) : undefined;
    const whole = solid ?? (close || !isWhole ? undefined : bar(it, width / 2, THIN));
    const dense = isWhole && outline === undefined && whole === undefined && path.isDense(width);
    const pieces = dense ? path.pieces() : undefined;
    const follows: Box = [x0, y0, x1, y1];
    const isDrawn = Math.max(x1 - x0, y1 - y0) <= LETTER;
    const strokes = isDrawn ? path.pieces() : undefined;
    paintArea(it, {
      kind: 'stroke',
      box,
      solid,
      whole,
      alpha,
      paint,
      width,
      follows,
      strokes,
      outline,
      trace,
      pieces,
    });
  }
}

const isWide = ([x0, y0, x1, y1]: Box): boolean => Math.min(x1 - x0, y1 - y0) >= AROUND;

/** What the pieces of a broad line paint. */
function broad({ path, state }: Interpreter, solid: Box | undefined, width: number): Outline | undefined {
  return solid !== undefined || width < BROAD ? undefined : broadStroke(path, state, scaleOf(state));
}

/** What a line paints, be it broad or thin; undefined where it has too many points. */
function followed({ path, state }: Interpreter, width: number): Outline | undefined {
  const pieces = path.pieces();
  const mitre = state.join === 0 ? state.miterLimit : 0;
  return pieces === undefined ? undefined : strokes(pieces, width, mitre, state.inner);
}

/** A line has one width only where both axes scale alike. */
const isEven = ([a, b, c, d]: Matrix): boolean =>
  Math.abs(Math.hypot(a, b) - Math.hypot(c, d)) <= 0.01 * Math.hypot(a, b);

/** What a single upright or level line covers: a broad one is as good as a rectangle. */
function bar({ path, state }: Interpreter, half: number, least: number): Box | undefined {
  const line = path.line;
  if (line === undefined || half < least) return undefined;
  if (!isEven(state.ctm)) return undefined;
  const [x0, x1] = [Math.min(line[0], line[2]), Math.max(line[0], line[2])];
  const [y0, y1] = [Math.min(line[1], line[3]), Math.max(line[1], line[3])];
  // Round ends of a short line are most of it.
  if (state.cap === ROUND && Math.max(x1 - x0, y1 - y0) < SHORT * half) return undefined;
  const reach = state.cap === SQUARE ? half : 0;
  if (y1 - y0 <= LEVEL) return [x0 - reach, y0 - half, x1 + reach, y1 + half];
  return x1 - x0 <= LEVEL ? [x0 - half, y0 - reach, x1 + half, y1 + reach] : undefined;
}
