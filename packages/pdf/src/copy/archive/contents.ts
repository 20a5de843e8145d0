import { type Font, loadFont } from '../../content/font/font.ts';
import { DICT, Operands } from '../../content/operands.ts';
import { Resources } from '../../content/resources.ts';
import { Tokens } from '../../content/tokens.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfRef, PdfValue } from '../../syntax/values.ts';
import type { Colours } from './colours.ts';
import { isNameAllowed, isRenderingIntent, LONGEST_STRING } from './objects.ts';
import type { Tell } from './obstacles.ts';

/** States that are saved at a time (ISO 19005-2 §6.1.13). */
const MOST_SAVED = 28;
/** Text that paints nothing (ISO 32000-2 Table 104). */
const INVISIBLE = 3;
const OPERATOR = 4;

/** The codes that text shows in a font, each with its bytes: those that paint, and those that do not. */
export interface FontUse {
  font: PdfRef;
  painted: Map<number, Uint8Array>;
  invisible: Map<number, Uint8Array>;
}

/** What decides how a string counts. */
interface TextState {
  font: PdfRef | undefined;
  mode: number;
}

/** Which device an operator sets a colour of, and what a resource may say instead (ISO 32000-2 §8.6.5.6). */
const COLOURS: Readonly<Record<string, string>> = {
  ...{ g: 'DeviceGray', G: 'DeviceGray', rg: 'DeviceRGB', RG: 'DeviceRGB', k: 'DeviceCMYK', K: 'DeviceCMYK' },
};

/** Reads the contents of a copy, which have one syntax, for what PDF/A asks of their operators and of the text they show. */
export class Contents {
  readonly #pdf: Pdf;
  readonly #colours: Colours;
  readonly #tell: Tell;
  /** By the object number of the font. */
  readonly fonts = new Map<number, FontUse>();

  constructor(pdf: Pdf, colours: Colours, tell: Tell) {
    this.#pdf = pdf;
    this.#colours = colours;
    this.#tell = tell;
  }

  /** The contents of an object: of a page, a form, a pattern, or the glyphs of a font. */
  read(value: PdfValue): void {
    const pdf = this.#pdf;
    const { entries } = value.type === 'stream' ? value.dict : value.type === 'dict' ? value : NOTHING;
    const resources = entries.get('Resources');
    if (value.type === 'stream') {
      if (pdf.name(entries.get('Subtype')) === 'Form' || entries.has('PatternType'))
        this.#scan(value, resources);
      return;
    }
    if (pdf.name(entries.get('Type')) === 'Page') this.#scan(entries.get('Contents'), resources);
    if (pdf.name(entries.get('Subtype')) !== 'Type3') return;
    for (const glyph of pdf.dict(entries.get('CharProcs'))?.entries.values() ?? [])
      this.#scan(glyph, resources);
  }

  #scan(value: PdfValue | undefined, named: PdfValue | undefined): void {
    const pdf = this.#pdf;
    const stream = pdf.resolve(value);
    if (stream?.type !== 'stream') return;
    const resources = new Resources(pdf, named);
    const operands = new Operands();
    const tokens = new Tokens(pdf.decoded(stream), operands, { ambiguous: () => {} });
    const saved: TextState[] = [];
    let state: TextState = { font: undefined, mode: 0 };
    let last = 0;
    while (tokens.next()) {
      pdf.spend(tokens.pos - last + OPERATOR);
      last = tokens.pos;
      const operator = latin1(tokens.bytes, tokens.start, tokens.pos);
      if (operator === 'q') saved.push(state);
      if (saved.length > MOST_SAVED) this.#tell('limit');
      if (operator === 'Q') state = saved.pop() ?? state;
      if (operator === 'Tr') state = { ...state, mode: operands.last };
      if (operator === 'Tf') state = { ...state, font: fontIn(resources, tokens.name(operands.count - 2)) };
      if (operator === 'Tj' || operator === 'TJ') this.#show(tokens, state);
      this.#judge(operator, tokens, resources);
      operands.count = 0;
    }
  }

  #judge(operator: string, tokens: Tokens, resources: Resources): void {
    const { operands } = tokens;
    const name = tokens.name(operands.count - 1);
    if (operator === 'ri' && !isRenderingIntent(name)) this.#tell('rendering_intent');
    const device = operator === 'cs' || operator === 'CS' ? name : COLOURS[operator];
    if (
      device !== undefined &&
      resources.get('ColorSpace', device.replace('Device', 'Default')) === undefined
    )
      this.#colours.device(device);
    for (let at = 0; at < operands.count; at++) {
      if (!isNameAllowed(tokens.name(at))) this.#tell('limit');
      const length = (operands.end[at] ?? 0) - (operands.start[at] ?? 0);
      if (operands.kind[at] === DICT && length > LONGEST_STRING) this.#tell('limit');
    }
  }

  #show(tokens: Tokens, { font: ref, mode }: TextState): void {
    const font = loadFont(this.#pdf, ref);
    for (let at = 0; at < tokens.operands.count; at++) {
      if (!tokens.isString(at)) continue;
      const bytes = tokens.string(at);
      if (bytes.length > LONGEST_STRING) this.#tell('limit');
      if (bytes.length === 0) continue;
      // The font of whatever draws the content.
      if (font === undefined || ref === undefined) this.#tell('font_dictionary');
      else this.#note(font, ref, mode === INVISIBLE ? 'invisible' : 'painted', bytes);
    }
  }

  #note(font: Font, ref: PdfRef, how: 'painted' | 'invisible', bytes: Uint8Array): void {
    const use = this.fonts.get(ref.number) ?? { font: ref, painted: new Map(), invisible: new Map() };
    this.fonts.set(ref.number, use);
    let at = 0;
    for (const { code, length } of font.codes(bytes)) {
      if (!use[how].has(code)) use[how].set(code, bytes.slice(at, at + length));
      at += length;
    }
  }
}

const NOTHING = { entries: new Map<string, PdfValue>() };

function fontIn(resources: Resources, name: string): PdfRef | undefined {
  const value = resources.get('Font', name);
  return value?.type === 'ref' ? value : undefined;
}
