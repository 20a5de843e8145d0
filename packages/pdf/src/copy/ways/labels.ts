import { readable } from '../../errors.ts';
import { leavesOf } from '../../revisions/changes/trees.ts';
import { decodeText, textString } from '../../syntax/strings.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { entriesOf, oneOf, type Schema } from '../schema.ts';
import { arrayText, dictText } from '../written.ts';

/** Roman, letters or plain numbers (ISO 32000-2, Table 161). */
const STYLE: Schema = { S: oneOf('D', 'R', 'r', 'A', 'a') };
/** Bytes of what stands before a number. */
const LONGEST_PREFIX = 200;
const PLAIN = '<</S /D>>';

/** What the pages are called (§12.4.2), written anew; undefined where they are only counted. */
export function labelsOf(copy: Copying, pages: number): string | undefined {
  const { pdf } = copy;
  const tree = pdf.catalog.entries.get('PageLabels');
  const leaves = readable(() => leavesOf(pdf, tree, 'Nums'));
  if (leaves === undefined || leaves.size === 0) return undefined;
  pdf.spend(leaves.size);
  const ranges = new Map<number, string>();
  for (const [key, value] of leaves) {
    const first = Number(key);
    const dict = readable(() => pdf.dict(value));
    if (Number.isInteger(first) && first >= 0 && first < pages && dict !== undefined)
      ranges.set(first, label(copy, dict));
  }
  if (ranges.size === 0) return undefined;
  // The tree has to begin with the first page.
  if (!ranges.has(0)) ranges.set(0, PLAIN);
  const nums = [...ranges].sort(([a], [b]) => a - b).map(([first, text]) => `${first} ${text}`);
  return dictText([['Nums', arrayText(nums)]]);
}

function label(copy: Copying, dict: PdfDict): string {
  const { pdf } = copy;
  const said = readable(() => pdf.resolve(dict.entries.get('P')));
  const start = readable(() => pdf.number(dict.entries.get('St')));
  const isStart = start !== undefined && Number.isInteger(start) && start > 1;
  return dictText([
    ...entriesOf(copy, dict, STYLE),
    [
      'P',
      said?.type === 'string' ? textString(decodeText(pdf.stringBytes(said, LONGEST_PREFIX))) : undefined,
    ],
    ['St', isStart ? String(start) : undefined],
  ]);
}
