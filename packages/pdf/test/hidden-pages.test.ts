import { hiddenDocument, streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

const line = (text: string, y = 700): string => `BT /F1 12 Tf 72 ${y} Td (${text}) Tj ET\n`;
const SCAN = 'q 595 0 0 842 0 0 cm /Im Do Q\n';
const WORDS = Array.from({ length: 20 }, (_, at) => line('Words of a scanned page', 800 - at * 30)).join('');
const found = (content: string, next: string[] = []): Finding[] =>
  inspect(open(hiddenDocument({ content, next }))).findings;
const places = (findings: Finding[]): [string, number | undefined][] =>
  findings.map(({ kind, page }) => [kind, page]);

describe('hidden text over the pages of a document', () => {
  it('UP-6: each page has its own, and names the stream that makes it', () => {
    const findings = found(line('seen'), [`1 g ${line('white words')}`, `3 Tr ${line('no ink')}`]);
    expect(findings).toMatchObject([
      { kind: 'same_colour_text', page: 2, object: 101, excerpt: 'white words' },
      { kind: 'invisible_text', page: 3, object: 103, excerpt: 'no ink' },
    ]);
  });

  it('UP-6: painted words behind the pictures of pages: many are a scan, one line a page is a trap', () => {
    const scanned = Array.from({ length: 4 }, () => WORDS + SCAN);
    const last = line('page 6') + SCAN;
    expect(places(found(WORDS + SCAN, [...scanned, last])).map(([kind]) => kind)).toEqual(
      Array.from({ length: 6 }, () => 'ocr_layer'),
    );
    expect(places(found(line('The fee is 900') + SCAN, [line('and 20 more') + SCAN]))).toEqual([
      ['covered_text', 1],
      ['covered_text', 2],
    ]);
  });

  it('SGN-7: a scan of many pages is told of on the first twenty, and warns nowhere', () => {
    const page = `${SCAN}3 Tr ${WORDS}`;
    const findings = found(
      page,
      Array.from({ length: 120 }, () => page),
    );
    expect(places(findings)).toEqual(Array.from({ length: 20 }, (_, at) => ['ocr_layer', at + 1]));
  });

  it('UP-6: content that cannot be read says so, and on which page', () => {
    const bytes = hiddenDocument({
      content: '/Fx Do',
      entries: '/MediaBox[0 0 595 842]/Annots[20 0 R]',
      more: [
        { number: 20, body: '<</Type/Annot/Subtype/Stamp/F 4/Rect[9 9 99 99]/AP<</N 21 0 R>>>>' },
        { number: 21, body: streamBody('x', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/Secret') },
      ],
    });
    expect(inspect(open(bytes)).findings).toContainEqual({
      kind: 'unknown_filter',
      page: 1,
      object: 21,
      excerpt: 'unsupported_filter',
    });
  });

  it.each([
    ['/Rotate 90', '0 1 -1 0 400 100'],
    ['/Rotate 180', '-1 0 0 -1 400 400'],
    ['/Rotate 270/UserUnit 2', '0 -1 1 0 200 600'],
    ['/CropBox[100 100 500 700]', '1 0 0 1 120 300'],
    ['/CropBox[-50 -50 300 300]/UserUnit .5', '.8 .6 -.6 .8 120 120'],
  ])('UP-6: on a page with %s', (entries, matrix) => {
    const content = `BT /F1 12 Tf ${matrix} Tm (white words) Tj ET`;
    const kinds = (before: string, after = ''): string[] =>
      inspect(
        open(
          hiddenDocument({ content: before + content + after, entries: `/MediaBox[0 0 595 842]${entries}` }),
        ),
      ).findings.map(({ kind }) => kind);
    expect(kinds('')).toEqual([]);
    expect(kinds('1 g ')).toEqual(['same_colour_text']);
    expect(kinds('0 0 595 842 re f 1 g ')).toEqual([]);
    expect(kinds('', ' 1 g 0 0 595 842 re f')).toEqual(['covered_text']);
    expect(kinds('q 0 0 5 5 re W n ', ' Q')).toEqual(['clipped_text']);
  });
});
