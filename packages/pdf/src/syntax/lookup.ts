import { PdfError } from '../errors.ts';
import { decodeText } from './strings.ts';
import type { IndirectObject, PdfArray, PdfDict, PdfString, PdfValue } from './values.ts';

const REFERENCE_STEPS = 32;

/**
 * Values of a file by what they should be, through references. What is `null`, missing, of another type or referred to
 * by a dangling reference is `undefined`.
 */
export abstract class Lookup {
  abstract object(number: number): IndirectObject | undefined;
  abstract stringBytes(string: PdfString, most?: number): Uint8Array;
  abstract spend(units: number): void;

  /** Follows references. */
  resolve = (value: PdfValue | undefined): PdfValue | undefined => {
    let at = value;
    for (let step = 0; at?.type === 'ref'; step++) {
      if (step >= REFERENCE_STEPS) throw new PdfError('loop', 'References refer to each other');
      const object = this.object(at.number);
      at = object?.generation === at.generation ? object.value : undefined;
    }
    return at?.type === 'null' ? undefined : at;
  };

  /** The dictionary that `value` is or refers to; a stream counts as its dictionary. */
  dict(value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.resolve(value);
    if (resolved?.type === 'stream') return resolved.dict;
    return resolved?.type === 'dict' ? resolved : undefined;
  }

  array(value: PdfValue | undefined): PdfArray | undefined {
    const resolved = this.resolve(value);
    if (resolved?.type !== 'array') return undefined;
    this.spend(resolved.items.length);
    return resolved;
  }

  name(value: PdfValue | undefined): string | undefined {
    const resolved = this.resolve(value);
    return resolved?.type === 'name' ? resolved.value : undefined;
  }

  number(value: PdfValue | undefined): number | undefined {
    const resolved = this.resolve(value);
    return resolved?.type === 'number' ? resolved.value : undefined;
  }

  boolean(value: PdfValue | undefined): boolean | undefined {
    const resolved = this.resolve(value);
    return resolved?.type === 'boolean' ? resolved.value : undefined;
  }

  /** A text string, decoded; of a longer one at least the first `most` characters. */
  text(value: PdfValue | undefined, most?: number): string | undefined {
    const resolved = this.resolve(value);
    return resolved?.type === 'string' ? decodeText(this.stringBytes(resolved, most)) : undefined;
  }

  /** Four finite numbers as x0 ≤ x1, y0 ≤ y1. */
  rectangle(value: PdfValue | undefined): [number, number, number, number] | undefined {
    const items = this.array(value)?.items;
    if (items?.length !== 4) return undefined;
    const [a, b, c, d] = items.map((item) => this.number(item));
    if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
    return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  }
}
