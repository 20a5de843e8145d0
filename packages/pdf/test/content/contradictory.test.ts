import {
  documentObjects,
  encodeFax,
  jbig2Generic,
  jbig2Page,
  jbig2Refinement,
  streamBody,
  type TestObject,
  type TestSegment,
  writeJbig2,
  writeJpeg,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect, type Pdf } from '../../src/index.ts';
import { open } from '../support.ts';
import { noise } from './jbig2s.ts';
import { pictured, pictureOf } from './jpegs.ts';

const [WIDE, HIGH] = [24, 16];
const SHOWN = noise(WIDE, HIGH, 5, 'areas');
const GREY = '/BitsPerComponent 1/ColorSpace/DeviceGray';

/** A document whose one page shows a picture, with what else stands in it. */
function documentOf(data: Uint8Array, entries: string, width = WIDE, more: readonly TestObject[] = []): Pdf {
  const image = `/Type/XObject/Subtype/Image/Width ${width}/Height ${HIGH}${GREY}${entries}`;
  const page = { content: 'q 99 0 0 99 9 9 cm /I Do Q', entries: '/Resources<</XObject<</I 90 0 R>>>>' };
  const own = { number: 90, body: streamBody(data, image) };
  return open(writePdf({ kind: 'table', objects: documentObjects({ pages: [page], more: [own, ...more] }) }));
}

/** Whether the notation of a picture is told to be ambiguous. */
const isAmbiguous = (...given: Parameters<typeof documentOf>): boolean =>
  inspect(documentOf(...given)).findings.some(({ kind }) => kind === 'ambiguous_syntax');

describe('UP-6: a JBIG2 picture that readers show in several ways', () => {
  const [page, generic] = [jbig2Page(WIDE, HIGH), jbig2Generic(SHOWN)];
  const before = jbig2Generic(noise(WIDE, HIGH, 5, 'rows'), {}, { isIntermediate: true });
  const refined = (form = {}, rows = SHOWN): TestSegment =>
    jbig2Refinement(rows, noise(WIDE, HIGH, 5, 'rows'), form);
  const of = (segments: readonly TestSegment[], width = WIDE): boolean =>
    isAmbiguous(writeJbig2(segments), '/Filter/JBIG2Decode', width);

  it.each<[string, readonly TestSegment[]]>([
    ['of two pages', [page, generic, page, generic]],
    ['of another width', [jbig2Page(WIDE + 8, HIGH), generic]],
    ['of fewer rows', [jbig2Page(WIDE, HIGH - 1), generic]],
    ['with segments behind its end', [page, generic, { type: 49, data: [] }, generic]],
    ['that refines a part of itself', [page, generic, refined({}, SHOWN.slice(0, 8))]],
    ['that refines typical rows', [page, before, { ...refined({ isTypical: true }), references: [1] }]],
  ])('%s', (_, segments) => expect(of(segments)).toBe(true));

  it.each<[string, readonly TestSegment[]]>([
    ['of one', [page, generic]],
    ['of more rows', [jbig2Page(WIDE, HIGH + 5), generic]],
    [
      'of open height',
      [jbig2Page(WIDE, 2 ** 32 - 1, { stripes: 0x8010 }), generic, { type: 50, data: [0, 0, 0, HIGH - 1] }],
    ],
    ['that ends', [page, generic, { type: 49, data: [] }, { type: 51, data: [] }]],
    ['that refines', [page, before, { ...refined(), references: [1] }]],
  ])('SGN-7: not %s', (_, segments) => expect(of(segments)).toBe(false));

  it('SGN-7: not of rows that are padded to an octet', () => {
    expect(of([page, generic], WIDE - 7)).toBe(false);
    expect(of([page, generic], WIDE - 8)).toBe(true);
    expect(of([page, generic], WIDE + 1)).toBe(true);
  });
});

describe('UP-6: a fax that readers show in several ways', () => {
  const data = encodeFax(SHOWN, { k: -1 });
  const of = (columns: string): boolean =>
    isAmbiguous(data, `/Filter/CCITTFaxDecode/DecodeParms<</K -1${columns}>>`);

  it.each(['/Columns 32', '/Columns 16', ''])('of rows of another length: %s', (columns) =>
    expect(of(columns)).toBe(true),
  );
  it('SGN-7: not of its own', () => expect(of(`/Columns ${WIDE}`)).toBe(false));

  it('SGN-7: not of rows that are padded to an octet, which are read', () => {
    const entries = `/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${WIDE}>>`;
    expect(isAmbiguous(data, entries, WIDE - 7)).toBe(false);
    expect(isAmbiguous(data, entries, WIDE - 8)).toBe(true);
    expect(isAmbiguous(data, entries, WIDE + 1)).toBe(true);
    const { light } = pictureOf(documentOf(data, entries, WIDE - 7));
    for (const [y, row] of SHOWN.entries())
      for (let x = 0; x < WIDE - 7; x++)
        expect(light?.((x + 0.5) / (WIDE - 7), 1 - (y + 0.5) / HIGH)).toBe(row[x] === 1 ? 0 : 255);
  });

  it('within the content of a page', () => {
    const of = (columns: number): boolean => {
      const parameters = `/DP[<<>><</K -1/Columns ${columns}>>]`;
      const entries = `/W ${WIDE}/H ${HIGH}/BPC 1/CS/G/F[/AHx/CCF]${parameters}`;
      const content = `q 99 0 0 99 9 9 cm BI ${entries} ID ${Buffer.from(data).toString('hex')}> EI Q`;
      const file = writePdf({ kind: 'table', objects: documentObjects({ pages: [{ content }] }) });
      return inspect(open(file)).findings.some(({ kind }) => kind === 'ambiguous_syntax');
    };
    expect(of(32)).toBe(true);
    expect(of(WIDE)).toBe(false);
  });

  it.each(['SMask', 'Mask'])('that says where another is seen through, by its /%s', (key) => {
    const of = (columns: number): boolean => {
      const stencil = key === 'Mask' ? '/ImageMask true' : '/ColorSpace/DeviceGray';
      const entries = `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 1${stencil}`;
      const filter = `/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${columns}>>`;
      const mask = { number: 91, body: streamBody(data, entries + filter) };
      return isAmbiguous(new Uint8Array((WIDE / 8) * HIGH), `/${key} 91 0 R`, WIDE, [mask]);
    };
    expect(of(32)).toBe(true);
    expect(of(WIDE)).toBe(false);
  });
});

describe('UP-6: a stencil with a mask, which only some readers take', () => {
  const of = (key: string, mask: string, value = '91 0 R'): boolean => {
    const entries = `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 1${mask}`;
    const body = streamBody(new Uint8Array((WIDE / 8) * HIGH), entries);
    const stencil = `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 1/ImageMask true`;
    const image = streamBody(new Uint8Array((WIDE / 8) * HIGH), `${stencil}/${key} ${value}`);
    const page = { content: 'q 99 0 0 99 9 9 cm /I Do Q', entries: '/Resources<</XObject<</I 90 0 R>>>>' };
    const more = [
      { number: 90, body: image },
      { number: 91, body },
    ];
    const file = writePdf({ kind: 'table', objects: documentObjects({ pages: [page], more }) });
    return inspect(open(file)).findings.some(({ kind }) => kind === 'ambiguous_syntax');
  };

  it.each<Parameters<typeof of>>([
    ['SMask', '/ColorSpace/DeviceGray'],
    ['Mask', '/ImageMask true'],
    ['Mask', '', '[0 0]'],
  ])('is told: /%s %s', (key, mask, value) => expect(of(key, mask, value)).toBe(true));
  it('SGN-7: none of other entries', () => expect(of('Other', '/ColorSpace/DeviceGray')).toBe(false));
});

describe('UP-6: a picture whose mask is no stencil', () => {
  const of = (entries: string, key = 'Mask'): boolean => {
    const image = `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 1${entries}`;
    const mask = { number: 91, body: streamBody(new Uint8Array((WIDE / 8) * HIGH), image) };
    return isAmbiguous(new Uint8Array((WIDE / 8) * HIGH), `/${key} 91 0 R`, WIDE, [mask]);
  };

  it.each(['', '/ImageMask false', '/ColorSpace/DeviceGray'])('is told: %s', (entries) =>
    expect(of(entries)).toBe(true),
  );
  it('SGN-7: none of a stencil, or of a soft mask', () => {
    expect(of('/ImageMask true')).toBe(false);
    expect(of('/ColorSpace/DeviceGray', 'SMask')).toBe(false);
  });
});

describe('UP-6: a picture whose samples are numbers beyond its palette', () => {
  const [wide, rows] = [12, 4];
  /** By bits to the sample, its last row with one of these samples. */
  function told(bits: number, highest: number, sample: number, padding = 0): boolean {
    const row = Math.ceil((wide * bits) / 8);
    const data = new Uint8Array(row * rows);
    // The first sample of the last row, and what fills its last octet.
    data[row * (rows - 1)] = sample << (8 - bits);
    data[row * rows - 1] = (data[row * rows - 1] ?? 0) | padding;
    const colours = '00'.repeat(3 * (highest + 1));
    const image = `/Type/XObject/Subtype/Image/Width ${wide}/Height ${rows}/BitsPerComponent ${bits}/ColorSpace[/Indexed/DeviceRGB ${highest}<${colours}>]`;
    const page = { content: 'q 99 0 0 99 9 9 cm /I Do Q', entries: '/Resources<</XObject<</I 90 0 R>>>>' };
    const own = { number: 90, body: streamBody(data, image) };
    const file = writePdf({ kind: 'table', objects: documentObjects({ pages: [page], more: [own] }) });
    return inspect(open(file)).findings.some(({ kind }) => kind === 'ambiguous_syntax');
  }

  it.each([
    [8, 3, 4],
    [8, 200, 255],
    [4, 9, 10],
    [2, 2, 3],
    [1, 0, 1],
  ])('SGN-7 is told: of %d bits, %d and %d', (...given) => expect(told(...given)).toBe(true));

  it.each([
    [8, 4, 4, 0],
    [8, 255, 255, 0],
    [4, 9, 9, 0],
    [1, 0, 0, 0x0f],
    [2, 2, 2, 0],
  ])('SGN-7 is not told: of %d bits, %d and %d', (...given) => expect(told(...given)).toBe(false));

  it('SGN-7 is told: whose palette is shorter than it says, or whose numbers are taken as they are', () => {
    const data = new Uint8Array(wide * rows).fill(9);
    const of = (space: string, entries = ''): boolean => {
      const image = `/Type/XObject/Subtype/Image/Width ${wide}/Height ${rows}/BitsPerComponent 8/ColorSpace${space}${entries}`;
      const page = { content: 'q 99 0 0 99 9 9 cm /I Do Q', entries: '/Resources<</XObject<</I 90 0 R>>>>' };
      const own = { number: 90, body: streamBody(data, image) };
      const file = writePdf({ kind: 'table', objects: documentObjects({ pages: [page], more: [own] }) });
      return inspect(open(file)).findings.some(({ kind }) => kind === 'ambiguous_syntax');
    };
    const four = '00'.repeat(12);
    expect(of(`[/Indexed/DeviceRGB 255<${four}>]`)).toBe(true);
    expect(of(`[/Indexed/DeviceRGB 3<${four}>]`, '/Decode[0 255]')).toBe(true);
    expect(of(`[/Indexed/DeviceRGB 9<${'00'.repeat(30)}>]`, '/Decode[0 255]')).toBe(false);
  });

  it('SEC-3: scans with palettes cost what they did', () => {
    const image = `/Type/XObject/Subtype/Image/Width 2000/Height 2000/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 3<${'00'.repeat(12)}>]`;
    const scans = Array.from({ length: 20 }, (_, at) => ({
      number: 90 + at,
      body: streamBody(new Uint8Array(4_000_000), image, 'flate'),
    }));
    const pages = scans.map(({ number }) => ({
      content: 'q 99 0 0 99 9 9 cm /I Do Q',
      entries: `/Resources<</XObject<</I ${number} 0 R>>>>`,
    }));
    const file = writePdf({ kind: 'table', objects: documentObjects({ pages, more: scans }) });
    const pdf = open(file);
    inspect(pdf);
    expect(pdf.budget.inflatable).toBeGreaterThan(200 * 1024 * 1024);
  });

  it('SGN-7 is told: a range of colours that is left out of a picture with losses', () => {
    const jpeg = writeJpeg({ width: 8, height: 8, components: [(x, y) => 16 * (x + y)] });
    const shown = { width: 8, height: 8, components: 1, entries: '/Mask[250 255]' };
    const kinds = (image: typeof shown): string[] =>
      inspect(open(pictured(jpeg, image))).findings.map(({ kind }) => kind);
    expect(kinds(shown)).toContain('ambiguous_syntax');
    expect(kinds({ ...shown, entries: '' })).not.toContain('ambiguous_syntax');
  });
});
