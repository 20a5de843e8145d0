import { Layers } from '../content/layers.ts';
import type { Resources } from '../content/resources.ts';
import { isBroken, PdfError, readable } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { PdfPorts } from '../ports.ts';
import { type EmbeddedFont, FONT_OBJECTS, fontObjects } from '../sign/appearance/index.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { Objects } from '../write/objects.ts';
import { type Written, written } from '../write/splice.ts';
import type { TextState } from './content/textstate.ts';
import type { Lettering } from './face.ts';
import type { LeftOutList } from './leftout.ts';

/** Forms within patterns within glyphs. */
const DEPTH = 28;

/** Which strings of which content are not seen. */
export interface Hidden {
  /** `object` holds the content; of a page's own content, `page` is its number. `at`: first byte of the operator. */
  has(object: number | undefined, page: number | undefined, at: number): boolean;
}

/** Content as it stands in the file. */
export interface SourceContent {
  bytes: Uint8Array;
  /** Object number of the stream, where it has one and is no page's. */
  object: number | undefined;
  /** `uncoloured`: colours count for nothing in it. */
  kind: 'page' | 'form' | 'glyph' | 'uncoloured';
  /** The state of text that it begins in; undefined where that is not known. */
  text: TextState | undefined;
}

/** Contents that share their resources, written anew. */
export interface Drawn {
  bodies: Uint8Array[];
  /** The dictionary of resources that they use. */
  resources: string;
}

/** Writes contents anew, with what they use of `resources`. */
export type WriteContents = (
  copy: Copying,
  contents: readonly SourceContent[],
  resources: Resources,
) => Drawn;

type Write = (resolved: PdfValue) => string | undefined;

/** A copy in the making: what is read, what is written already, and what was left out. */
export class Copying {
  readonly pdf: Pdf;
  readonly ports: PdfPorts;
  readonly limits: Limits;
  readonly objects = new Objects();
  readonly leftOut: LeftOutList;
  /** As the screen shows them: paper may differ. */
  readonly layers: Layers;
  readonly hidden: Hidden;
  readonly #write: WriteContents;
  /** The structure tree that goes along, where one does. */
  structure: { claim(page: number, content: number): boolean; holds(page: number): boolean } | undefined;
  /** Where links lead to within the document. */
  destinations: { of(dict: PdfDict): string | undefined } | undefined;
  /** Counted from 1: the page that is being written. */
  page: number | undefined;
  /** How many parts of what is shown could not be read. */
  broken = 0;
  /** What is being written is so for the state of text alone that it is shown in. */
  dependsOnText = false;
  #bytes = 0;
  #depth = 0;
  #lastId = 0;
  #fallback: string | undefined;
  #ours: string | undefined;
  readonly lettering: Lettering | undefined;
  /** Characters of values that no font at hand has. */
  readonly letters = new Set<string>();
  readonly #ids = new WeakMap<object, number>();
  /** Of what depends on it, the state of text that it was first written for. */
  readonly #textStates = new Map<string, string>();
  readonly #known = new Map<string, string | undefined>();
  readonly #active = new Set<string>();

  constructor(pdf: Pdf, write: WriteContents, hidden: Hidden, leftOut: LeftOutList, lettering?: Lettering) {
    this.lettering = lettering;
    this.pdf = pdf;
    this.ports = pdf.ports;
    this.limits = pdf.limits;
    this.layers = new Layers(pdf, 'View');
    this.hidden = hidden;
    this.#write = write;
    this.leftOut = leftOut;
  }

  content(contents: readonly SourceContent[], resources: Resources): Drawn {
    return this.#write(this, contents, resources);
  }

  /** What `read` gives; of what cannot be read undefined, and it is told. */
  attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.unreadable(error.message);
      return undefined;
    }
  }

  unreadable(detail: string): void {
    this.broken++;
    this.leftOut.add('unreadable', { page: this.page, detail });
  }

  resolve(value: PdfValue | undefined): PdfValue | undefined {
    return this.attempt(() => this.pdf.resolve(value));
  }

  /** The font that stands in for one that is missing. */
  get fallbackFont(): string {
    this.#fallback ??= this.add('<</Type /Font/Subtype /Type1/BaseFont /Helvetica>>');
    return this.#fallback;
  }

  /** The font of `lettering`, once it is asked for. */
  fontOf(font: EmbeddedFont): string {
    if (this.#ours === undefined) {
      const numbers = Array.from({ length: FONT_OBJECTS }, () => this.objects.allocate());
      for (const { number, value } of fontObjects(font, numbers, this.ports)) this.put(number, value);
      this.#ours = `${numbers[0]} 0 R`;
    }
    return this.#ours;
  }

  /** A number that tells some resources, or a font, from others. */
  idOf(one: object): number {
    const id = this.#ids.get(one) ?? ++this.#lastId;
    this.#ids.set(one, id);
    return id;
  }

  /** What tells a state of text from others. */
  textKey(text: TextState | undefined): string {
    if (text === undefined) return 'unknown';
    const { font, size, char, word, scale, leading, mode } = text;
    return [font === undefined ? 0 : this.idOf(font), size, char, word, scale, leading, mode].join(' ');
  }

  /** Adds an object and gives its reference. Throws `too_large` past the bounds of a file. */
  add(body: Written): string {
    const bytes = written(body);
    this.#count(bytes);
    return `${this.objects.add(bytes)} 0 R`;
  }

  /** The same under a number that was allocated before. */
  put(number: number, body: Written): void {
    const bytes = written(body);
    this.#count(bytes);
    this.objects.put(number, bytes);
  }

  #count(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.limits.fileBytes) throw new PdfError('too_large', 'The copy is too large');
  }

  /**
   * What `write` makes of a value, once for each object and kind of use; undefined where it makes nothing, and within
   * itself. `variant` tells apart what may be made of it. Throws `too_deep`.
   */
  once(kind: string, value: PdfValue, write: Write, variant = ''): string | undefined {
    const key = value.type === 'ref' ? `${kind} ${value.number}` : undefined;
    const known = `${key}/${variant}`;
    if (key !== undefined && this.#known.has(known)) return this.#known.get(known);
    if (key !== undefined && this.#active.has(key)) {
      this.unreadable('An object shows itself');
      return undefined;
    }
    if (this.#depth >= DEPTH) throw new PdfError('too_deep', 'What is shown is nested too deeply');
    this.#depth++;
    if (key !== undefined) this.#active.add(key);
    try {
      const resolved = this.resolve(value);
      const made = resolved === undefined ? undefined : this.attempt(() => write(resolved));
      if (key !== undefined) this.#known.set(known, made);
      return made;
    } finally {
      if (key !== undefined) this.#active.delete(key);
      this.#depth--;
    }
  }

  /** {@link once}; once for each state of text where what it makes depends on the one that it is shown in. */
  onceIn(text: TextState | undefined, kind: string, value: PdfValue, write: Write): string | undefined {
    const key = value.type === 'ref' ? `${kind} ${value.number}` : '';
    const state = this.textKey(text);
    const first = this.#textStates.get(key) ?? state;
    const around = this.dependsOnText;
    this.dependsOnText = this.#textStates.has(key);
    const made = this.once(kind, value, write, first === state ? '' : state);
    if (this.dependsOnText && key !== '') this.#textStates.set(key, first);
    // What shows it does so, too.
    this.dependsOnText ||= around;
    return made;
  }

  /** Whether optional content (§8.11) that is named so is shown. */
  isShown(value: PdfValue | undefined): boolean {
    if (value === undefined) return true;
    const state = readable(() => this.layers.state(value)) ?? 'on';
    if (this.layers.any)
      this.leftOut.add(state === 'off' ? 'layer_hidden' : 'layer_merged', { detail: this.#layerName(value) });
    return state !== 'off';
  }

  #layerName(value: PdfValue): string | undefined {
    return readable(() => this.pdf.text(this.pdf.dict(value)?.entries.get('Name'), 100));
  }
}
