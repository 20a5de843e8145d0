import { judgedByVerapdf, streamBody, type TestObject, verapdfHome } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { claimsOf } from '../../src/index.ts';
import { srgbProfile } from '../../src/write/profile.ts';
import { latin1, open, sign, VISIBLE } from '../support.ts';
import { claimOf, document, type Shown, TEXT } from './archived.ts';
import { contents, copied, make } from './copied.ts';

const IMAGE = '/Type/XObject/Subtype/Image/Width 1/Height 1';
const image = (entries: string, data: Uint8Array | string = '\0\0\0\0'): TestObject => ({
  number: 110,
  body: streamBody(data, `${IMAGE}${entries}`),
});
const shownImage = (entries: string, data?: Uint8Array | string): Shown => ({
  content: 'q 9 0 0 9 0 0 cm /Im Do Q',
  resources: '/XObject<</Im 110 0 R>>',
  more: [image(entries, data)],
});
const shownState = (entries: string): Shown => ({
  content: '/G gs 0 0 9 9 re f',
  resources: `/ExtGState<</G<<${entries}>>>>`,
});
const shownSpace = (space: string, colour: string, more: TestObject[] = []): Shown => ({
  content: `/C cs ${colour} scn 0 0 9 9 re f`,
  resources: `/ColorSpace<</C ${space}>>`,
  more,
});
const TINT = (outputs: number): string =>
  `<</FunctionType 2/Domain[0 1]/C0[${'0 '.repeat(outputs)}]/C1[${'1 '.repeat(outputs)}]/N 1>>`;

/** A profile that says so of itself (ICC.1:2010 §7.2). */
function profile(space: string, deviceClass = 'prtr'): Uint8Array {
  const bytes = srgbProfile();
  bytes.set(Buffer.from(deviceClass), 12);
  bytes.set(Buffer.from(space), 16);
  return bytes;
}
const based = (bytes: Uint8Array, components: number): TestObject => ({
  number: 111,
  body: streamBody(bytes, `/N ${components}`),
});
const CMYK_INTENT =
  '/OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(FOGRA39)/DestOutputProfile 111 0 R>>]';

/** A file of JPEG 2000 as far as its header goes (ISO/IEC 15444-1 Annex I). */
function jpeg2000(channels: number, space = 16, more: Uint8Array = new Uint8Array()): Uint8Array {
  const number = (value: number, bytes: number): number[] =>
    Array.from({ length: bytes }, (_, at) => (value >> (8 * (bytes - 1 - at))) & 255);
  const box = (type: string, ...parts: (number[] | Uint8Array)[]): Uint8Array => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
    return Buffer.concat([Buffer.from(number(8 + body.length, 4)), Buffer.from(type), body]);
  };
  const size = box('ihdr', [...number(1, 4), ...number(1, 4), ...number(channels, 2), 7, 7, 0, 0]);
  const colour = box('colr', [1, 0, 0, ...number(space, 4)]);
  return Buffer.concat([box('jP  ', [13, 10, 135, 10]), box('jp2h', size, colour, more), box('jp2c')]);
}

const NOTHING: Shown = {};
/** What a copy may hold and still be PDF/A-2u. */
const ALLOWED: Record<string, Shown> = {
  'text in an embedded font': NOTHING,
  'colours of screens': { content: `1 0 0 rg 0.5 G ${TEXT}` },
  'an image': shownImage('/ColorSpace/DeviceRGB/BitsPerComponent 8'),
  'an image that was packed by LZW': shownImage(
    '/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/LZWDecode',
    '\x80\x00\x60\x20',
  ),
  'a mask': shownImage('/ImageMask true/BitsPerComponent 1'),
  transparency: shownState('/BM/Multiply/ca 0.5'),
  'a profile': shownSpace('[/ICCBased 111 0 R]', '1 0 0', [based(srgbProfile(), 3)]),
  'a spot colour': shownSpace(`[/Separation/Spot/DeviceRGB ${TINT(3)}]`, '1'),
  'several colourants, each of them told': shownSpace(
    `[/DeviceN[/One]/DeviceRGB ${TINT(3)}<</Colorants<</One[/Separation/One/DeviceRGB ${TINT(3)}]>>>>]`,
    '1',
  ),
  'a link': {
    page: '/Annots[<</Type/Annot/Subtype/Link/Rect[10 10 50 20]/F 2/Border[0 0 0]/A<</S/URI/URI(https://example.org/a)>>>><</Type/Annot/Subtype/Link/Rect[10 10 50 20]/Border[0 0 0]/A<</S/URI/URI(https://example.org/b)>>>>]',
  },
  'RGB, which the document says nothing of that could hold': {
    content: `1 0 0 rg ${TEXT}`,
    catalog: CMYK_INTENT,
    more: [based(profile('CMYK'), 4)],
  },
  'states within states': { content: `${'q '.repeat(28)}${TEXT}${' Q'.repeat(28)}` },
  'title, author and language': {
    catalog: '/Lang(el)',
    info: '/Title<FEFF0391003C0041003EFFFEFFFF0020D83DDE00>/Author(A & B)',
  },
};

/** What it must not hold. */
const WITHHOLDING: Record<string, Shown> = {
  'CMYK in its content': { content: `0 0 0 1 k ${TEXT}` },
  'an image in CMYK': shownImage('/ColorSpace/DeviceCMYK/BitsPerComponent 8'),
  'a spot colour that stands for CMYK': shownSpace(`[/Separation/Spot/DeviceCMYK ${TINT(4)}]`, '1'),
  'RGB and CMYK, whatever they are meant for': {
    content: `1 0 0 rg 0 0 0 1 K ${TEXT}`,
    catalog: CMYK_INTENT,
    more: [based(profile('CMYK'), 4)],
  },
  'a profile of links between devices': shownSpace('[/ICCBased 111 0 R]', '1 0 0', [
    based(profile('RGB ', 'link'), 3),
  ]),
  'a profile that breaks off': shownSpace('[/ICCBased 111 0 R]', '1 0 0', [
    based(srgbProfile().subarray(0, 400), 3),
  ]),
  'a profile of another number of components': shownSpace('[/ICCBased 111 0 R]', '1', [
    based(srgbProfile(), 1),
  ]),
  'a spot colour that is two': {
    content: '/C cs 1 scn 0 0 9 9 re f /D cs 1 scn 0 0 9 9 re f',
    resources: `/ColorSpace<</C[/Separation/Spot/DeviceRGB ${TINT(3)}]/D[/Separation/Spot/DeviceGray ${TINT(1)}]>>`,
  },
  'several colourants that nothing tells': shownSpace(`[/DeviceN[/One/Two]/DeviceRGB 112 0 R]`, '1 1', [
    {
      number: 112,
      body: streamBody('{ pop dup dup }', '/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]'),
    },
  ]),
  'overprint that mixes with a profile of CMYK': {
    content: '/G gs /C cs 0 0 0 1 scn 0 0 9 9 re f',
    resources: '/ExtGState<</G<</OP true/op true/OPM 1>>>>/ColorSpace<</C[/ICCBased 111 0 R]>>',
    more: [based(profile('CMYK'), 4)],
  },
  'a transfer function': shownState('/TR/Identity'),
  'another transfer function': shownState('/TR2/Identity'),
  'a blend mode that nobody knows': shownState('/BM/Own'),
  'a rendering intent that nobody knows, in a state': shownState('/RI/Own'),
  'a rendering intent that nobody knows, in its content': { content: `/Own ri ${TEXT}` },
  'a rendering intent that nobody knows, of an image': shownImage(
    '/ColorSpace/DeviceGray/BitsPerComponent 8/Intent/Own',
  ),
  'an image that is to be smoothed': shownImage('/ColorSpace/DeviceGray/BitsPerComponent 8/Interpolate true'),
  'an image of an odd depth': shownImage('/ColorSpace/DeviceGray/BitsPerComponent 3'),
  'JPEG 2000 of two channels': shownImage('/Filter/JPXDecode', jpeg2000(2)),
  'JPEG 2000 of another colour space': shownImage('/Filter/JPXDecode', jpeg2000(3, 19)),
  'JPEG 2000 of channels that differ': shownImage(
    '/Filter/JPXDecode',
    jpeg2000(3, 16, Buffer.from([0, 0, 0, 11, ...Buffer.from('bpcc'), 7, 7, 8])),
  ),
  'too many states within states': { content: `${'q '.repeat(29)}${TEXT}${' Q'.repeat(29)}` },
  'a name that is too long': { content: `/${'a'.repeat(128)} <</ActualText(a)>> BDC ${TEXT} EMC` },
  'a name that is no text': { content: `/A#ff <</ActualText(a)>> BDC ${TEXT} EMC` },
  'words of a mark that are too long': {
    content: `/Span <</ActualText(${'a'.repeat(32_768)})>> BDC ${TEXT} EMC`,
  },
  'a page that is too narrow': { mediaBox: '/MediaBox[0 0 2 100]', content: '' },
  'a page that is too long': { mediaBox: '/MediaBox[0 0 100 14401]', content: '' },
};

describe('CPY-2 a safe copy claims PDF/A-2u', () => {
  it.each(Object.entries(ALLOWED))('with %s', (_, shown) => {
    expect(claimOf(shown)).toBe('2u');
  });

  it('with JPEG 2000 of the common kinds, and with CMYK where the document says what that means', () => {
    expect(claimOf(shownImage('/Filter/JPXDecode', jpeg2000(3)))).toBe('2u');
    const print = { content: `0 0 0 1 k ${TEXT}`, catalog: CMYK_INTENT, more: [based(profile('CMYK'), 4)] };
    expect(claimOf(print)).toBe('2u');
    expect(latin1(copied(document(print)).bytes)).toContain('/OutputConditionIdentifier(FOGRA39)');
  });

  it('and says what its colours mean, once and in the clear', () => {
    const { bytes } = copied(document(NOTHING));
    const text = latin1(bytes);
    expect(text.match(/<pdfaid:part>2<\/pdfaid:part><pdfaid:conformance>U</g)).toHaveLength(1);
    expect(text.match(/\/S\/GTS_PDFA1\/OutputConditionIdentifier\(sRGB\)/g)).toHaveLength(1);
  });

  it('also where what the document says of its colours cannot be read', () => {
    const catalog = CMYK_INTENT.replace('111', '4');
    const { bytes, leftOut } = copied(document({ catalog }));
    expect([claimsOf(open(bytes)).pdfa, leftOut]).toEqual(['2u', copied(document(NOTHING)).leftOut]);
  });

  it('and a copy of it is that copy', () => {
    for (const shown of Object.values(ALLOWED)) {
      const { bytes } = copied(document(shown));
      expect(latin1(copied(bytes).bytes) === latin1(bytes)).toBe(true);
    }
  });
});

describe('CPY-2 a safe copy claims nothing', () => {
  it.each(Object.entries(WITHHOLDING))('with %s', (_, shown) => {
    expect(claimOf(shown)).toBeUndefined();
  });

  it('and is as any other copy then, of which a copy is that copy', () => {
    const { bytes } = copied(document({ content: `0 0 0 1 k ${TEXT}` }));
    expect(latin1(bytes)).not.toMatch(/OutputIntent|pdfaid/);
    expect(contents(bytes)[0]).toContain('0 0 0 1 k\nBT\n');
    expect(latin1(copied(bytes).bytes) === latin1(bytes)).toBe(true);
  });

  it('where the document claims it and is not', () => {
    const claim =
      '<rdf:Description xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="U"/>';
    const metadata = { number: 110, body: streamBody(claim, '/Type/Metadata/Subtype/XML') };
    const bytes = make({ catalog: '/Metadata 110 0 R', more: [metadata] });
    expect(claimsOf(open(bytes)).pdfa).toBe('2u');
    expect(claimsOf(open(copied(bytes).bytes))).toEqual({});
  });
});

describe.skipIf(verapdfHome === undefined)(
  verapdfHome === undefined
    ? 'skipped: veraPDF not installed'
    : 'CPY-2 copies that claim PDF/A-2u, by veraPDF',
  () => {
    it('conform, signed invisible and visible as well', { timeout: 300_000 }, async () => {
      const jobs = Object.entries(ALLOWED).map(([name, shown]) => ({
        name,
        bytes: copied(document(shown)).bytes,
      }));
      const [{ bytes } = { bytes: new Uint8Array() }] = jobs;
      jobs.push({ name: 'signed, invisible', bytes: await sign(bytes) });
      jobs.push({ name: 'signed, visible', bytes: await sign(bytes, { visible: VISIBLE }) });
      const verdicts = judgedByVerapdf(
        jobs.map((job) => ({ ...job, flavour: '2u' })),
        verapdfHome ?? '',
      );
      expect(verdicts.filter(({ conforms }) => !conforms)).toEqual([]);
    });
  },
);
