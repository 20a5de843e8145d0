import { readable } from '../../errors.ts';
import { startsWith } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Rule } from './met.ts';
import { nameOf } from './text.ts';

/** How the data of a picture begin: JPEG's start of image; JPEG 2000 as a file, and as a bare code stream. */
const BEGINNINGS: ReadonlyMap<string, readonly (readonly number[])[]> = new Map([
  ['DCTDecode', [[0xff, 0xd8]]],
  [
    'JPXDecode',
    [
      [0, 0, 0, 12, 0x6a, 0x50],
      [0xff, 0x4f, 0xff, 0x51],
    ],
  ],
]);

/**
 * How a JPEG begins that was made to be exchanged for another one without a change of its SHA-1 digest: all that came
 * of the published collision share this comment.
 */
const COLLISION = '\xff\xd8\xff\xfe\x00$SHA-1 is dead!!!!!';

/**
 * An image whose data are of another format than its filter names: viewers that go by the data show it, those that
 * go by the filter do not.
 */
export const pictureData: Rule = ({ pdf, dict, stream, report }) => {
  if (stream === undefined || nameOf(pdf, dict.entries.get('Subtype')) !== 'Image') return;
  const filter = onlyFilter(pdf, dict);
  const beginnings = filter === undefined ? undefined : BEGINNINGS.get(filter);
  if (beginnings === undefined) return;
  const data = readable(() => pdf.streamData(stream));
  if (data === undefined || data.length === 0) return;
  const fits = beginnings.some((beginning) => beginning.every((octet, at) => data[at] === octet));
  if (!fits) report('unknown_filter', `/${filter}`);
  if (startsWith(data, 0, COLLISION)) report('exploit_pattern', 'SHA-1');
};

function onlyFilter(pdf: Pdf, dict: PdfDict): string | undefined {
  const filter = readable(() => pdf.resolve(dict.entries.get('Filter')));
  if (filter?.type !== 'array') return nameOf(pdf, filter);
  return filter.items.length === 1 ? nameOf(pdf, filter.items[0]) : undefined;
}
