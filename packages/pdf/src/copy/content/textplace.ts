import { TextObject } from '../../content/textobject.ts';
import { numberText } from '../written.ts';
import { adjustmentOf, type TextState } from './textstate.ts';

/** What was shown since the line began, and how its text was set. */
interface Step {
  text: TextState;
  /** A string, or what TJ moves by. */
  shown: Uint8Array | number;
}

/**
 * The text objects that are written, and where text stands. Contents may show text outside of a text object, or save and
 * restore within one; readers differ on where such text stands. Written anew it stands in a text object of its own, which
 * begins where the interpreter has it (ISO 32000-2 §9.4.1).
 */
export class TextPlace {
  readonly #put: (...parts: readonly string[]) => void;
  readonly #source = new TextObject();
  /** Followed only where a text object begins in the middle of a line. */
  readonly #steps: Step[] = [];
  /** One is written that has not ended. */
  #isOpen = false;
  /** It did not begin where that of the source did: lines within it are not counted from its beginning. */
  #isAbsolute = false;

  constructor(put: (...parts: readonly string[]) => void) {
    this.#put = put;
  }

  begin(): void {
    this.end();
    this.#source.begin();
    this.#steps.length = 0;
    this.#open(false);
  }

  end(): void {
    if (this.#isOpen) this.#put('ET');
    this.#isOpen = false;
  }

  /** Before text is shown. */
  reach(): void {
    if (this.#isOpen) return;
    for (const { text, shown } of this.#steps.splice(0)) this.#follow(text, shown);
    this.#open(true);
    this.#putMatrix(this.#source.matrix);
  }

  /** `Td`, `TD`, `T*`: whether the operator is to be written, which leads elsewhere in a text object that began elsewhere. */
  next(x: number, y: number): boolean {
    this.#source.next(x, y);
    this.#steps.length = 0;
    if (this.#isOpen && this.#isAbsolute) this.#putMatrix(this.#source.line);
    return this.#isOpen && !this.#isAbsolute;
  }

  /** `Tm`; six numbers. */
  set([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): void {
    this.#source.set(a, b, c, d, e, f);
    this.#steps.length = 0;
    if (this.#isOpen) this.#putMatrix(this.#source.line);
  }

  /** Text was shown, or moved over. */
  pass(text: TextState, shown: Uint8Array | number): void {
    this.#steps.push({ text, shown });
  }

  #open(isAbsolute: boolean): void {
    this.#put('BT');
    this.#isOpen = true;
    this.#isAbsolute = isAbsolute;
  }

  #follow(text: TextState, shown: Uint8Array | number): void {
    const adjustment = typeof shown === 'number' ? shown : adjustmentOf(text, shown);
    const distance = (-adjustment / 1000) * text.size;
    if (text.font?.vertical === true) this.#source.advance(0, distance);
    else this.#source.advance(distance * text.scale, 0);
  }

  #putMatrix(matrix: readonly number[]): void {
    this.#put(...matrix.map(numberText), 'Tm');
  }
}
