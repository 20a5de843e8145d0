import { streamBody, type TestDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect, pageAt } from '../../src/index.ts';
import { judgedBy, lacks, latin1, open, qpdfMessages } from '../support.ts';
import { contents, copied, everything, found, make } from './copied.ts';

const IMAGE = streamBody(
  Uint8Array.from({ length: 48 }, (_, at) => at * 5),
  '/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/ColorSpace/DeviceRGB/Metadata 100 0 R/Alternates[]',
  'flate',
);
const document: TestDocument = {
  catalog: '/Lang(el-GR)',
  pages: [
    {
      entries:
        '/Rotate 450/CropBox[0 0 300 400]/PieceInfo<</X<<>>>>/Thumb 101 0 R/Resources<</Font<</F1 3 0 R>>/XObject<</Im 101 0 R/Fm 102 0 R>>>>' +
        '/Annots[<</Type/Annot/Subtype/Link/Rect[10 10 50 20]/Border[0 0 0]/A<</S/URI/URI(https://example.org/a)>>>>]',
      content:
        'q 100.50 0 0 1e 1 0 0 1 0 0 cm Q BT /F1 24 Tf 72 70 Td (Caf\\351 \\(1\\)) Tj ET q 50 0 0 50 10 10 cm /Im Do Q /Fm Do',
    },
    {},
  ],
  more: [
    { number: 100, body: streamBody('<x:xmpmeta/>', '/Type/Metadata/Subtype/XML') },
    { number: 101, body: IMAGE },
    {
      number: 102,
      body: streamBody(
        '0.5 g 0 0 10 10 re f',
        '/Type/XObject/Subtype/Form/BBox[0 0 10 10]/PieceInfo<<>>/LastModified(D:2020)/Group<</S/Transparency/I true>>',
      ),
    },
  ],
};

describe('CPY-1 a safe copy', () => {
  it('is a whole file that the strict reader opens and the inspection finds nothing in', () => {
    const { bytes, leftOut } = copied(make(document));
    const pdf = open(bytes);
    expect(pdf.sections).toHaveLength(1);
    expect(found(bytes)).toEqual([]);
    expect([...new Set(leftOut.map(({ kind }) => kind))]).toEqual(['ambiguous', 'unknown_operator']);
  });

  it('shows its pages where they are shown, with text that is text', () => {
    const { bytes } = copied(make(document));
    const page = pageAt(open(bytes), 1);
    expect([page.mediaBox, page.cropBox, page.rotate]).toEqual([[0, 0, 300, 400], [0, 0, 300, 400], 90]);
    expect(contents(bytes)[0]).toContain('BT\n/F0 24 Tf\n72 70 Td\n<436166e920283129> Tj\nET\n');
  });

  it('holds no entry but those that showing takes', () => {
    const { bytes } = copied(make(document));
    expect(latin1(bytes)).not.toMatch(
      /PieceInfo|Thumb|Alternates|LastModified|XObject\/Subtype\/Image\/Width 4.*Metadata/,
    );
    expect(latin1(bytes)).toContain('/Group <</S /Transparency/I true>>');
  });

  it('keeps links to the web', () => {
    const { findings } = inspect(open(copied(make(document)).bytes));
    expect(findings).toEqual([
      {
        kind: 'web_link',
        page: 1,
        object: expect.any(Number),
        rect: [10, 10, 50, 20],
        excerpt: 'https://example.org',
        revision: 1,
      },
    ]);
  });

  it('keeps title, author and language as plain texts, in both places', () => {
    const bytes = Buffer.from(
      latin1(
        make({
          ...document,
          more: [
            ...(document.more ?? []),
            {
              number: 103,
              body: '<</Title(A < B)/Author<FEFF0391>/Producer(P)/CreationDate(D:2020)/Trapped/True>>',
            },
          ],
        }),
      ).replace('/Root', '/Info 103 0 R/Root'),
      'latin1',
    );
    const copy = copied(bytes).bytes;
    expect(latin1(copy)).toContain('<</Title (A < B)/Author <FEFF0391>>>');
    expect(everything(copy)).toContain('<rdf:li xml:lang="x-default">A &#60; B</rdf:li>');
    expect(everything(copy)).toContain('<rdf:li>el-GR</rdf:li>');
    expect(latin1(copy)).not.toMatch(/Producer|CreationDate/);
  });

  it('is the same for the same file, and of a copy is that copy', () => {
    for (const kind of ['table', 'stream', 'objstm'] as const) {
      const { bytes } = copied(make(document, kind));
      expect(copied(make(document, kind)).bytes).toEqual(bytes);
      expect(copied(bytes)).toEqual({ bytes, leftOut: [], letters: '' });
    }
  });

  it.skipIf(lacks('qpdf'))(judgedBy(['qpdf'], 'passes qpdf without a word'), () => {
    expect(qpdfMessages(copied(make(document)).bytes)).toEqual([]);
  });
});
