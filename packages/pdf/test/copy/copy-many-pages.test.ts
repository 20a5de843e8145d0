import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { judgedBy, lacks, latin1, qpdfMessages, refuses } from '../support.ts';
import { contents, copied, make } from './copied.ts';

const PAGES = 1000;
/** What a page may take in units of work; and of the octets of the file, how many the copy has. */
const WORK = 3600;
const GROWTH = 2;
const [IMAGE, FORM, LOOK] = [5001, 5002, 5003];

/** Pages with words of their own, a picture and a letterhead that all share, a stamp, and a link to the page behind. */
function document(count: number): Uint8Array {
  return make({
    pages: Array.from({ length: count }, (_, at) => ({
      content: `/Fm Do BT /F1 12 Tf 72 700 Td (Page ${at + 1}) Tj ET q 20 0 0 20 72 600 cm /Im Do Q`,
      entries:
        `/Resources<</Font<</F1 3 0 R>>/XObject<</Im ${IMAGE} 0 R/Fm ${FORM} 0 R>>>>` +
        `/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[100 100 200 140]/AP<</N ${LOOK} 0 R>>>>` +
        `<</Type/Annot/Subtype/Link/Rect[72 50 200 60]/Dest[${Math.min(at + 1, count - 1)} /Fit]>>]`,
    })),
    more: [
      {
        number: IMAGE,
        body: streamBody(
          Uint8Array.from({ length: 400 }, (_, at) => at * 7),
          '/Type/XObject/Subtype/Image/Width 20/Height 20/BitsPerComponent 8/ColorSpace/DeviceGray',
          'flate',
        ),
      },
      {
        number: FORM,
        body: streamBody(
          '0.9 g 0 780 595 60 re f',
          '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<<>>',
        ),
      },
      {
        number: LOOK,
        body: streamBody(
          '1 0 0 RG 0 0 100 40 re S',
          '/Type/XObject/Subtype/Form/BBox[0 0 100 40]/Resources<<>>',
        ),
      },
    ],
  });
}

/** The bounds that so many pages may be copied in: work that grows with the pages and no faster, and a file about as large. */
const bounds = (count: number, bytes: Uint8Array, work = WORK) => ({
  readBytes: work * count - 8 * bytes.length,
  fileBytes: GROWTH * bytes.length,
});

describe('CPY-4 a safe copy of a thousand pages', () => {
  const original = document(PAGES);
  const { bytes } = copied(original, bounds(PAGES, original));

  it('has all of them, in order, each with its words', () => {
    const texts = contents(bytes).map((content) => /\((.*)\) Tj/.exec(content)?.[1]);
    expect(texts).toEqual(Array.from({ length: PAGES }, (_, at) => `Page ${at + 1}`));
  });

  it('holds once what they share', () => {
    const text = latin1(bytes);
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(1);
    expect(text.match(/\/Subtype \/Form/g)).toHaveLength(2);
    expect(text.match(/\/BaseFont/g)).toHaveLength(1);
  });

  it('takes as much work for each page as that of a tenth of them, and no less would do', () => {
    const few = document(PAGES / 10);
    expect(copied(few, bounds(PAGES / 10, few)).bytes.length).toBeLessThan(bytes.length / 9);
    refuses('too_many_objects', () => copied(original, bounds(PAGES, original, WORK / 2)));
  });

  it('is the same octets each time', () => {
    expect(Buffer.compare(copied(original).bytes, bytes)).toBe(0);
  });

  it.skipIf(lacks('qpdf'))(judgedBy(['qpdf'], 'which qpdf finds sound'), () => {
    expect(qpdfMessages(bytes)).toEqual([]);
  });
});
