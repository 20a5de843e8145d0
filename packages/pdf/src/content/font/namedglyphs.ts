import { glyphText } from './glyphnames.ts';

/** Forms of a character, and numbers in place of its name: encodings name none of them. */
const VARIANT = /[._]|^u(?:ni)?[0-9A-F]{4}|^afii\d|(?:oldstyle|superior|inferior|fitted|tab|small)$/;

/** The glyphs of a font program by their names. */
export class NamedGlyphs<T> {
  readonly #byName = new Map<string, T>();
  readonly #byText = new Map<string, T>();
  /** Texts whose glyph has the name that encodings give it. */
  readonly #plain = new Set<string>();

  get size(): number {
    return this.#byName.size + this.#byText.size;
  }

  /** Of several glyphs with one name readers take the first. */
  add(name: string, glyph: T): void {
    if (!this.#byName.has(name)) this.#byName.set(name, glyph);
    const text = glyphText(name);
    if (text !== undefined) this.#note(text, glyph, !VARIANT.test(name));
  }

  /** A glyph of which only is known what the name that encodings give it says. */
  addText(text: string, glyph: T): void {
    this.#note(text, glyph, true);
  }

  /** The glyph of a name or of a character, else one whose name says the same. */
  find(name: string): T | undefined {
    return this.#byName.get(name) ?? this.#byText.get(glyphText(name) ?? name);
  }

  #note(text: string, glyph: T, isPlain: boolean): void {
    if (this.#byText.has(text) && (!isPlain || this.#plain.has(text))) return;
    this.#byText.set(text, glyph);
    if (isPlain) this.#plain.add(text);
  }
}
