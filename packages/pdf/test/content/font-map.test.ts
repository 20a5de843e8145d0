import { blankFontAttacks, documentObjects, fontAttacks, harmlessFonts, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { drawPage } from '../../src/content/draw.ts';
import type { Finding } from '../../src/index.ts';
import { pages } from '../../src/index.ts';
import { FontUses } from '../../src/inspect/hidden/fonts.ts';
import { contradicts } from '../../src/inspect/hidden/textmap.ts';
import { open } from '../support.ts';
import { flate } from './fonts.ts';

function mismatches(bytes: Uint8Array): Finding[] {
  const pdf = open(bytes);
  const found: Finding[] = [];
  const uses = new FontUses(pdf, (finding) => found.push(finding));
  for (const page of pages(pdf)) {
    drawPage(pdf, page, { text: (run) => uses.see(run, page.number), paint: () => undefined });
  }
  uses.finish();
  return found;
}

describe('glyphs that show something else than what is copied', () => {
  it.each(fontAttacks)('UP-6: $name', ({ bytes, expect: kinds }) => {
    const found = mismatches(bytes());
    expect(found).toMatchObject(kinds.map((kind) => ({ kind, page: 1, object: 100 })));
    expect(found[0]?.excerpt).toMatch(/^[^→]+→[^→]+( [^→]+→[^→]+)*$/);
    expect(mismatches(bytes('objstm'))).toEqual(found);
  });

  it.each(blankFontAttacks)('UP-6: $name', ({ bytes, expect: kinds }) =>
    expect(mismatches(bytes())).toMatchObject(kinds.map((kind) => ({ kind, page: 1, object: 100 }))),
  );

  it.each(harmlessFonts)('SGN-7: no warning of $name', ({ bytes }) =>
    expect(mismatches(bytes())).toEqual([]),
  );

  it('tells each of hundreds of fonts once, in few words', () => {
    const fonts = Array.from({ length: 300 }, (_, index) => 200 + index);
    const names = fonts.map((number) => `/F${number} ${number} 0 R`).join('');
    const all = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index)).join('');
    const content = fonts
      .map((number) => `BT /F${number} 9 Tf (${all}${all.toLowerCase()}) Tj ET`)
      .join('\n');
    const objects = documentObjects({
      pages: [{ content: `${content}\n${content}`, entries: `/Resources<</Font<<${names}>>>>` }],
      more: [
        flate(101, 'beginbfrange <41><59><0042> <61><79><0062> endbfrange'),
        ...fonts.map((number) => ({
          number,
          body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 101 0 R>>',
        })),
      ],
    });
    const found = mismatches(writePdf({ kind: 'table', objects }));
    expect(found.map(({ object }) => object)).toEqual(fonts);
    expect(found[0]?.excerpt).toMatch(/^A→B B→C /);
    expect(found[0]?.excerpt?.length).toBeLessThanOrEqual(200);
  });

  it('says which signs show which: 1 is shown, 9 is copied', () => {
    expect(mismatches(fontAttacks[0]?.bytes() ?? new Uint8Array())[0]?.excerpt).toBe('1→9');
  });

  it.each([
    ['1', '9', true],
    ['a', 'b', true],
    ['α', 'γ', true],
    ['Б', 'В', true],
    ['$', '€', true],
    ['5', '$', true],
    ['7', 'T', true],
    ['a', 'A', false],
    ['é', 'e', false],
    ['ά', 'Α', false],
    ['A', 'Α', false],
    ['A', 'Б', false],
    ['ſ', 's', false],
    ['¤', '€', false],
    ['ﬁ', 'f', false],
    ['1', '', false],
    ['1', '\u{e001}', false],
    ['1', '-', false],
    ['1', '19', false],
  ])('%j copied as %j: %s', (shown, copied, verdict) => {
    expect(contradicts(shown, copied)).toBe(verdict);
    expect(contradicts(copied, shown)).toBe(verdict);
  });

  it.each([
    ['0', 'O'],
    ['1', 'l'],
  ])(
    'UP-6: %j is no number any more that is copied as %j, but a letter may be copied as a digit',
    (digit, letter) => {
      expect(contradicts(digit, letter)).toBe(true);
      expect(contradicts(letter, digit)).toBe(false);
    },
  );
});
