import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, PAY, told } from './later-changes-objects.ts';

const OBJECTS: readonly TestObject[] = [instead(4, { ' 150 0 R': '' }), { number: 5, body: streamBody(PAY) }];
const FORM = '/Type/XObject/Subtype/Form/BBox[300 500 400 540]/Resources<<>>';
const LINE =
  'Line/Rect[300 500 400 540]/L[305 505 395 535]/LE[/ClosedArrow/ClosedArrow]/BS<</W 2>>/IC[1 0 0]';
const SHAFT = '1 0 0 RG 1 0 0 rg 2 w 305 505 m 388 532 l S';
const HEAD = '395 535 m 385 536 l 388 527 l b';
const TAIL = '305 505 m 315 504 l 312 513 l b';

/** What is told of an annotation of these entries, with a look that draws that. */
const judged = (entries: string, content?: string): Promise<string[]> =>
  told(OBJECTS, (signed) => [
    instead(4, { '/Annots [': '/Annots [330 0 R ' }, signed),
    {
      number: 330,
      body: `<</Type/Annot/F 4/Subtype/${entries}${content === undefined ? '' : '/AP<</N 331 0 R>>'}>>`,
    },
    ...(content === undefined ? [] : [{ number: 331, body: streamBody(content, FORM) }]),
  ]);

describe('the endings of a line', () => {
  it.each([
    ['none', undefined],
    ['one', `${SHAFT} ${HEAD}`],
    ['two', `${SHAFT} ${HEAD} ${TAIL}`],
  ])('MAP-8 are no areas: %s', async (_, content) => {
    expect(await judged(LINE, content)).toEqual(['annotation']);
  });

  it.each([
    ['an area along it', LINE, `${SHAFT} 340 505 m 350 505 l 350 525 l b`],
    ['two at one end', LINE, `${SHAFT} ${HEAD} ${HEAD}`],
    ['one that is large', LINE, `${SHAFT} 395 535 m 365 536 l 388 505 l b`],
    ['one of a line that is nowhere', LINE.replace('/L[305 505 395 535]', ''), `${SHAFT} ${HEAD}`],
    ['the ground of a frame', 'Square/Rect[300 500 400 540]/IC[1 0 0]', undefined],
  ])('MAP-8 are no others: %s', async (_, entries, content) => {
    expect(await judged(entries, content)).toEqual(['covers_content']);
  });
});
