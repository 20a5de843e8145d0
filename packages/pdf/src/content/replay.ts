import type { Begun, Canvas, LayerState, Painting, TextRun } from './canvas.ts';
import type { GraphicsState, Paint } from './state.ts';

/** Marks of one form that are kept, and of all. */
const MOST_OF_A_FORM = 20_000;
const MOST = 60_000;

/** What a form told its canvas, in order. */
type Step = (canvas: Canvas) => void;

/** A form as it was drawn in a certain state: drawn in the same one it tells the same. */
export interface Recording {
  readonly state: GraphicsState;
  readonly layer: LayerState;
  readonly steps: readonly Step[];
}

/** Passes marks on and keeps them, up to a bound. */
export class Recorder implements Canvas {
  readonly #to: Canvas;
  #steps: Step[] | undefined = [];

  constructor(to: Canvas) {
    this.#to = to;
  }

  /** Undefined where there were too many. */
  get steps(): readonly Step[] | undefined {
    return this.#steps;
  }

  text(run: TextRun): void {
    this.#to.text(run);
    // The bytes are a view of what may be used again.
    const bytes = this.#steps === undefined ? run.bytes : run.bytes.slice();
    // Each time another run: those who keep runs tell them apart.
    this.#keep((canvas) => canvas.text({ ...run, bytes, line: [...run.line] }));
  }

  paint(painting: Painting): void {
    this.#to.paint(painting);
    this.#keep((canvas) => canvas.paint(painting));
  }

  begin(begun: Begun): void {
    this.#to.begin?.(begun);
    this.#keep((canvas) => canvas.begin?.(begun));
  }

  end(): void {
    this.#to.end?.();
    this.#keep((canvas) => canvas.end?.());
  }

  #keep(step: Step): void {
    if (this.#steps === undefined) return;
    this.#steps.push(step);
    if (this.#steps.length > MOST_OF_A_FORM) this.#steps = undefined;
  }
}

/** The letterhead of a thousand pages: a form that is drawn again as it was drawn before is not read again. */
export class Recordings {
  readonly #forms = new Map<number, Recording>();
  #kept = 0;

  of(object: number, state: GraphicsState, layer: LayerState): Recording | undefined {
    const known = this.#forms.get(object);
    return known !== undefined && known.layer === layer && isSame(known.state, state) ? known : undefined;
  }

  keep(object: number, recording: Recording): void {
    this.#kept += recording.steps.length - (this.#forms.get(object)?.steps.length ?? 0);
    if (this.#kept > MOST) {
      this.#forms.clear();
      this.#kept = recording.steps.length;
    }
    this.#forms.set(object, recording);
  }
}

const LISTS = ['ctm', 'clip', 'inner'] as const;
const PAINTS = ['fill', 'stroke'] as const;
const COMPARED: ReadonlySet<string> = new Set([...LISTS, ...PAINTS]);

function isSame(a: GraphicsState, b: GraphicsState): boolean {
  return (
    LISTS.every((key) => a[key].every((value, at) => value === b[key][at])) &&
    PAINTS.every((key) => isSamePaint(a[key], b[key])) &&
    (Object.keys(a) as (keyof GraphicsState)[]).every((key) => COMPARED.has(key) || a[key] === b[key])
  );
}

const isSamePaint = (a: Paint, b: Paint): boolean =>
  a.space === b.space &&
  a.colour === b.colour &&
  a.none === b.none &&
  a.pattern === b.pattern &&
  a.isDoubtful === b.isDoubtful;
