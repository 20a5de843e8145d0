import { bodyOf, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, told } from './later-changes-objects.ts';

const MAY = ['annotation'];
const HIDES = ['covers_content'];
/** What is told of an annotation without a look that comes to the page, which says `Pay 1000 euros` from 72 700 on. */
const comes = (entries: string): Promise<string[]> =>
  told([instead(4, { ' 150 0 R': '' })], (signed): TestObject[] => [
    { number: 4, body: bodyOf(signed, 4).replace(/\/Annots ?\[/, '/Annots [500 0 R ') },
    { number: 500, body: `<</Type/Annot/Subtype${entries}/F 4/C[1 1 1]>>` },
  ]);

describe('what readers draw of an annotation that has no look', () => {
  it.each(['Text', 'FileAttachment'])(
    'MAP-8 is an icon also where its place has no area: %s',
    async (subtype) => {
      expect(await comes(`/${subtype}/Rect[121 708 121 708]`)).toEqual(HIDES);
      expect(await comes(`/${subtype}/Rect[400 508 400 508]`)).toEqual(MAY);
    },
  );

  it('MAP-8 is an icon that begins in a corner at the left, and goes down or up', async () => {
    expect(await comes('/Text/Rect[49 721 50 722]')).toEqual(MAY);
    expect(await comes('/Text/Rect[62 721 63 722]')).toEqual(HIDES);
    expect(await comes('/Text/Rect[62 690 63 691]')).toEqual(HIDES);
  });

  it('MAP-8 is a caret in the middle of its place', async () => {
    expect(await comes('/Caret/Rect[130 707 130 707]')).toEqual(HIDES);
    expect(await comes('/Caret/Rect[430 707 430 707]')).toEqual(MAY);
    expect(await comes('/Caret/Rect[58 707 58 707]')).toEqual(MAY);
  });

  it.each(['Link', 'Square'])('MAP-8 is a border, half of it outside: %s', async (subtype) => {
    const place = subtype === 'Link' ? '/Rect[60 670 66 676]' : '/Rect[60 676 66 676]';
    expect(await comes(`/${subtype}${place}/BS<</W 120>>`)).toEqual(HIDES);
    expect(await comes(`/${subtype}${place}/Border[0 0 120]`)).toEqual(HIDES);
    expect(await comes(`/${subtype}${place}/BS<</W 2>>`)).toEqual(MAY);
  });

  it.each(['Square', 'Circle', 'Diamond', 'ClosedArrow', 'RClosedArrow', 'OpenArrow', 'Butt', 'Slash'])(
    'MAP-8 is the ending of a line: %s',
    async (ending) => {
      const line = (y: number): string =>
        `/Line/L[150 ${y} 450 ${y}]/LE[/${ending}/None]/IC[1 1 1]/Rect[100 500 500 760]/BS<</W 14>>`;
      expect(await comes(line(668))).toEqual(HIDES);
      expect(await comes(line(668).replace(`/${ending}/None`, '/None/None'))).toEqual(MAY);
      expect(await comes(line(560))).toEqual(MAY);
    },
  );

  it('MAP-8 is the ending of a line of several pieces, at both of its ends', async () => {
    const line = (ends: string): string =>
      `/PolyLine/Vertices[450 668 300 600 150 668]/LE[${ends}]/Rect[100 500 500 760]/BS<</W 14>>`;
    expect(await comes(line('/None/Square'))).toEqual(HIDES);
    expect(await comes(line('/Square/None'))).toEqual(MAY);
  });

  it('MAP-8 is a line where its leaders lift it', async () => {
    const line = (lead: string): string => `/Line/L[72 650 300 650]${lead}/Rect[50 500 500 760]/BS<</W 18>>`;
    expect(await comes(line('/LL 58'))).toEqual(HIDES);
    expect(await comes(line('/LL 10/LLE 60'))).toEqual(HIDES);
    expect(await comes(line('/LL -58'))).toEqual(MAY);
    expect(await comes(line(''))).toEqual(MAY);
  });

  it('MAP-8 is that line alone, or a leader alone, or a line that is lifted to its side', async () => {
    const line = (place: string, lead: string): string =>
      `/Line/L[${place}]${lead}/Rect[0 500 500 760]/BS<</W 18>>`;
    expect(await comes(line('20 650 300 650', '/LL 58'))).toEqual(HIDES);
    expect(await comes(line('20 650 300 650', '/LL 20'))).toEqual(MAY);
    for (const beyond of ['/LLE 30', '/LLO 30']) {
      expect(await comes(line('20 650 130 650', `/LL 40${beyond}`))).toEqual(HIDES);
      expect(await comes(line('130 650 300 650', `/LL 40${beyond}`))).toEqual(HIDES);
    }
    expect(await comes(line('20 650 130 650', '/LL 40'))).toEqual(MAY);
    expect(await comes(line('300 695 300 715', '/LL 180'))).toEqual(HIDES);
    expect(await comes(line('300 695 300 715', '/LL -180'))).toEqual(MAY);
  });

  it('MAP-8 is the ending of a line, whichever way it runs, as an area where that has a colour', async () => {
    const square = (place: string, ends: string, fill: string): string =>
      `/Line/L[${place}]/LE[${ends}]${fill}/Rect[0 300 500 760]/BS<</W 44>>`;
    expect(await comes(square('153 670 153 400', '/Square/None', '/IC[1 1 1]'))).toEqual(HIDES);
    expect(await comes(square('153 400 153 670', '/None/Square', '/IC[1 1 1]'))).toEqual(HIDES);
    expect(await comes(square('153 670 153 400', '/Square/None', ''))).toEqual(MAY);
    expect(await comes(square('153 670 153 400', '/Square/None', '/IC[]'))).toEqual(MAY);
    const arrow = (place: string, ends: string): string =>
      `/Line/L[${place}]/LE[${ends}]/IC[1 1 1]/Rect[0 300 500 760]/BS<</W 10>>`;
    expect(await comes(arrow('153 640 153 400', '/RClosedArrow/None'))).toEqual(HIDES);
    expect(await comes(arrow('153 400 153 640', '/None/RClosedArrow'))).toEqual(HIDES);
    expect(await comes(arrow('153 640 153 400', '/ClosedArrow/None'))).toEqual(MAY);
    expect(await comes(arrow('250 708 450 708', '/RClosedArrow/None'))).toEqual(HIDES);
    expect(await comes(arrow('250 708 450 708', '/ClosedArrow/None'))).toEqual(MAY);
  });

  it('MAP-8 is a dot where a drawing has a point alone', async () => {
    expect(await comes('/Ink/InkList[[130 708]]/Rect[60 600 500 760]/BS<</W 40>>')).toEqual(HIDES);
    expect(await comes('/Ink/InkList[[430 608]]/Rect[60 600 500 760]/BS<</W 40>>')).toEqual(MAY);
  });
});
