import { appendUpdate, documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { latin1, sign } from './support.ts';

const EVIL = '5 0 obj (Pay 9) endobj\n';
const stream = (data: string): TestObject => ({ number: 400, body: latin1(streamBody(data)) });
const NEW = { number: 450, body: '(new)' };

const file = (...more: TestObject[]): Uint8Array =>
  writePdf({ kind: 'table', objects: documentObjects({ pages: [{ content: 'q Q' }], more }) });

const updated = (before: Uint8Array, objects: TestObject[]): Uint8Array =>
  appendUpdate(before, { kind: 'table', objects });

/** What is told of updates that bring an object each which nothing leads to, behind a file that is signed. */
async function told(base: Uint8Array, updates = 1): Promise<string[]> {
  let whole: Uint8Array = await sign(base);
  for (let at = 0; at < updates; at++) whole = updated(whole, [{ ...NEW, number: NEW.number + at }]);
  return (changesOf(whole)?.changes ?? []).map(
    ({ revision, level, reason, rule, what }) =>
      `${revision} ${level} ${reason ?? rule}${rule === 'unread_look' ? ` ${what.replace(/\d+/, 'N')}` : ''}`,
  );
}

const UNREAD = '3 form-filling unread_look byte N';
const UNUSED = '3 lta unused_object';

describe('what a signed state holds and readers show when they mend the file', () => {
  it.each([
    ['an object in the data of a stream', stream(EVIL)],
    ['an object that no number knows', stream(EVIL.replace('5', '950'))],
    ['a trailer', stream('trailer <</Root 170 0 R>>')],
    ['a trailer that encrypts, without its word', stream('endstream endobj <</Encrypt<</Filter/A>>>>')],
  ])('MAP-8 leaves no update where it is for certain: %s', async (_, hidden) => {
    expect(await told(file(hidden))).toEqual([UNREAD, UNUSED]);
  });

  it('MAP-8 is an object that was replaced, too, where it stands behind the one that did so', async () => {
    const holding = (other: string): string =>
      latin1(file(stream('x'), { number: 401, body: '(Pay 1)' }, { number: 402, body: other }));
    const [good, bad] = ['401 0 obj', '402 0 obj'].map((word) => holding('(Pay 9)').indexOf(word));
    const entry = (place = 0): string => `401 1\n${String(place).padStart(10, '0')} 00000 n \n`;
    const section = (place: number | undefined, prev: number): string =>
      `xref\n${entry(place)}402 1\n0000000000 65535 f \ntrailer\n<</Size 403/Root 1 0 R/Prev ${prev}>>\nstartxref\n`;
    const layered = (one: number | undefined, two: number | undefined, other = '(Pay 9)'): Uint8Array => {
      const before = holding(other).replace('402 0 obj', '401 0 obj');
      const previous = before.indexOf('xref\n');
      const first = `${before}${section(one, previous)}${before.length}\n%%EOF\n`;
      return Buffer.from(`${first}${section(two, before.length)}${first.length}\n%%EOF\n`, 'latin1');
    };
    expect(await told(layered(bad, good))).toContain(UNREAD.replace('3', '5'));
    expect(await told(layered(good, bad))).not.toContain(UNREAD.replace('3', '5'));
    expect(await told(layered(bad, good, '(Pay 1)'))).not.toContain(UNREAD.replace('3', '5'));
  });

  it('is told once, and of updates alone', async () => {
    expect((await told(file(stream(EVIL)), 2)).filter((line) => line.includes('unread_look'))).toEqual([
      UNREAD,
    ]);
    expect(await told(file(stream(EVIL)), 0)).toEqual([]);
  });

  it('is nothing in a file that holds no such thing, or what says the same', async () => {
    expect(await told(file())).toEqual([UNUSED]);
    expect(await told(file(stream('400 objects, and a trailer')))).toEqual([UNUSED]);
    const objects = documentObjects({ more: [{ number: 160, body: '<<>>' }] });
    const information = appendUpdate(writePdf({ kind: 'table', objects, trailer: '/Info 160 0 R' }), {
      kind: 'table',
      objects: [{ number: 161, body: '<</Title(a)>>' }],
      trailer: '/Info 161 0 R',
    });
    expect(await told(information)).not.toContain(UNREAD.replace('3', '4'));
    const twice = updated(file(stream('x')), [{ number: 401, body: '(a)' }]);
    expect(await told(updated(twice, [{ number: 401, body: '(b)' }]))).toEqual([UNUSED.replace('3', '5')]);
  });
});
