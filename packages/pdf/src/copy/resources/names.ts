import type { Category, Resources } from '../../content/resources.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { TextState } from '../content/textstate.ts';
import type { Copying } from '../copying.ts';
import { dictText } from '../written.ts';
import { colourSpace } from './colour.ts';
import { fontOf } from './font.ts';
import { graphicsState } from './graphicsstate.ts';
import { patternOf } from './pattern.ts';
import { shadingOf } from './shading.ts';
import { xObject } from './xobject.ts';

type Named = Exclude<Category, 'Properties'>;

/** The order in which categories are written, and what their names begin with. */
const LETTERS: readonly (readonly [Named, string])[] = [
  ['ExtGState', 'G'],
  ['ColorSpace', 'C'],
  ['Pattern', 'P'],
  ['Shading', 'S'],
  ['XObject', 'X'],
  ['Font', 'F'],
];
/** Spaces that stand in for those of devices (ISO 32000-2 §8.6.5.6): no operator names them. */
const DEFAULTS = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'];

/** The resources that a content uses, copied and named anew in the order of their first use. */
export class ResourceNames {
  readonly #copy: Copying;
  readonly #resources: Resources;
  readonly #names = new Map<string, string | undefined>();
  /** Of each category, names by what is written. */
  readonly #written = new Map<Named, Map<string, string>>();

  constructor(copy: Copying, resources: Resources) {
    this.#copy = copy;
    this.#resources = resources;
  }

  /** The value of a resource, not resolved. */
  value(category: Category, name: string): PdfValue | undefined {
    return this.#copy.attempt(() => this.#resources.get(category, name));
  }

  /** The new name of a resource, of one that is drawn as `text` has it; undefined where there is none that can be copied. */
  use(category: Named, name: string, text?: TextState): string | undefined {
    const key = `${category}/${this.#copy.textKey(text)}/${name}`;
    if (this.#names.has(key)) return this.#names.get(key);
    // One that shows itself finds nothing.
    this.#names.set(key, undefined);
    const value = this.value(category, name);
    const copied = value === undefined ? undefined : this.#copied(category, value, text);
    const made = copied === undefined ? undefined : this.add(category, copied);
    this.#names.set(key, made);
    return made;
  }

  /** The name of a font that no resource names. */
  useFont(value: PdfValue): string | undefined {
    const text = fontOf(this.#copy, value, this.#resources);
    return text === undefined ? undefined : this.add('Font', text);
  }

  /** Readers show text whose font is missing in one of their own. */
  fallbackFont(): string {
    return this.add('Font', this.#copy.fallbackFont);
  }

  /** The entries of an inline image, whose colour space may be a resource. */
  withSpace(image: PdfDict): PdfDict {
    const space = image.entries.get('ColorSpace');
    const named = space?.type === 'name' ? this.value('ColorSpace', space.value) : undefined;
    if (named === undefined) return image;
    return { ...image, entries: new Map(image.entries).set('ColorSpace', named) };
  }

  /** Names what is written already. */
  add(category: Named, text: string): string {
    const names = this.#written.get(category) ?? new Map<string, string>();
    this.#written.set(category, names);
    const known = names.get(text);
    if (known !== undefined) return known;
    const letter = LETTERS.find(([one]) => one === category)?.[1] ?? '';
    const name = `${letter}${names.size}`;
    names.set(text, name);
    return name;
  }

  /** The dictionary of what was used. */
  get text(): string {
    return dictText(
      LETTERS.flatMap(([category]) => {
        const named = [...(this.#written.get(category) ?? [])];
        const list = [
          ...named.map(([text, name]) => [name, text] as const),
          ...(category === 'ColorSpace' ? this.#defaults() : []),
        ];
        return list.length === 0 ? [] : [[category, dictText(list)] as const];
      }),
    );
  }

  #defaults(): [string, string][] {
    return DEFAULTS.flatMap((name): [string, string][] => {
      const value = this.#copy.attempt(() => this.#resources.get('ColorSpace', name));
      const text = value === undefined ? undefined : colourSpace(this.#copy, value);
      return text === undefined ? [] : [[name, text]];
    });
  }

  #copied(category: Named, value: PdfValue, text: TextState | undefined): string | undefined {
    const copy = this.#copy;
    switch (category) {
      case 'Font':
        return fontOf(copy, value, this.#resources);
      case 'XObject':
        return xObject(copy, value, this.#resources, text);
      case 'Pattern':
        return patternOf(copy, value, this.#resources);
      case 'ExtGState':
        return graphicsState(copy, value);
      case 'Shading':
        return shadingOf(copy, value);
      case 'ColorSpace':
        return colourSpace(copy, value);
    }
  }
}
