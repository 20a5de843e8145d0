import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import type { LayerState } from './canvas.ts';

const DEPTH = 16;
/** What a document is shown for. */
export const EVENTS = ['View', 'Print', 'Export'] as const;

/**
 * Visibility of optional content as the default configuration says (ISO 32000-2 §8.11.4): of a group or a membership
 * dictionary, by reference or in place. `conditional` differs between screen, print and export, or by zoom, language
 * or user.
 */
export class Layers {
  readonly #pdf: Pdf;
  readonly #off = new Set<number>();
  readonly #on = new Set<number>();
  /** Categories of the usage that a viewer applies by itself, by group. */
  readonly #automatic = new Map<number, Set<string>>();
  readonly #base: string;
  readonly #known = new Map<number, LayerState>();
  /** Whether the document has optional content at all. */
  readonly any: boolean;

  readonly #event: (typeof EVENTS)[number] | undefined;

  /** `event`: what alone it is shown for; what differs between the others is not conditional then. */
  constructor(pdf: Pdf, event?: (typeof EVENTS)[number]) {
    this.#pdf = pdf;
    this.#event = event;
    const properties = pdf.dict(pdf.catalog.entries.get('OCProperties'));
    this.any = properties !== undefined;
    const standard = pdf.dict(properties?.entries.get('D'));
    this.#base = pdf.name(standard?.entries.get('BaseState')) ?? 'ON';
    for (const number of this.#numbers(standard, 'OFF')) this.#off.add(number);
    for (const number of this.#numbers(standard, 'ON')) this.#on.add(number);
    for (const item of pdf.array(standard?.entries.get('AS'))?.items ?? []) {
      const usage = pdf.dict(item);
      const categories = pdf.array(usage?.entries.get('Category'))?.items ?? [];
      for (const number of this.#numbers(usage, 'OCGs')) {
        const known = this.#automatic.get(number) ?? new Set();
        for (const category of categories) known.add(pdf.name(category) ?? '');
        this.#automatic.set(number, known);
      }
    }
  }

  /**
   * Of the value of an /OC entry, or of a property list. Without /OCProperties (§8.11.4.2) a document has no optional
   * content: most readers show all of it, whatever membership dictionaries say.
   */
  state = (value: PdfValue | undefined): LayerState => (this.any ? this.#state(value, 0) : 'on');

  /** Whether some readers hide what most show: they ask membership dictionaries, or a group's usage, of a document without groups as well. */
  isDoubtful = (value: PdfValue): boolean =>
    !this.any && (this.#state(value, 0) !== 'on' || this.#isOffByUsage(value));

  #isOffByUsage(value: PdfValue): boolean {
    const usage = this.#pdf.dict(this.#pdf.dict(value)?.entries.get('Usage'))?.entries;
    return EVENTS.some(
      (event) => this.#pdf.name(this.#pdf.dict(usage?.get(event))?.entries.get(`${event}State`)) === 'OFF',
    );
  }

  #state(value: PdfValue | undefined, depth: number): LayerState {
    const pdf = this.#pdf;
    pdf.spend(1);
    if (depth > DEPTH || value === undefined) return 'on';
    const number = value.type === 'ref' ? value.number : undefined;
    const known = number === undefined ? undefined : this.#known.get(number);
    if (known !== undefined) return known;
    const dict = pdf.dict(value);
    if (dict === undefined) return 'on';
    const member = pdf.name(dict.entries.get('Type')) === 'OCMD' || dict.entries.has('OCGs');
    // A membership dictionary that is a member of itself.
    if (number !== undefined) this.#known.set(number, 'on');
    const state = member ? this.#membership(dict, depth) : this.#group(dict, number);
    if (number !== undefined) this.#known.set(number, state);
    return state;
  }

  #group(dict: PdfDict, number: number | undefined): LayerState {
    if (number === undefined) return 'on';
    const off = this.#off.has(number) || (this.#base === 'OFF' && !this.#on.has(number));
    const plain = off ? 'off' : 'on';
    const categories = this.#automatic.get(number);
    const usage = this.#pdf.dict(dict.entries.get('Usage'));
    if (categories === undefined || usage === undefined) return plain;
    for (const category of ['Zoom', 'Language', 'User']) {
      if (categories.has(category) && usage.entries.has(category)) return 'conditional';
    }
    const events = this.#event === undefined ? EVENTS : [this.#event];
    const states = events.map((event) => {
      if (!categories.has(event)) return plain;
      const wish = this.#pdf.name(this.#pdf.dict(usage.entries.get(event))?.entries.get(`${event}State`));
      return wish === undefined ? plain : wish === 'OFF' ? 'off' : 'on';
    });
    const [screen = plain] = states;
    return states.every((state) => state === screen) ? screen : 'conditional';
  }

  /** §8.11.2.2: an expression, else a policy over groups. */
  #membership(dict: PdfDict, depth: number): LayerState {
    const expression = this.#pdf.resolve(dict.entries.get('VE'));
    if (expression?.type === 'array') return this.#expression(expression, depth + 1);
    const value = dict.entries.get('OCGs');
    const list = this.#pdf.array(value)?.items ?? (value === undefined ? [] : [value]);
    const states = list
      .filter((item) => this.#pdf.dict(item) !== undefined)
      .map((item) => this.#state(item, depth + 1));
    const policy = this.#pdf.name(dict.entries.get('P'));
    // Without groups it has no effect; some readers hide what is shown where all of them are off.
    if (states.length === 0) return policy === 'AllOff' && list.length > 0 ? 'conditional' : 'on';
    switch (policy) {
      case 'AllOn':
        return every(states);
      case 'AllOff':
        return every(states.map(not));
      case 'AnyOff':
        return some(states.map(not));
      default:
        return some(states);
    }
  }

  #expression(value: PdfValue, depth: number): LayerState {
    const list = this.#pdf.array(value)?.items;
    if (list === undefined) return this.#state(value, depth);
    if (depth > DEPTH) return 'conditional';
    const [operator, ...rest] = list;
    const states = rest.map((item) => this.#expression(item, depth + 1));
    switch (this.#pdf.name(operator)) {
      case 'Not':
        return not(states[0] ?? 'off');
      case 'Or':
        return some(states);
      default:
        return every(states);
    }
  }

  #numbers(dict: PdfDict | undefined, key: string): number[] {
    const items: PdfValue[] = this.#pdf.array(dict?.entries.get(key))?.items ?? [];
    return items.flatMap((item) => (item.type === 'ref' ? [item.number] : []));
  }
}

/** Shown where all are: also content within content. */
export function every(states: readonly LayerState[]): LayerState {
  if (states.includes('off')) return 'off';
  return states.includes('conditional') ? 'conditional' : 'on';
}

function some(states: readonly LayerState[]): LayerState {
  if (states.includes('on')) return 'on';
  return states.includes('conditional') ? 'conditional' : 'off';
}

function not(state: LayerState): LayerState {
  if (state === 'conditional') return state;
  return state === 'on' ? 'off' : 'on';
}
