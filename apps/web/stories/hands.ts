import i18next, { type TFunction } from 'i18next';
import { later } from './world/clock.ts';

/** The development server reads every module anew when it starts. */
export const patienceMs = 30_000;
const lookMs = 20;
const pressable = 'button, a[href], summary, label';

/** What a person does with a screen, by the words that it shows in the language it is in. */
export interface Hands {
  t: TFunction;
  /** Presses the button, link or box of that name, once it is there. */
  press: (name: string) => Promise<void>;
  /** Whether a button, link or box of that name is in sight. */
  has: (name: string) => boolean;
  /** Types into the field of that label. */
  fill: (label: string, value: string) => Promise<void>;
  key: (key: string) => Promise<void>;
  /** Gives files to the drop area. */
  drop: (...files: File[]) => Promise<void>;
  /** Waits until these words are in sight. */
  see: (words: string) => Promise<void>;
  /** Waits until the page of the document is drawn. */
  seePage: () => Promise<void>;
  later: (ms: number) => void;
}

/** Waits until `look` finds something; what is missing fails the story. */
async function find<T>(what: string, look: () => T | null | undefined | false): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`the story waited in vain for ${what}`);
    await new Promise((again) => setTimeout(again, lookMs));
  }
}

/** A modal dialog hides all the rest. */
const room = (): Element => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
const words = (element: Element): string => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? words(element);
const inSight = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

/** The one of exactly that name, else one whose name begins so; buttons before links, which may be called alike. */
function named<T extends Element>(selector: string, name: string): T | null {
  const kinds = selector.split(', ');
  const all = kinds.flatMap((kind) => [...room().querySelectorAll<T>(kind)]).filter(inSight);
  return all.find((one) => nameOf(one) === name) ?? all.find((one) => nameOf(one).startsWith(name)) ?? null;
}

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (element: Element | null | undefined): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

function fieldOf(label: string): Field | null {
  const found = named<HTMLLabelElement>('label', label)?.control ?? named('input, textarea', label);
  return isField(found) ? found : null;
}

/** React listens to the browser's own event and reads the value that the element itself holds. */
function type(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

export const hands: Hands = {
  t: i18next.t,
  press: async (name) => {
    const found = await find(`«${name}»`, () => named<HTMLElement>(pressable, name));
    found.focus();
    found.click();
  },
  has: (name) => named(pressable, name) !== null,
  fill: async (label, value) => type(await find(`the field «${label}»`, () => fieldOf(label)), value),
  key: async (key) => {
    const target = document.activeElement ?? document.body;
    for (const kind of ['keydown', 'keyup'])
      target.dispatchEvent(new KeyboardEvent(kind, { key, bubbles: true, cancelable: true }));
  },
  drop: async (...files) => {
    const input = await find('the drop area', () =>
      document.querySelector<HTMLInputElement>('input[type=file]'),
    );
    const data = new DataTransfer();
    for (const file of files) data.items.add(file);
    input.files = data.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  },
  see: async (text) => {
    await find(`«${text}»`, () => words(room()).includes(text));
  },
  seePage: async () => {
    await find('a page', () => document.querySelector('canvas[data-drawn=true]'));
  },
  later,
};
