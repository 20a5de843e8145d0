import { isBroken, PdfError, type PdfErrorCode } from '../errors.ts';
import { intersect } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfStream, PdfValue } from '../syntax/values.ts';
import type { Canvas, LayerState, Maker } from './canvas.ts';
import { execute } from './execute.ts';
import { every } from './layers.ts';
import { type Matrix, multiply } from './matrix.ts';
import { Operands } from './operands.ts';
import type { DrawOptions } from './options.ts';
import type { Outline } from './outline.ts';
import { type Content, makerOf, splitsToken } from './parts.ts';
import { Path } from './path.ts';
import type { Category, Resources } from './resources.ts';
import { Setting } from './setting.ts';
import { type Shared, sharedOf } from './shared.ts';
import { GraphicsState } from './state.ts';
import { TextLine } from './textline.ts';
import { TextObject } from './textobject.ts';
import { Tokens } from './tokens.ts';

/** Forms within forms, patterns and glyphs. */
const DEPTH = 28;
/** Graphics states saved at a time. */
const SAVED = 50_000;
/** What an operator costs beside its bytes, and what a stream does that is drawn. */
const OPERATOR = 4;
const STREAM = 150;
const BATCH = 8192;
/** Clipping paths within each other that are kept; of more, the last. */
const MOST_CLIPS = 8;

/** Reads content streams (ISO 32000-2 §7.8) and tells a canvas their marks. */
export class Interpreter {
  readonly pdf: Pdf;
  canvas: Canvas;
  readonly shared: Shared;
  operands = new Operands();
  path = new Path();
  text = new TextObject();
  readonly line = new TextLine();
  readonly setting = new Setting();
  tokens: Tokens;
  state: GraphicsState;
  resources: Resources;
  maker: Maker = {};
  /** Of the optional content around what is drawn. */
  layer: LayerState = 'on';
  /** The layers around each open marked content. */
  marked: LayerState[] = [];
  /** Of `W` and `W*`: the next path becomes the clip. */
  clipping: 'no' | 'nonzero' | 'evenodd' = 'no';
  /** Between `BI` and `ID`. */
  image = false;
  /** Within a Type 3 glyph. */
  glyph = false;
  /** Within the cell of a tiling pattern. */
  tiled = false;
  /** Colour operators count for nothing (a glyph with d1, an uncoloured pattern). */
  uncoloured = false;
  /** The matrix that patterns build on: that of the page or form. */
  base: Matrix;
  /** All that is seen of the canvas. */
  readonly area: Box;
  readonly #options: DrawOptions;
  readonly #told = new Set<string>();
  readonly #doubted = new Set<number | undefined>();
  readonly #active = new Set<number>();
  #stack: GraphicsState[] = [];
  /** For each depth of nesting, used again: an operator that draws a stream goes on with its own afterwards. */
  readonly #rooms: { operands: Operands; path: Path }[] = [];
  #depth = 0;
  #work = 0;

  /** Within a form, a pattern or the look of an annotation, which number their marked content for themselves (§14.7.5). */
  get isNested(): boolean {
    return this.#depth > 0 || this.maker.annotation !== undefined;
  }

  constructor(pdf: Pdf, canvas: Canvas, options: DrawOptions, page: PageSpace) {
    this.pdf = pdf;
    this.canvas = canvas;
    this.shared = sharedOf(pdf);
    this.#options = options;
    this.resources = page.resources;
    this.maker = page.maker;
    this.base = page.matrix;
    this.area = page.clip;
    this.state = new GraphicsState(page.matrix, page.clip);
    this.tokens = new Tokens(new Uint8Array(0), this.operands, { ambiguous: () => {} });
  }

  save(): void {
    if (this.#stack.length >= SAVED) throw new PdfError('too_deep', 'Too many graphics states are saved');
    this.state.moves = this.text.moves;
    this.#stack.push(this.state);
    this.state = this.state.copy();
  }

  /** Of more restores than saves the surplus counts for nothing, as for most readers. */
  restore(): void {
    const { text } = this;
    if (this.#stack.length === 0) this.ambiguous(this.tokens.start);
    this.state = this.#stack.pop() ?? this.state;
    if (text.open && this.state.moves !== text.moves) text.doubtful = true;
  }

  /** Counts work; see `Pdf.spend`. */
  spend(units: number): void {
    this.#work += units;
    if (this.#work < BATCH) return;
    this.pdf.spend(this.#work);
    this.#work = 0;
  }

  /** Counts what is left to count. */
  settle(): void {
    this.pdf.spend(this.#work);
    this.#work = 0;
  }

  /** Visibility of a group or membership dictionary, within what is drawn now. */
  layered(value: PdfValue | undefined): LayerState {
    if (value === undefined) return this.layer;
    const { layers } = this.shared;
    if (layers.isDoubtful(value)) this.ambiguous(this.tokens.start);
    const state = this.#options.layer?.(value) ?? layers.state(value);
    return every([this.layer, state]);
  }

  /** Whether the caller says itself what is visible. */
  get hasOwnLayers(): boolean {
    return this.#options.layer !== undefined;
  }

  /** Whether marks are told with all that they are. */
  get isPrecise(): boolean {
    return this.#options.precise === true;
  }

  /** Within a glyph or an uncoloured pattern, where colours count for nothing. */
  get isPartOfGlyph(): boolean {
    return this.glyph || this.uncoloured;
  }

  /** How often something could not be read; what was told already counts too. */
  unreadableCount = 0;

  unreadable(code: PdfErrorCode, object: number | undefined): void {
    this.unreadableCount++;
    const key = `${code} ${object}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#options.unreadable?.({ code, ...(object === undefined ? {} : { object }) });
  }

  /** Tells of the notation that begins at a byte of the content: readers differ on what it shows. */
  ambiguous(at: number): void {
    const { object } = this.maker;
    if (this.#doubted.has(object)) return;
    this.#doubted.add(object);
    const { bytes } = this.tokens;
    this.#options.ambiguous?.({ ...(object === undefined ? {} : { object }), bytes, at });
  }

  /** What `read` gives; what cannot be read is told, and undefined. */
  attempt<T>(value: PdfValue | undefined, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.unreadable(error.code, value?.type === 'ref' ? value.number : error.object);
      return undefined;
    }
  }

  /** What the content calls so; not resolved. */
  resource(category: Category, name: string): PdfValue | undefined {
    const own = this.resources.get(category, name);
    // Layers say of contents only whether they are shown, and many writers leave some out.
    if (category !== 'Properties' && this.resources.isDoubtful(category, name))
      this.ambiguous(this.tokens.start);
    if (own !== undefined) return own;
    const outer = this.resources.around(category, name);
    if (outer !== undefined) this.ambiguous(this.tokens.start);
    return outer;
  }

  /** A content stream, decoded; undefined where it cannot be. What cannot be read of it is told. */
  content(value: PdfValue, stream: PdfStream): Uint8Array | undefined {
    const object = value.type === 'ref' ? value.number : undefined;
    const bytes = this.attempt(value, () => this.shared.content(stream, object));
    if (bytes !== undefined && this.shared.isBroken(bytes)) this.unreadable('broken_stream', object);
    return bytes;
  }

  /** Has another canvas told what `work` draws, in the present state or another one. */
  listen(canvas: Canvas, work: () => void, state = this.state): void {
    const { canvas: before, state: present } = this;
    this.canvas = canvas;
    this.state = state;
    try {
      work();
    } finally {
      this.canvas = before;
      this.state = present;
    }
  }

  /**
   * Draws a stream within the present one: `prepare` sets the state for it, which ends with it. One that is being
   * drawn already is passed over.
   */
  nest(value: PdfValue, stream: PdfStream, resources: Resources, prepare: () => void): void {
    const object = value.type === 'ref' ? value.number : undefined;
    this.spend(STREAM);
    if (object !== undefined && this.#active.has(object)) {
      this.unreadable('loop', object);
      return;
    }
    if (this.#depth >= DEPTH) throw new PdfError('too_deep', 'Forms are nested too deeply');
    const bytes = this.content(value, stream);
    if (bytes === undefined) return;
    const { tokens, operands, path, clipping, resources: before, maker, layer, marked, state } = this;
    const { glyph, tiled, uncoloured, base, text } = this;
    const stack = this.#stack;
    this.#depth++;
    if (object !== undefined) this.#active.add(object);
    this.#stack = [];
    const room = this.#rooms[this.#depth] ?? { operands: new Operands(), path: new Path() };
    this.#rooms[this.#depth] = room;
    this.operands = room.operands;
    this.path = room.path;
    this.state = state.copy();
    this.marked = [];
    this.resources = resources;
    this.text = new TextObject();
    try {
      prepare();
      this.run({ bytes, parts: [{ end: bytes.length, object }] });
    } finally {
      if (object !== undefined) this.#active.delete(object);
      this.#depth--;
      this.#stack = stack;
      Object.assign(this, { tokens, operands, path, clipping, resources: before, maker, layer });
      Object.assign(this, { marked, state, glyph, tiled, uncoloured, base, text });
    }
  }

  /** Draws content in the present state. */
  run({ bytes, parts }: Content): void {
    const { operands } = this;
    const ends = new Set(parts.slice(0, -1).map(({ end }) => end - 1));
    const tokens = new Tokens(bytes, operands, { ambiguous: (at) => this.ambiguous(at), ends });
    const { annotation } = this.maker;
    let part = -1;
    let border = 0;
    let last = 0;
    this.tokens = tokens;
    this.path.clear();
    this.clipping = 'no';
    operands.count = 0;
    try {
      while (tokens.next()) {
        if (tokens.start >= border) {
          while (tokens.start >= border && part < parts.length - 1) {
            if (part >= 0 && (operands.goOver(border - 1) || splitsToken(bytes, border - 1)))
              this.ambiguous(border - 1);
            border = parts[++part]?.end ?? 0;
          }
          this.maker = makerOf(parts[part]?.object, annotation);
          if (part === parts.length - 1) border = Number.POSITIVE_INFINITY;
        }
        this.spend(tokens.pos - last + OPERATOR);
        last = tokens.pos;
        execute(this, tokens.start, tokens.pos);
        // The data of an inline image.
        if (tokens.pos > border) this.ambiguous(tokens.start);
        operands.count = 0;
      }
      this.spend(bytes.length - last);
    } finally {
      // Marked content ends with its stream, where nothing else ends it.
      while (this.marked.pop() !== undefined) this.canvas.end?.();
    }
  }

  /** Narrows the clip: `outer` is what it lets through at most, `inner` what it surely does. */
  clipTo(outer: Box, inner: Box | undefined, outline?: Outline): void {
    const { state } = this;
    if (outline !== undefined) state.clips = [...state.clips.slice(1 - MOST_CLIPS), outline];
    else if (inner === undefined) state.vague = true;
    state.clip = intersect(state.clip, outer);
    state.inner = inner === undefined ? [0, 0, 0, 0] : intersect(state.inner, inner);
  }

  transform(matrix: Matrix): void {
    this.state.ctm = multiply(matrix, this.state.ctm);
  }
}

/** Where drawing begins. */
export interface PageSpace {
  matrix: Matrix;
  clip: Box;
  resources: Resources;
  maker: Maker;
}
