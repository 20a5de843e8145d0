import { documentObjects, streamBody, type TestJpeg, writeJpeg, writePdf } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPicture } from '../../src/content/picture.ts';
import type { PdfStream } from '../../src/index.ts';
import { open } from '../support.ts';

const [WIDE, HIGH] = [83, 45];
/** A slope with a step in it, so that blocks have many frequencies, and few. */
const slope = (x: number, y: number): number => (x > 40 && y > 20 ? 20 : 60 + x + y);
const SPACES = ['', '/DeviceGray', '', '/DeviceRGB', '/DeviceCMYK'];

describe('writing', () => { it('x', () => { 
  for (const scans of ['together','alone','progressive'] as const) for (const interval of [0,3]) for (const factors of [[[1,1]],[[2,2]]] as const) {
  const bytes = writeJpeg({ width: WIDE, height: HIGH, components: [slope], scans, interval, factors: factors as never });
  const objects = documentObjects({ pages: [{ content: '' }], more: [{ number: 90, body: streamBody(bytes, `/Type/XObject/Subtype/Image/Width ${WIDE}/Height ${HIGH}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode`) }] });
  const pdf = open(writePdf({ kind: 'table', objects }));
  const light = readPicture(pdf, pdf.object(90)?.value as PdfStream).light;
  let most = 0;
  for (let y=0;y<HIGH;y++) for (let x=0;x<WIDE;x++) most = Math.max(most, Math.abs((light?.((x+.5)/WIDE, 1-(y+.5)/HIGH) ?? 999) - slope(x,y)));
  console.log(scans, interval, factors[0], bytes.length, most);
  }
}); });
