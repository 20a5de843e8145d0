import { openPdf, type Placement, pageAt, type SignatureOptions, shownSize } from '@websign/pdf';
import { signatureFont } from '@websign/ports';
import { ports } from '../long-term.ts';

const font = signatureFont();

/** A stamp in the lower left corner of a page, as large as the page takes; undefined where it takes none. */
export function visibleOn(
  bytes: Uint8Array,
  page = 1,
  y = 10,
): Pick<SignatureOptions, 'visible'> | undefined {
  const size = shownSize(pageAt(openPdf(bytes, ports), page));
  if (size.width < 60 || size.height < y + 25) return undefined;
  const placement: Placement = {
    page,
    x: 10,
    y,
    width: Math.min(200, size.width - 20),
    height: Math.min(60, size.height - y - 10),
  };
  return {
    visible: {
      placement,
      text: { name: 'Ελένη Παπαδοπούλου', lines: [{ label: 'Λόγος', value: 'Έγκριση' }] },
      font,
    },
  };
}
