import {
  documentObjects,
  furtherSignature,
  jbig2Generic,
  jbig2Page,
  streamBody,
  writeJbig2,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { jpegOf } from './hidden-scans.ts';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

const SIDE = 64;
const GREY = `/Subtype/Image/Width ${SIDE}/Height ${SIDE}/BitsPerComponent 8/ColorSpace/DeviceGray`;
const STENCIL = `/Subtype/Image/Width ${SIDE}/Height ${SIDE}/BitsPerComponent 1/ImageMask true`;
/** Samples that are white, but for a black square in the middle. */
const inked = (ink: number, paper: number): Uint8Array =>
  Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    return x > 28 && x < 36 && y > 28 && y < 36 ? ink : paper;
  });
const packed = (samples: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: samples.length / 8 }, (_, at) =>
    samples.subarray(at * 8, at * 8 + 8).reduce((byte, sample) => (byte << 1) | (sample & 1), 0),
  );

/** A page that one image fills, with words from a height on that are not painted, signed; then again in its middle. */
async function signedScan(entries: string, samples: Uint8Array, words?: number): Promise<Uint8Array> {
  const lines = words === undefined ? [] : Array.from({ length: 12 }, (_, at) => words + at * 9);
  const text = lines.map((y) => `BT 3 Tr /F1 9 Tf 172 ${y} Td (word) Tj ET`);
  const base = documentObjects({
    pages: [
      {
        content: `q 595 0 0 842 0 0 cm /I Do Q ${text.join(' ')}`,
        entries: '/Resources<</XObject<</I 90 0 R>>/Font<</F1 3 0 R>>>>/Annots[]',
      },
    ],
    more: [{ number: 90, body: streamBody(samples, entries) }],
    catalog: '/AcroForm 110 0 R',
  });
  const form = { number: 110, body: '<</Fields[]/DR<</Font<</F1 3 0 R>>>>>>' };
  const signed = await sign(writePdf({ kind: 'table', objects: [...base, form], trailer: '/Info 160 0 R' }));
  return furtherSignature(signed, { content: '1 g 0 0 230 40 re f', rect: '[180 400 410 440]' });
}

const rulesOf = (file: Uint8Array): string[] =>
  (changesOf(file)?.changes ?? []).map(({ rule, reason }) => reason ?? rule);

describe('an opaque look over a scan', () => {
  it('MAP-8 hides ink of a picture that is read', async () => {
    expect(rulesOf(await signedScan(GREY, inked(0, 255)))).toContain('covers_content');
    expect(rulesOf(await signedScan(STENCIL, packed(inked(0, 1))))).toContain('covers_content');
  });

  it('MAP-8 hides ink of a JPEG, and nothing where that is blank', async () => {
    const jpeg = (ink: number): Promise<Uint8Array> =>
      signedScan(`${GREY}/Filter/DCTDecode`, jpegOf(inked(ink, 255), SIDE, SIDE));
    expect(rulesOf(await jpeg(0))).toContain('covers_content');
    const blank = rulesOf(await jpeg(255));
    expect(blank).not.toContain('covers_content');
    expect(blank).not.toContain('unread_look');
  });

  it('MAP-8 hides ink of a JBIG2 picture, and nothing where that is blank', async () => {
    const entries = GREY.replace('/BitsPerComponent 8', '/BitsPerComponent 1');
    const jbig2 = (ink: number): Promise<Uint8Array> => {
      const samples = inked(ink, 255);
      const rows = Array.from({ length: SIDE }, (_, y) =>
        Uint8Array.from({ length: SIDE }, (__, x) => (samples[y * SIDE + x] === 0 ? 1 : 0)),
      );
      const data = writeJbig2([jbig2Page(SIDE, SIDE), jbig2Generic(rows)]);
      return signedScan(`${entries}/Filter/JBIG2Decode`, data);
    };
    expect(rulesOf(await jbig2(0))).toContain('covers_content');
    const blank = rulesOf(await jbig2(255));
    expect(blank).not.toContain('covers_content');
    expect(blank).not.toContain('unread_look');
  });

  it('MAP-8 hides nothing where the paper is blank', async () => {
    const rules = rulesOf(await signedScan(GREY, inked(255, 255)));
    expect(rules).not.toContain('covers_content');
    expect(rules).not.toContain('unread_look');
  });

  it.each(['DCTDecode', 'JPXDecode', 'JBIG2Decode'])(
    'MAP-8 is told where the picture is not read: %s',
    async (filter) => {
      const entries = `${GREY}/Filter/${filter}`;
      expect(rulesOf(await signedScan(entries, inked(0, 255)))).toContain('unread_look');
      expect(rulesOf(await signedScan(entries, inked(0, 255), 60))).toContain('unread_look');
      expect(rulesOf(await signedScan(entries, inked(0, 255), 450))).not.toContain('unread_look');
    },
  );
});
