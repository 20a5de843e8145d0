import type { InlineReader } from '../../content/inline.ts';
import { Operands } from '../../content/operands.ts';
import { operatorAt } from '../../content/operators/table.ts';
import { Tokens } from '../../content/tokens.ts';
import { ascii, latin1 } from '../../syntax/bytes.ts';
import type { Copying, SourceContent } from '../copying.ts';
import type { ResourceNames } from '../resources/names.ts';
import { numberText } from '../written.ts';
import { MarkedContent } from './marked.ts';
import { COLOUR, type Components, HOW_MANY, OUTSIDE_TEXT, PAINTING, useOf } from './operators.ts';
import { SPECIAL } from './special.ts';
import { TextPlace } from './textplace.ts';
import { NO_TEXT, SETS, type TextState } from './textstate.ts';

/** Longest operator (ISO 32000-2 Annex A). */
const LONGEST = 3;
/** What an operator costs beside its bytes. */
const OPERATOR = 4;

/** Reads one content as the interpreter does, and writes it again in one syntax. */
export class ContentWriter implements InlineReader {
  readonly copy: Copying;
  readonly content: SourceContent;
  readonly names: ResourceNames;
  readonly pdf;
  readonly maker;
  readonly tokens: Tokens;
  readonly operands = new Operands();
  readonly marked: MarkedContent;
  /** Of each state that is saved. */
  readonly saved: { text: TextState; components: Components }[] = [];
  text: TextState;
  components: Components = {};
  readonly place: TextPlace;
  /** First byte behind `BI`; negative outside of an inline image. */
  image = -1;
  /** Colours count for nothing. */
  isUncoloured: boolean;
  readonly #out: string[] = [];

  constructor(copy: Copying, content: SourceContent, names: ResourceNames) {
    this.copy = copy;
    this.content = content;
    this.names = names;
    this.pdf = copy.pdf;
    this.maker = content.object === undefined ? {} : { object: content.object };
    this.place = new TextPlace(
      (...parts) => this.put(...parts),
      content.text !== undefined,
      () => this.depend(),
    );
    this.text = content.text ?? NO_TEXT;
    this.isUncoloured = content.kind === 'uncoloured';
    this.tokens = new Tokens(content.bytes, this.operands, { ambiguous: () => this.ambiguous() });
    this.marked = new MarkedContent(copy, names, this.tokens, this.operands);
  }

  /** The state of text, where it is known. */
  get knownText(): TextState | undefined {
    return this.content.text === undefined ? undefined : this.text;
  }

  /** What is written holds for the state of text alone that the content begins in. */
  depend(): void {
    this.copy.dependsOnText = true;
  }

  ambiguous(): void {
    this.copy.leftOut.add('ambiguous', { page: this.copy.page });
  }

  unreadable(): void {
    this.copy.unreadable('An image within the content does not end');
  }

  /** The content; what it leaves open is ended. */
  write(): Uint8Array {
    const { tokens } = this;
    let last = 0;
    while (tokens.next()) {
      this.pdf.spend(tokens.pos - last + OPERATOR);
      last = tokens.pos;
      this.#operator(tokens.start, tokens.pos);
      this.operands.count = 0;
    }
    this.place.end();
    for (let open = this.marked.openCount; open > 0; open--) this.put('EMC');
    for (const _ of this.saved) this.put('Q');
    return ascii(this.#out.join(''));
  }

  put(...parts: readonly string[]): void {
    this.#out.push(parts.join(' '), '\n');
  }

  /** `Qq`: operators that follow each other without a space are several. */
  #operator(start: number, end: number): void {
    const { bytes } = this.tokens;
    if (operatorAt(bytes, start, end) !== undefined) {
      this.#run(latin1(bytes, start, end));
      return;
    }
    for (let to = Math.min(end - 1, start + LONGEST); to > start; to--) {
      if (operatorAt(bytes, start, to) === undefined) continue;
      this.ambiguous();
      this.#operator(start, to);
      if (this.tokens.pos === end) this.tokens.pos = to;
      return;
    }
    const detail = latin1(bytes, start, Math.min(end, start + 32));
    this.copy.leftOut.add('unknown_operator', { page: this.copy.page, detail });
  }

  #run(operator: string): void {
    if (OUTSIDE_TEXT.has(operator)) this.place.leave();
    const count = HOW_MANY[operator];
    if (count !== undefined) this.#plain(operator, count);
    else if (PAINTING.has(operator)) this.put(this.marked.isHidden ? 'n' : operator);
    else SPECIAL[operator]?.(this, operator);
  }

  /** An operator that takes so many numbers, the last ones before it; without them it is passed over. */
  #plain(operator: string, count: number): void {
    const { operands } = this;
    const from = operands.numbers(count);
    if (from < 0 || (this.isUncoloured && COLOUR.has(operator))) return;
    const set = SETS[operator];
    if (set !== undefined) this.text = { ...this.text, [set]: operands.last };
    if (operator === 'Tz') this.text = { ...this.text, scale: operands.last / 100 };
    if (COLOUR.has(operator)) this.components = { ...this.components, [useOf(operator)]: undefined };
    // What it paints has no colour of its own from here on.
    if (operator === 'd1') this.isUncoloured ||= this.content.kind === 'glyph';
    const numbers: string[] = [];
    for (let at = from; at < operands.count; at++) numbers.push(numberText(operands.at(at)));
    this.put(...numbers, operator);
  }
}
