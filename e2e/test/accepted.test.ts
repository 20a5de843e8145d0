import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import {
  chosenFrom,
  isSentence,
  parseAccepted,
  printAccepted,
  problemsOf,
  withAccepted,
} from '../pictures/accepted.ts';
import { sideBySide } from '../pictures/side-by-side.ts';

const WHY = 'The menu has one entry more.';
const line = (name: string, sha256 = 'a1', why = WHY) => ({ name, sha256, why });

describe('the list of accepted pictures', () => {
  it('is read as it is written, sorted by name', () => {
    const text = printAccepted([line('b.png'), line('a.png', 'ff')]);
    expect(text).toBe(`picture\tsha256\twhy\na.png\tff\t${WHY}\nb.png\ta1\t${WHY}\n`);
    expect(parseAccepted(text)).toEqual([line('a.png', 'ff'), line('b.png')]);
  });

  it('is refused where a line is not three cells, or the head is missing', () => {
    expect(() => parseAccepted('picture\tsha256\twhy\na.png\tff\n')).toThrow('line 2');
    expect(() => parseAccepted('a.png\tff\tBecause it is so.\n')).toThrow('must begin');
  });

  it('has no problem where each picture has its line, its checksum and a sentence', () => {
    expect(problemsOf([line('a.png')], new Map([['a.png', 'a1']]))).toEqual([]);
  });

  it('tells of a picture that was taken anew and not accepted', () => {
    expect(problemsOf([line('a.png')], new Map([['a.png', 'b2']]))).toEqual([
      'a.png: is not the picture that was accepted',
    ]);
  });

  it('tells of pictures without a line, lines without a picture, double lines and reasons that are none', () => {
    const lines = [line('gone.png'), line('a.png', 'a1', 'new look'), line('a.png')];
    expect(
      problemsOf(
        lines,
        new Map([
          ['a.png', 'a1'],
          ['fresh.png', 'c3'],
        ]),
      ),
    ).toEqual([
      'gone.png: has a line, but there is no such picture',
      expect.stringContaining('a.png: "new look" is not a sentence'),
      'a.png: has two lines',
      'fresh.png: nobody accepted it',
    ]);
  });
});

describe('accepting', () => {
  it('replaces the lines of the named pictures alone', () => {
    const why = 'The button stands in sight now.';
    const before = [line('a.png'), line('b.png')];
    const after = withAccepted(before, before, new Map([['b.png', 'b2']]), why);
    expect(after).toEqual([line('a.png'), { name: 'b.png', sha256: 'b2', why }]);
  });

  it('wants a sentence, and another one than that of the change that was committed last', () => {
    const taken = new Map([['a.png', 'b2']]);
    expect(() => withAccepted([], [], taken, 'changed')).toThrow(RangeError);
    expect(() => withAccepted([line('a.png')], [line('a.png')], taken, WHY)).toThrow('that very sentence');
    expect(withAccepted([line('a.png')], [line('a.png', 'b2')], taken, WHY)).toEqual([line('a.png', 'b2')]);
    expect(withAccepted([line('a.png')], [], taken, WHY)).toEqual([line('a.png', 'b2')]);
  });

  it('knows a sentence from a word, in both languages', () => {
    expect(isSentence('Το κουμπί φαίνεται πια χωρίς κύλιση.')).toBe(true);
    for (const none of ['', 'new', 'update pictures', 'aaaaaaaaaaaaaaaaaaaa.', '. . . . . . . . . .'])
      expect(isSentence(none)).toBe(false);
  });
});

describe('the names that are meant', () => {
  const names = [
    'sign-wide-dark.png',
    'sign-wide-light.png',
    'sign-box-wide-dark.png',
    'home-narrow-light.png',
  ];

  it('a screen means its sizes and schemes, and not the screens whose names begin alike', () => {
    expect(chosenFrom(names, 'sign')).toEqual(['sign-wide-dark.png', 'sign-wide-light.png']);
  });

  it('one picture by its name, with and without its ending, several by comma', () => {
    expect(chosenFrom(names, 'home-narrow-light, sign-wide-dark.png')).toEqual([
      'home-narrow-light.png',
      'sign-wide-dark.png',
    ]);
  });

  it('a name that means nothing is an error, so that nothing is accepted by mistake', () => {
    expect(() => chosenFrom(names, 'home,sing')).toThrow('"sing"');
    expect(() => chosenFrom(names, '')).toThrow(RangeError);
    expect(() => chosenFrom(names, 'home.narrow')).toThrow(RangeError);
  });

  it('nothing but a name means pictures of several screens: who accepts one has named it', () => {
    expect(() => chosenFrom(names, '*')).toThrow('"*"');
    expect(() => chosenFrom(names, 'sign*-wide-dark')).toThrow(RangeError);
  });
});

describe('before, after and difference', () => {
  const picture = (width: number, height: number, red: number): Buffer => {
    const png = new PNG({ width, height });
    png.data.fill(Buffer.from([red, 0, 0, 255]));
    return PNG.sync.write(png);
  };

  it('stand side by side, whatever their sizes; one that is missing leaves its room grey', () => {
    const sheet = PNG.sync.read(sideBySide([picture(10, 20, 255), picture(12, 8, 200), undefined]));
    expect([sheet.width, sheet.height]).toEqual([24 + 3 * (12 + 24), 20 + 2 * 24]);
    const red = (x: number, y: number) => sheet.data[4 * (y * sheet.width + x)];
    expect(red(24, 24 + 19)).toBe(255);
    expect(red(24 + 36 + 11, 24)).toBe(200);
    expect(red(24 + 36, 24 + 8)).toBe(128);
    expect(red(24 + 72, 24)).toBe(128);
  });
});
