import { TextObject } from '../../content/textobject.ts';
import { numberText } from '../written.ts';
import { advanceOf, type TextState } from './textstate.ts';

/** Strings of a line whose advance is not yet known. */
const MOST_PENDING = 1000;
/** Text rendering modes that add to the clip (§9.3.6) have this bit. */
const CLIPS = 4;

/**
 * The text objects that are written, and where text stands. Contents may show text outside of a text object, or save and
 * restore within one; readers differ on where such text stands. Written anew it stands in a text object of its own, which
 * begins where the interpreter has it (ISO 32000-2 §9.4.1). So it is where the whole state is known: not in glyphs,
 * which begin in the state of the text that shows them. A form is written for that state.
 */
export class TextPlace {
  readonly #put: (...parts: readonly string[]) => void;
  readonly #isKnown: boolean;
  readonly #depend: () => void;
  readonly #source = new TextObject();
  /** Strings that were shown since the line began; what they advance by is looked up where it is needed. */
  #pending: { text: TextState; shown: Uint8Array }[] = [];
  /** One is written that has not ended. */
  #isOpen = false;
  /** It did not begin where that of the source did: lines within it are not counted from its beginning. */
  #isAbsolute = false;
  /** Text in it becomes part of the clip where it ends. */
  #clips = false;

  /** `isKnown`: whether it is known in which state the content begins; `depend` is told where something is placed by it. */
  constructor(put: (...parts: readonly string[]) => void, isKnown: boolean, depend: () => void) {
    this.#put = put;
    this.#depend = depend;
    this.#isKnown = isKnown;
  }

  begin(): void {
    this.end();
    this.#source.begin();
    this.#pending = [];
    this.#open(false);
  }

  end(): void {
    if (this.#isOpen) this.#put('ET');
    this.#isOpen = false;
    this.#clips = false;
  }

  /** Before `q` and `Q`, which may not stand in a text object. One that makes a clip goes on: it is made where that ends. */
  pause(): void {
    if (this.#isKnown && !this.#clips) this.end();
  }

  /** Before what may not stand in a text object, where the source had none. */
  leave(): void {
    if (this.#isAbsolute && !this.#clips) this.end();
  }

  /** Before text is shown. */
  reach({ mode }: TextState): void {
    if (!this.#isOpen) this.#depend();
    if (!this.#isOpen && this.#isKnown) {
      this.#advance();
      this.#open(true);
      this.#putMatrix(this.#source.matrix);
    }
    if (mode >= CLIPS) this.#clips = true;
  }

  /** `Td`, `TD`, `T*`: whether the operator is to be written, which leads elsewhere in a text object that began elsewhere. */
  next(x: number, y: number): boolean {
    this.#source.next(x, y);
    this.#pending = [];
    if (!this.#isKnown) return true;
    if (this.#isOpen && this.#isAbsolute) this.#putMatrix(this.#source.line);
    return this.#isOpen && !this.#isAbsolute;
  }

  /** `Tm`; six numbers. */
  set([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): void {
    this.#source.set(a, b, c, d, e, f);
    this.#pending = [];
    if (this.#isOpen || !this.#isKnown) this.#putMatrix(this.#source.line);
  }

  /** A string was shown or left out. */
  pass(text: TextState, shown: Uint8Array): void {
    if (!this.#isKnown) return;
    this.#pending.push({ text, shown });
    if (this.#pending.length >= MOST_PENDING) this.#advance();
  }

  /** TJ moved by so many thousandths of an em. */
  move(text: TextState, adjustment: number): void {
    if (this.#isKnown) this.#along(text, (-adjustment / 1000) * text.size);
  }

  #open(isAbsolute: boolean): void {
    this.#put('BT');
    this.#isOpen = true;
    this.#isAbsolute = isAbsolute;
  }

  #advance(): void {
    for (const { text, shown } of this.#pending) this.#along(text, advanceOf(text, shown));
    this.#pending = [];
  }

  /** Along the line, in text space before it is scaled. */
  #along({ font, scale }: TextState, distance: number): void {
    if (font?.vertical === true) this.#source.advance(0, distance);
    else this.#source.advance(distance * scale, 0);
  }

  #putMatrix(matrix: readonly number[]): void {
    this.#put(...matrix.map(numberText), 'Tm');
  }
}
