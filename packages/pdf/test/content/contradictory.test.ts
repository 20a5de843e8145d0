import {
  documentObjects,
  encodeFax,
  jbig2Generic,
  jbig2Page,
  jbig2Refinement,
  streamBody,
  type TestSegment,
  writeJbig2,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/index.ts';
import { open } from '../support.ts';
import { noise } from './jbig2s.ts';

const [WIDE, HIGH] = [24, 16];
const SHOWN = noise(WIDE, HIGH, 5, 'areas');
const GREY = '/BitsPerComponent 1/ColorSpace/DeviceGray';

/** Whether the notation of a picture is told to be ambiguous. */
function isAmbiguous(data: Uint8Array, entries: string): boolean {
  const image = `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}${GREY}${entries}`;
  const page = { content: 'q 99 0 0 99 9 9 cm /I Do Q', entries: '/Resources<</XObject<</I 90 0 R>>>>' };
  const objects = documentObjects({ pages: [page], more: [{ number: 90, body: streamBody(data, image) }] });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  return findings.some(({ kind }) => kind === 'ambiguous_syntax');
}

describe('UP-6: a JBIG2 picture that readers show in several ways', () => {
  const [page, generic] = [jbig2Page(WIDE, HIGH), jbig2Generic(SHOWN)];
  const before = jbig2Generic(noise(WIDE, HIGH, 5, 'rows'), {}, { isIntermediate: true });
  const refined = (form = {}, rows = SHOWN): TestSegment =>
    jbig2Refinement(rows, noise(WIDE, HIGH, 5, 'rows'), form);
  const of = (segments: readonly TestSegment[]): boolean =>
    isAmbiguous(writeJbig2(segments), '/Filter/JBIG2Decode');

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
});

describe('UP-6: a fax that readers show in several ways', () => {
  const data = encodeFax(SHOWN, { k: -1 });
  const of = (columns: string): boolean =>
    isAmbiguous(data, `/Filter/CCITTFaxDecode/DecodeParms<</K -1${columns}>>`);

  it.each(['/Columns 32', '/Columns 16', ''])('of rows of another length: %s', (columns) =>
    expect(of(columns)).toBe(true),
  );
  it('SGN-7: not of its own', () => expect(of(`/Columns ${WIDE}`)).toBe(false));
});
