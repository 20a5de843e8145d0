import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { nodePorts, signatureFont } from '@websign/ports';
import { isInstalled } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PdfError } from '../src/errors.ts';
import { drawAppearance } from '../src/sign/appearance/index.ts';
import { readFont } from '../src/stamp/index.ts';

const ports = nodePorts();
const size = { width: 200, height: 70 };
const text = { name: 'Γεώργιος Ἀθῆναι', lines: [{ label: 'Λόγος', value: 'ΐΰ ᾧ ᾱ́ 0123' }] };

/** Offset and length of a table. */
function table(font: Uint8Array, tag: string): [number, number] {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  for (let record = 12; record < 12 + 16 * view.getUint16(4); record += 16) {
    if (String.fromCharCode(...font.subarray(record, record + 4)) === tag) {
      return [view.getUint32(record + 8), view.getUint32(record + 12)];
    }
  }
  throw new Error(`no table ${tag}`);
}

/** A copy of the font with a 16-bit value in a table changed. */
function patched(font: Uint8Array, tag: string, at: number, value: number): Uint8Array {
  const copy = Uint8Array.from(font);
  new DataView(copy.buffer).setUint16(table(copy, tag)[0] + at, value);
  return copy;
}

describe('readFont', () => {
  const font = readFont(signatureFont());

  test('knows the font by name and measures', () => {
    expect(font).toMatchObject({
      postScriptName: 'NotoSans-Regular',
      unitsPerEm: 1000,
      capHeight: 714,
      italicAngle: 0,
      fixedPitch: false,
      weight: 400,
    });
    expect(font.metrics.advance(0x20)).toBe(0.26);
    expect(font.metrics.advance(0x1f600)).toBeUndefined();
    expect(font.inked(font.glyph(0x391))).toBe(true);
    expect(font.inked(font.glyph(0x20))).toBe(false);
  });

  const fcQuery = 'fc-query';
  const fontconfig = isInstalled(fcQuery);
  test.skipIf(!fontconfig)(
    `has the characters that fontconfig finds in it${fontconfig ? '' : ' (skipped: fc-query not installed)'}`,
    () => {
      const file = createRequire(createRequire(import.meta.url).resolve('@websign/ports')).resolve(
        '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
      );
      const { stdout } = spawnSync(fcQuery, ['--format', '%{charset}', file], { encoding: 'utf8' });
      const found = new Set<number>();
      for (const range of stdout.trim().split(' ')) {
        const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
        for (let code = first; code <= last; code++) found.add(code);
      }
      expect(found.size).toBeGreaterThan(2000);
      const differing = [];
      for (let code = 0x20; code <= 0x10ffff; code++) {
        if ((font.glyph(code) !== 0) !== found.has(code)) differing.push(code);
      }
      // fontconfig leaves out what shows nothing.
      expect(differing.filter((code) => found.has(code) || font.inked(font.glyph(code)))).toEqual([]);
    },
  );

  test('has every letter of Greek, ancient and modern', () => {
    const letters = [];
    for (let code = 0x370; code <= 0x1fff; code++) {
      const letter = String.fromCodePoint(code);
      const greek = /^\p{Script=Greek}$/u.test(letter) && /^[\p{L}\p{M}]$/u.test(letter);
      if (greek && letter.normalize('NFC') === letter) letters.push(letter);
    }
    expect(letters.length).toBeGreaterThan(300);
    for (const letter of letters)
      expect(font.inked(font.glyph(letter.codePointAt(0) ?? 0)), letter).toBe(true);
  });

  test.each([
    ['nothing', () => new Uint8Array(0)],
    ['text', () => Buffer.from('this is not a font, whatever its name says')],
    ['OpenType with CFF outlines', () => Buffer.concat([Buffer.from('OTTO'), signatureFont().subarray(4)])],
    ['a directory of 65,535 tables', () => Uint8Array.from([0, 1, 0, 0, 0xff, 0xff, ...Array(200).fill(0)])],
    ['a cut file', () => signatureFont().subarray(0, 5000)],
    ['no em square', () => patched(signatureFont(), 'head', 18, 0)],
    ['no metrics', () => patched(signatureFont(), 'hhea', 34, 0)],
    ['a licence against embedding', () => patched(signatureFont(), 'OS/2', 8, 0x0002)],
    ['a licence against subsets', () => patched(signatureFont(), 'OS/2', 8, 0x0100)],
  ])('%s is font_unusable', (_name, font) => {
    expect(() => readFont(font())).toThrow(expect.objectContaining({ code: 'font_unusable' }));
  });

  test('mutated fonts throw nothing but PdfError, also when looked into', async () => {
    const sound = await ports.subset(signatureFont(), text.name);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        (edits) => {
          const font = Uint8Array.from(sound);
          for (const [at, value] of edits) font[at] = value;
          try {
            const read = readFont(font);
            for (const code of [0x20, 0x391, 0x1f08, 0xffff, 0x1f600]) {
              const glyph = read.glyph(code);
              read.metrics.advance(code);
              read.inked(glyph);
            }
          } catch (error) {
            if (!(error instanceof PdfError)) throw error;
            expect(error.code).toBe('font_unusable');
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('the embedded font', () => {
  test('is a small subset with a tag of its own, its widths and characters by glyph', async () => {
    const { font } = await drawAppearance(text, size, signatureFont(), ports);
    const whole = readFont(signatureFont());
    const subset = readFont(font.program);
    expect(font.program.length).toBeLessThan(6000);
    expect(font.baseFont).toMatch(/^[A-Z]{6}\+NotoSans-Regular$/);
    expect(font.widths).toHaveLength(subset.glyphCount);
    expect([...font.unicode.values()].sort().join('')).toBe(
      [...new Set(`${text.name}${text.lines[0]?.label}:${text.lines[0]?.value}`)].sort().join(''),
    );
    for (const [glyph, character] of font.unicode) {
      const code = character.codePointAt(0) ?? 0;
      expect(subset.glyph(code)).toBe(glyph);
      expect(font.widths[glyph]).toBe(whole.advance(whole.glyph(code)));
    }
    const other = await drawAppearance({ name: 'Μαρία', lines: [] }, size, signatureFont(), ports);
    expect(other.font.baseFont).not.toBe(font.baseFont);
  });

  test('is asked for once, with each character once and in order, so that a caller may keep it', async () => {
    const asked: string[] = [];
    const subset = (font: Uint8Array, characters: string) => {
      asked.push(characters);
      return ports.subset(font, characters);
    };
    await drawAppearance({ name: 'βαβα', lines: [] }, size, signatureFont(), { ...ports, subset });
    await drawAppearance({ name: 'αβαβ', lines: [] }, size, signatureFont(), { ...ports, subset });
    expect(asked).toEqual(['αβ', 'αβ']);
  });

  const draw = (subset: () => Promise<Uint8Array>) =>
    drawAppearance(text, size, signatureFont(), { ...ports, subset });

  test('a subset that lost a letter is refused: names never show with holes', async () => {
    const lacking = () => ports.subset(signatureFont(), 'Γεώργιος Λόγος: 0123');
    await expect(draw(lacking)).rejects.toMatchObject({ code: 'font_unusable' });
  });

  test('a subset that kept the letters and lost their outlines is refused', async () => {
    const blank = async () => {
      const font = Uint8Array.from(await ports.subset(signatureFont(), `${text.name}Λόγος: ΐΰ ᾧ ᾱ́ 0123`));
      const [start, length] = table(font, 'loca');
      return font.fill(0, start, start + length);
    };
    await expect(draw(blank)).rejects.toMatchObject({ code: 'font_unusable' });
  });

  test('a subsetter that fails is font_unusable, with its cause', async () => {
    const cause = new Error('out of memory');
    const failing = () => Promise.reject(cause);
    await expect(draw(failing)).rejects.toMatchObject({ code: 'font_unusable', cause });
  });
});
