import { signatureFont } from '@websign/ports';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppearanceText } from '../src/sign/face.ts';
import { type FontMetrics, type Layout, layoutStamp, readFont } from '../src/stamp/index.ts';

const { metrics } = readFont(signatureFont());
const greek: AppearanceText = {
  name: 'Γεώργιος Παπαδόπουλος',
  lines: [
    { label: 'Λόγος', value: 'Έγκριση απόφασης' },
    { label: 'Ιδιότητα', value: 'Διευθυντής Ηλεκτρονικής Διακυβέρνησης' },
    { label: 'Ημερομηνία', value: '21/11/2026 14:03:22 +02:00' },
  ],
};
const long: AppearanceText = {
  name: 'Αικατερίνη-Μαρία Παπακωνσταντίνου-Χατζηδημητρίου',
  lines: [{ label: 'Λόγος', value: 'περί χορήγησης άδειας '.repeat(60) }, ...greek.lines],
};
const textOf = (layout: Layout, role: string) =>
  layout.texts
    .filter((text) => text.role === role)
    .map(({ text }) => text)
    .join(' ');
const words = (text: string) => text.replace(/\s+/g, '');

/** The extent of every text stands inside the border, and no two share ink. */
function expectSound(layout: Layout): void {
  const { border, texts, size } = layout;
  for (const { x, y, width, size: em } of texts) {
    expect(x).toBeGreaterThanOrEqual(border.lineWidth);
    expect(x + width).toBeLessThanOrEqual(size.width - border.lineWidth + 1e-6);
    expect(y - 0.22 * em).toBeGreaterThanOrEqual(0);
    expect(y + 0.95 * em).toBeLessThanOrEqual(size.height + 1e-6);
  }
  const lines = [...new Set(texts.map(({ y }) => y))].sort((a, b) => b - a);
  lines.slice(1).forEach((y, i) => {
    const below = texts.find((text) => text.y === y);
    expect((lines[i] ?? 0) - y).toBeGreaterThanOrEqual((below?.size ?? 0) * 1.1);
  });
}

describe('layoutStamp', () => {
  test.each([
    [60, 20],
    [100, 100],
    [150, 40],
    [200, 70],
    [400, 200],
    [40, 15],
  ])('stays inside a box of %i × %i points', (width, height) => {
    for (const text of [greek, long, { name: greek.name, lines: [] }]) {
      const layout = layoutStamp(text, { width, height }, metrics);
      expectSound(layout);
      expect(layout.texts.length).toBeGreaterThan(0);
    }
  });

  test('shows everything, name first and largest, in a box of ordinary size', () => {
    const layout = layoutStamp(greek, { width: 200, height: 70 }, metrics);
    expect(layout.cut).toBe(false);
    expect(layout.texts[0]).toMatchObject({ role: 'name', text: greek.name });
    const [name, ...rest] = layout.texts;
    for (const text of rest) expect(name?.size).toBeGreaterThan(text.size);
    expect(textOf(layout, 'label')).toBe('Λόγος: Ιδιότητα: Ημερομηνία:');
    expect(textOf(layout, 'value')).toBe(greek.lines.map(({ value }) => value).join(' '));
    expect(layout.rule).toBeDefined();
  });

  test('a larger box makes print smaller only a little, to save a line', () => {
    let last = 0;
    for (let scale = 1; scale <= 4; scale += 0.1) {
      const { bodySize } = layoutStamp(greek, { width: 100 * scale, height: 40 * scale }, metrics);
      expect(bodySize).toBeGreaterThanOrEqual(last * 0.84);
      last = Math.max(last, bodySize);
    }
    expect(last).toBe(14);
  });

  test('a double name breaks after its hyphen, not inside a half', () => {
    const layout = layoutStamp({ name: long.name, lines: [] }, { width: 110, height: 60 }, metrics);
    expect(layout.texts.map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringMatching(/-$/), 'Χατζηδημητρίου']),
    );
  });

  test('what does not fit is shortened with an ellipsis, and the layout says so', () => {
    const layout = layoutStamp(long, { width: 120, height: 40 }, metrics);
    expect(layout.cut).toBe(true);
    expect(textOf(layout, 'value')).toContain('…');
    expect(textOf(layout, 'value')).toContain('21/11/2026 14:03:22 +02:00');
    expectSound(layout);
  });

  test('labels bring their own colon or get one; a line without a label has none', () => {
    const lines = ['Reason:', 'Title', ''].map((label) => ({ label, value: 'x' }));
    const layout = layoutStamp({ name: 'A', lines }, { width: 200, height: 80 }, metrics);
    expect(textOf(layout, 'label')).toBe('Reason: Title:');
  });

  test('any text in any box is sound, whole unless it says cut, and quick', () => {
    const text = fc.string({ unit: fc.constantFrom(...'αβγ ΆΊΐΰῶᾧ-/.,: abcWMΩΨ0123 \n'), maxLength: 80 });
    const lines = fc.array(fc.record({ label: text, value: text }), { maxLength: 6 });
    const side = fc.double({ min: 40, max: 600, noNaN: true });
    fc.assert(
      fc.property(text, lines, side, side, (name, entries, width, height) => {
        const layout = layoutStamp({ name, lines: entries }, { width, height }, metrics);
        expectSound(layout);
        if (layout.cut) return;
        const wanted = entries.map(({ value }) => value.normalize('NFC')).join('');
        expect(words(textOf(layout, 'value'))).toBe(words(wanted));
        expect(words(textOf(layout, 'name'))).toBe(words(name.normalize('NFC')));
      }),
      { numRuns: 300 },
    );
  });

  test('huge texts, many lines and boxes of no size end soon', () => {
    const flood = 'Ψ'.repeat(1_000_000);
    const lines = Array.from({ length: 1000 }, () => ({ label: flood, value: flood }));
    const started = performance.now();
    for (const size of [
      { width: 200, height: 70 },
      { width: 0, height: 0 },
      { width: 1e6, height: 1e6 },
      { width: 40, height: 1e6 },
    ]) {
      layoutStamp({ name: flood, lines }, size, metrics);
    }
    // A hang, on the slowest machine that builds this.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test('a font without an ellipsis uses three stops', () => {
    const plain: FontMetrics = {
      advance: (code) => (code < 0x80 ? 0.5 : undefined),
      ascent: 1,
      descent: -0.25,
    };
    const layout = layoutStamp({ name: 'w'.repeat(500), lines: [] }, { width: 60, height: 20 }, plain);
    expect(textOf(layout, 'name')).toMatch(/w\.\.\.$/);
  });
});

describe('the text that is shown', () => {
  const shown = (name: string) =>
    textOf(layoutStamp({ name, lines: [] }, { width: 500, height: 60 }, metrics), 'name');

  test.each([
    ['decomposed Greek is composed', 'Γεώργιος Μαΐου'.normalize('NFD'), 'Γεώργιος Μαΐου'],
    ['oxia and tonos are one', '\u1f71\u1f73', 'άέ'],
    ['polytonic letters stay', 'ᾧ Ἀθῆναι ᾄδω ῾Ρόδος', 'ᾧ Ἀθῆναι ᾄδω ῾Ρόδος'],
    ['marks without a composed letter stay', 'ᾱ́', 'ᾱ́'],
    ['astral characters without a glyph show', 'a\u{1f600}b', 'a\ufffdb'],
    ['letters of an absent script show', '漢 א', '\ufffd \ufffd'],
    ['lone surrogates show', 'a\ud800b', 'a\ufffdb'],
    ['private use shows', 'a\ue123b', 'a\ufffdb'],
    ['direction marks are taken out', 'abc\u202etxt\u202c\u2066x\u2069\u200e\u061c', 'abctxtx'],
    ['joiners, soft hyphens and tags are taken out', 'a\u200b\u200d\u00ad\ufeff\u{e0041}b', 'ab'],
    ['controls become spaces', 'a\u0000b\u001b[31m\tc\r\nd\u2028e', 'a b [31m c d e'],
    ['a mark without a letter shows', '\u0301a', '\ufffda'],
    ['a pile of marks ends visibly', `a${'\u0316'.repeat(500)}b`, `a${'\u0316'.repeat(4)}\ufffdb`],
  ])('%s', (_name, text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});
