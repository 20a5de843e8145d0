import { appendUpdate, bodyOf, streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { document, instead, look, PAY, saying, told } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

const PAGE = { '/Resources<<': '/Resources<</XObject 7 0 R' };
const painted = (rate: number): TestObject => ({ number: 8, body: saying(`Rate ${rate} percent`) });

/** The page names its XObjects in object 7, which is written like that, and its only one is 8. */
const named = (written: string): TestObject[] => [instead(4, PAGE), { number: 7, body: written }, painted(1)];

describe('what other readers may find behind an object that cannot be read', () => {
  it.each([
    ['a sign before the number', '<</X +8 0 R>>'],
    ['a sign before the generation', '<</X 8 +0 R>>'],
    ['a bracket too many', '<</X 8 0 R ] >>'],
    ['a bracket that closes nothing', '<</A ) /X 8 0 R>>'],
    ['braces', '<</A {} /X 8 0 R>>'],
    ['a string that is no hexadecimal', '<</A <zz> /X 8 0 R>>'],
    ['a key without a value', '<</X 8 0 R/Y>>'],
    ['a number that is none', '<</A 1.2.3--4 /X 8 0 R>>'],
  ])('MAP-8 %s', async (_, written) => {
    expect(await told(named(written), [painted(99)])).toEqual(['content']);
  });

  it('MAP-8 in an array of contents, and between two objects that can be read', async () => {
    const objects = [
      instead(4, { '/Contents 5 0 R': '/Contents 7 0 R' }),
      { number: 7, body: '[5 0 R 8 0 R <zz>]' },
      { number: 8, body: streamBody(PAY) },
    ];
    const changed = { number: 8, body: streamBody(PAY.replace('1', '9')) };
    expect(await told(objects, [changed])).toEqual(['content']);
    const between = [...named('<</X +9 0 R>>'), { number: 9, body: look('/Y Do', '/XObject<</Y 8 0 R>>') }];
    expect(await told(between, [painted(99)])).toEqual(['content']);
  });

  it('MAP-8 such an object itself is exchanged for another, or mended', async () => {
    const objects = [...named('<</X +8 0 R>>'), { number: 9, body: saying('Rate 99 percent') }];
    expect(await told(objects, [{ number: 7, body: '<</X +9 0 R>>' }])).toContain('content');
    expect(await told(objects, [{ number: 7, body: '<</X 9 0 R>>' }])).toEqual(['content']);
    expect(await told(objects, [{ number: 7, body: 'null' }])).toEqual(['content']);
  });

  it('MAP-8 such an object that was read before is gone, for us', async () => {
    expect(await told(named('<</X 8 0 R>>'), [{ number: 7, body: '<</X +8 0 R>>' }])).toContain('freed');
  });

  it('MAP-8 what it may lead to is not freed', async () => {
    expect(await told(named('<</X +8 0 R>>'), [{ number: 8, body: 'null' }])).toEqual(['content']);
    const filled = [
      instead(103, { '(Eleni)': '(Nikos)', '104 0 R': '301 0 R' }),
      { number: 301, body: saying('Nikos') },
      { number: 104, body: 'null' },
    ];
    expect(await told([], filled)).toEqual(['form_value', 'unused_object']);
    expect(await told(named('<</X +8 0 R>>'), filled)).toEqual(['form_value', 'freed']);
  });

  it('MAP-8 an update brings such an object, packed, and leads to it', async () => {
    const signed = await sign(document);
    const reasons = (body: string): string[] => {
      const objects = [
        instead(103, { '(Eleni)': '(Nikos)', '104 0 R': '301 0 R' }),
        { number: 300, body },
        {
          number: 301,
          body: look('BT /F1 9 Tf 2 4 Td (Nikos) Tj ET', '/Font<</F1 3 0 R>>/XObject 300 0 R'),
        },
      ];
      const trailer = '/Info 160 0 R/ID[<01><02>]';
      const found = changesOf(appendUpdate(signed, { kind: 'objstm', objects, trailer }));
      return (found?.changes ?? []).map(({ reason, rule }) => reason ?? rule);
    };
    expect(reasons('<</X +8 0 R>>')).toEqual(['form_value', 'content']);
    expect(reasons('<</X 5 0 R>>')).toEqual(['form_value']);
    expect(reasons('<</X 8 0 R>>')).toEqual(['form_value', 'content']);
  });

  it('what nothing leads to may change where all else is read, and beside what is not read', async () => {
    const unused = { number: 170, body: saying('nothing') };
    expect(await told([], [unused])).toEqual(['unused_object']);
    const apart = { number: 300, body: '<</X +8 0 R>>' };
    expect(await told([apart], [unused])).toEqual(['unused_object']);
    expect(await told(named('<</X +8 0 R>>'), [{ number: 300, body: '(new)' }])).toEqual(['unused_object']);
  });
});

describe('entries that stand twice in what was signed', () => {
  it.each([
    ['before the one that counts', '/Contents 7 0 R/Contents 5 0 R'],
    ['behind it', '/Contents 5 0 R/Contents 7 0 R'],
  ])('MAP-8 %s, what they lead to is content', async (_, entries) => {
    const objects = [
      instead(4, { '/Contents 5 0 R': entries }),
      { number: 7, body: '[8 0 R]' },
      { number: 8, body: streamBody(PAY) },
    ];
    expect(bodyOf(document, 4)).toContain('/Contents 5 0 R');
    expect(await told(objects, [{ number: 8, body: streamBody(PAY.replace('1', '9')) }])).toEqual([
      'content',
    ]);
  });
});
