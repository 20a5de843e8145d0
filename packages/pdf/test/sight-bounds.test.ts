import { bodyOf, documentObjects, streamBody, updated, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

const REMARKS = 25;
const CROWDED = {
  strings: `BT /F1 20 Tf ${'1 0 0 1 0 400 Tm (MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM) Tj '.repeat(15_000)} ET`,
  'strings of one huge letter': `BT /F1 700 Tf ${'1 0 0 1 0 100 Tm (M) Tj '.repeat(15_000)} ET`,
  drawings: '10 10 m 50 10 l 30 50 l f '.repeat(19_000),
  pictures: `q 612 0 0 792 0 0 cm ${'BI /W 1 /H 1 /BPC 8 /CS /G ID A EI '.repeat(499)} Q`,
};

/** A page that is crowded, signed; then remarks over all of it, each of which shows `look`. */
async function remarked(content: string, look: string): Promise<Uint8Array> {
  const signed = await sign(writePdf({ kind: 'table', objects: documentObjects({ pages: [{ content }] }) }));
  const numbers = Array.from({ length: REMARKS }, (_, at) => 1000 + at);
  const list = numbers.map((number) => `${number} 0 R`).join(' ');
  const page = bodyOf(signed, 4).replace(/\/Annots ?\[([^\]]*)\]/, `/Annots[$1 ${list}]`);
  return updated(signed, [
    { number: 160, body: '<<>>' },
    { number: 4, body: page },
    { number: 900, body: streamBody(look, '/Type/XObject/Subtype/Form/BBox[0 0 612 792]') },
    ...numbers.map((number) => ({
      number,
      body: '<</Type/Annot/Subtype/Line/L[596 1 598 3]/F 4/Rect[0 0 612 792]/AP<</N 900 0 R>>/Contents(x)>>',
    })),
  ]);
}

describe('remarks over a crowded page', () => {
  it.each(Object.entries(CROWDED))(
    'MAP-8 that touch little of it are compared to the end: %s',
    async (_, content) => {
      const found = changesOf(await remarked(content, '.9 .3 .3 RG .2 w 596 1 m 598 3 l S'));
      expect(found?.level).toBe('annotations');
    },
  );

  it('MAP-8 that touch all of it, each a little, come to the limit, which is no verdict', {
    timeout: 60_000,
  }, async () => {
    const hatch = Array.from({ length: 60 }, (_, at) => `0 ${at * 13} m 612 ${at * 13} l`).join(' ');
    const found = changesOf(await remarked(CROWDED.strings, `.9 .3 .3 RG 3 w ${hatch} S`));
    expect(found?.changes.at(-1)?.reason).toBe('limit');
  });
});
