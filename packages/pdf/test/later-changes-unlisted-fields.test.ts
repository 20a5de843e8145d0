import { sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, look, saying, told } from './later-changes-objects.ts';
import { document, only, value } from './later-changes-sealed.ts';

const WIDGET = '/Type/Annot/Subtype/Widget/P 4 0 R/F 4/Rect[400 500 490 520]';
/** A widget (500) that the page lists and the form does not, with the look 501. */
const widget = (entries: string): TestObject => ({ number: 500, body: `<<${WIDGET}${entries}>>` });
const after = (before: string, changed: string, ...looks: TestObject[]): Promise<string[]> =>
  told(
    [
      instead(4, { '/Annots [': '/Annots [500 0 R ' }),
      widget(before),
      { number: 501, body: saying('10') },
      { number: 502, body: look('0 0 90 20 re S') },
    ],
    [widget(changed), ...looks],
  );

/** The signed field, without its lock. */
const UNLOCKED: TestObject = instead(102, { '/Lock 101 0 R': '/V 310 0 R' });

describe('a widget that no form lists', () => {
  it('MAP-8 shows the value that it has', async () => {
    const text = (value: string, shown: number): string => `/FT/Tx/T(sum)/V(${value})/AP<</N ${shown} 0 R>>`;
    const says = (words: string): TestObject => ({ number: 603, body: saying(words) });
    expect(await after(text('10', 501), text('11', 603), says('11'))).toEqual(['form_value']);
    expect(await after(text('10', 501), text('11', 603), says('9999'))).toEqual(['appearance']);
    expect(await after(text('10', 501), text('11', 501))).toEqual(['appearance']);
  });

  it('MAP-8 shows it whatever it has for kids', async () => {
    const text = (value: string, shown: number, kids: string): string =>
      `/FT/Tx/T(sum)/V(${value})/AP<</N ${shown} 0 R>>/Kids${kids}`;
    const shows = (words: string, kids: string): Promise<string[]> =>
      after(text('10', 501, kids), text('11', 603, kids), { number: 603, body: saying(words) });
    for (const kids of ['[]', '[999 0 R]', '[150 0 R]', ' 5']) {
      expect(await shows('11', kids)).toEqual(['form_value']);
      expect(await shows('9999', kids)).toEqual(['appearance']);
    }
  });

  it('MAP-8 shows stars alone where it is of a password', async () => {
    const text = (value: string, shown: number): string =>
      `/FT/Tx/Ff 8192/T(sum)/V(${value})/AP<</N ${shown} 0 R>>`;
    const says = (words: string): TestObject => ({ number: 603, body: saying(words) });
    expect(await after(text('10', 501), text('11', 603), says('***'))).not.toContain('appearance');
    expect(await after(text('10', 501), text('11', 603), says('11'))).toEqual(['appearance']);
  });

  it('MAP-8 keeps the looks of its states where it is a box', async () => {
    const box = (state: string, shown: number): string =>
      `/FT/Btn/T(box)/V/${state}/AS/${state}/AP<</N<</Yes ${shown} 0 R/Off 502 0 R>>>>`;
    const words: TestObject = { number: 603, body: saying('Paid') };
    expect(await after(box('Off', 501), box('Yes', 501))).toEqual(['form_value']);
    expect(await after(box('Off', 501), box('Yes', 603), words)).toEqual(['appearance']);
    expect(await after(box('Off', 501), box('Off', 501).replace('/AS/Off', '/AS/Yes'))).toEqual([
      'appearance',
    ]);
  });

  it('MAP-8 is signed by nobody', () => {
    const place = (entries: string): TestObject => ({
      number: 320,
      body: `<<${WIDGET.replace('[400 500 490 520]', '[70 690 300 730]')}/FT/Sig/T(aside)${entries}>>`,
    });
    const file = sealed(
      updated(document, [
        UNLOCKED,
        value(),
        instead(4, { ' 150 0 R': ' 320 0 R' }),
        place('/AP<</N 321 0 R>>'),
        { number: 321, body: look('') },
      ]),
    );
    const found = only(
      sealed(
        updated(file, [
          place('/AP<</N 322 0 R>>/V 323 0 R'),
          { number: 322, body: look('1 g 0 0 90 20 re f') },
          value(323),
        ]),
      ),
    );
    expect(found?.changes.map(({ reason }) => reason)).toEqual(['signature']);
  });
});
