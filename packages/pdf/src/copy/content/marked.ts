import { DICT, NAME, type Operands } from '../../content/operands.ts';
import type { Tokens } from '../../content/tokens.ts';
import { PdfError, readable } from '../../errors.ts';
import { Parser } from '../../syntax/parser.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import type { ResourceNames } from '../resources/names.ts';
import { entriesOf, type Schema, string } from '../schema.ts';
import { dictText, nameText, numberText } from '../written.ts';

/** Marked content within marked content; some writers never end it. */
const OPEN = 50_000;
/** What is copied and read aloud instead of the content, and in which language (ISO 32000-2 §14.9). */
const SAID: Schema = { Lang: string, Alt: string, ActualText: string, E: string };

/** Marked content (§14.6): what is not shown is left out with it, and what says nothing is written without marks. */
export class MarkedContent {
  readonly #copy: Copying;
  readonly #names: ResourceNames;
  readonly #tokens: Tokens;
  readonly #operands: Operands;
  /** Of each that is open, whether it is shown and whether it was written. */
  readonly #open: { isShown: boolean; isWritten: boolean }[] = [];
  #hidden = 0;

  constructor(copy: Copying, names: ResourceNames, tokens: Tokens, operands: Operands) {
    this.#copy = copy;
    this.#names = names;
    this.#tokens = tokens;
    this.#operands = operands;
  }

  /** Within optional content that is off. */
  get isHidden(): boolean {
    return this.#hidden > 0;
  }

  get openCount(): number {
    return this.#open.filter(({ isWritten }) => isWritten).length;
  }

  /** Begins marked content, `BDC` or `BMC`; gives how that is written, if it is. */
  begin(hasProperties: boolean, isPage: boolean): string | undefined {
    if (this.#open.length >= OPEN) throw new PdfError('too_deep', 'Marked content is nested too deeply');
    const last = this.#operands.count - 1;
    const tag = this.#tokens.name(hasProperties ? last - 1 : last);
    const value = hasProperties ? this.#properties(last) : undefined;
    const isShown = tag !== 'OC' || this.#copy.isShown(value);
    const text = tag === 'OC' ? undefined : this.#written(tag, value, isPage);
    this.#open.push({ isShown, isWritten: text !== undefined });
    if (!isShown) this.#hidden++;
    return text;
  }

  /** Ends the marked content that began last; whether that is written. */
  end(): boolean {
    const ended = this.#open.pop();
    if (ended?.isShown === false) this.#hidden--;
    return ended?.isWritten === true;
  }

  #properties(at: number): PdfValue | undefined {
    const { kind, start } = this.#operands;
    if (kind[at] === NAME) return this.#names.value('Properties', this.#tokens.name(at));
    if (kind[at] !== DICT) return undefined;
    return readable(() => new Parser(this.#tokens.bytes, start[at] ?? 0, this.#copy.limits).value());
  }

  #written(tag: string, value: PdfValue | undefined, isPage: boolean): string | undefined {
    if (tag === 'Artifact') return '/Artifact BMC';
    const dict = this.#copy.attempt(() => this.#copy.pdf.dict(value));
    if (dict === undefined || tag === '') return undefined;
    const entries = entriesOf(this.#copy, dict, SAID);
    const content = isPage ? this.#content(dict) : undefined;
    if (content !== undefined) entries.unshift(['MCID', numberText(content)]);
    return entries.length === 0 ? undefined : `${nameText(tag)} ${dictText(entries)} BDC`;
  }

  /** Its number in the structure tree, where that goes along and leads to it. */
  #content({ entries }: PdfDict): number | undefined {
    const { page, structure, pdf } = this.#copy;
    const content = this.#copy.attempt(() => pdf.number(entries.get('MCID')));
    if (page === undefined || content === undefined) return undefined;
    return structure?.claim(page, content) === true ? content : undefined;
  }
}
