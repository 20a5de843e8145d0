import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import type { Font } from '../../src/content/font/font.ts';
import { loadFont } from '../../src/content/font/font.ts';
import type { Limits } from '../../src/index.ts';
import { open } from '../support.ts';

/** The font of object 100, among other objects. */
export function fontOf(body: string, more: TestObject[] = [], limits: Partial<Limits> = {}): Font {
  const objects = documentObjects({ more: [{ number: 100, body }, ...more] });
  const pdf = open(writePdf({ kind: 'table', objects }), limits);
  const font = loadFont(pdf, pdf.object(100) && ref(100));
  if (font === undefined) throw new Error('no font');
  return font;
}

export const ref = (number: number) =>
  ({ type: 'ref', number, generation: 0, source: new Uint8Array(0), start: 0, end: 0 }) as const;

/** A stream object, deflated. */
export const flate = (number: number, data: string | Uint8Array, entries = ''): TestObject => ({
  number,
  body: streamBody(data, entries, 'flate'),
});

export const toUnicode = (sections: string): string =>
  `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Adobe-Identity-UCS def\n${sections}\nendcmap\nend end`;

export const bytes = (...codes: number[]): Uint8Array => Uint8Array.from(codes);
export const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');
