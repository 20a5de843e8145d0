import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import {
  dictOf,
  either,
  entriesOf,
  integer,
  listOf,
  name,
  number,
  oneOf,
  type Schema,
  sharedDict,
  string,
  type Writer,
} from '../schema.ts';
import { streamOf } from '../stream.ts';

const SYSTEM: Schema = { Registry: string, Ordering: string, Supplement: integer };
export const systemInfo = dictOf(SYSTEM);

/** What is said of a CMap: of one that builds on another, that one first (§9.7.5.4). */
export const cmapEntries = (copy: Copying, dict: PdfDict): [string, string][] =>
  entriesOf(copy, dict, {
    Type: oneOf('CMap'),
    CMapName: name,
    CIDSystemInfo: systemInfo,
    WMode: integer,
    UseCMap: (one, value) => either(name, cmap)(one, value),
  });
export const cmap: Writer = streamOf('cmap', cmapEntries);

const differences = listOf(either(number, name), 0, 1024);
export const encoding: Writer = either(
  name,
  sharedDict('encoding', { Type: oneOf('Encoding'), BaseEncoding: name, Differences: differences }),
);
