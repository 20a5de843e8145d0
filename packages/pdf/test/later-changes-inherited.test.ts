import { describe, expect, it } from 'vitest';
import { changesBy, instead } from './later-changes-objects.ts';

const TREE =
  '/MediaBox[0 0 595.3039370078 842]/CropBox[9 9 500 800]/Rotate 90/Resources<</Font<</F1 3 0 R>>>>';
const BOX = '/MediaBox[0 0 595 842]';
const RESOURCES = '/Resources<</Font<</F1 3 0 R>>>>';
/** The document whose page inherits all that it can. */
const inheriting = (tree = TREE) => [
  instead(2, { '/Count 1': `/Count 1${tree}` }),
  instead(4, { [BOX]: '', [RESOURCES]: '' }),
];

const told = async (
  entries: string,
  objects = inheriting(),
  parts: Readonly<Record<string, string>> = { '/Contents': `${entries}/Contents` },
): Promise<string[]> =>
  (await changesBy(objects, (signed) => [instead(4, parts, signed)])).map(
    ({ reason, rule, what }) => `${reason ?? rule} ${what}`,
  );

describe('what a page inherits', () => {
  it.each([
    '/MediaBox[0 0 595.3039370078 842]',
    '/MediaBox[0 0 595.30398 842.0]',
    '/CropBox[9 9 500 800]',
    '/Rotate 90',
    RESOURCES,
    TREE,
  ])('MAP-8 may be written into it: %s', async (entries) => expect(await told(entries)).toEqual([]));

  it('MAP-8 may be taken out of it', async () => {
    const both = [inheriting()[0], instead(4, { [BOX]: TREE, [RESOURCES]: '' })].filter(
      (one) => one !== undefined,
    );
    expect(await told('', both, { '/Rotate 90': '', '/CropBox[9 9 500 800]': '' })).toEqual([]);
  });

  it.each([
    ['/MediaBox[0 0 595.4 842]', 'page /MediaBox'],
    ['/MediaBox[0 0 595 null]', 'page /MediaBox'],
    ['/CropBox[9 9 500 801]', 'page /CropBox'],
    ['/CropBox null', 'page /CropBox'],
    ['/CropBox 999 0 R', 'page /CropBox', 'content /Page'],
    ['/Rotate 0', 'page /Rotate'],
    ['/Rotate 90.0', 'page /Rotate'],
    ['/Rotate null', 'page /Rotate'],
    ['/Resources<<>>', 'page /Resources'],
    ['/TrimBox[9 9 500 800]', 'page /TrimBox'],
  ])('MAP-8 stays what it was: %s', async (entries, ...changes) => {
    expect(await told(entries)).toEqual(changes);
  });

  it('MAP-8 is the same by either way that leads there', async () => {
    // Another node above it than the one that lists it.
    const other = (own: string, tree: string) => [
      instead(2, { '/Count 1': `/Count 1${tree}` }),
      instead(4, { '/Parent 2 0 R': '/Parent 30 0 R', [BOX]: own }),
      { number: 30, body: `<</Type/Pages/Parent 2 0 R/Kids[]/Count 0/CropBox[9 9 300 300]${BOX}>>` },
    ];
    expect(await told('/CropBox[9 9 300 300]', other(BOX, '/CropBox[9 9 200 200]'))).toEqual([
      'page /CropBox',
    ]);
    expect(await told('/CropBox[9 9 200 200]', other(BOX, '/CropBox[9 9 200 200]'))).toEqual([
      'page /CropBox',
    ]);
    expect(await told('/CropBox[9 9 300 300]', other(BOX, '/CropBox[9 9 300 300]'))).toEqual([]);
  });

  it.each([
    ['/Rotate 90', '/Rotate 180'],
    ['/MediaBox[0 0 500 800]', BOX],
    ['/Resources<<>>', RESOURCES],
  ])('MAP-8 is not the same where one of them gives %s and the other %s', async (listed, parent) => {
    const [own, tree] = [
      listed.startsWith('/Media') ? '' : BOX,
      listed.startsWith('/Res') ? listed : `${RESOURCES}${listed}`,
    ];
    const objects = (above: string) => [
      instead(2, { '/Count 1': `/Count 1${tree}` }),
      instead(4, { '/Parent 2 0 R': '/Parent 30 0 R', [BOX]: own, [RESOURCES]: '' }),
      { number: 30, body: `<</Type/Pages/Parent 2 0 R/Kids[]/Count 0${above}>>` },
    ];
    expect(await told(parent, objects(parent))).toEqual([`page ${parent.replace(/[[< ].*/, '')}`]);
    expect(await told(listed, objects(listed))).toEqual([]);
  });

  it('MAP-8 comes from as many nodes above it as a tree has, and no further', async () => {
    const chain = (length: number) => [
      instead(2, { '/Count 1': '/Count 1/Rotate 90' }),
      instead(4, { '/Parent 2 0 R': '/Parent 200 0 R' }),
      ...Array.from({ length }, (_, at) => ({
        number: 200 + at,
        body: `<</Kids[]/Parent ${at + 1 === length ? 2 : 201 + at} 0 R>>`,
      })),
    ];
    expect(await told('/Rotate 90', chain(63))).toEqual([]);
    expect(await told('/Rotate 90', chain(64))).toEqual(['page /Rotate']);
  });
});

describe('boxes that a writer rounds', () => {
  const rounded = (own: string, other: string): Promise<string[]> =>
    told('', [instead(4, { [BOX]: own })], { [own]: other });

  it.each([
    ['/MediaBox[0 0 595.303937007874 842]', '/MediaBox[0 0 595.303937 842]'],
    [`${BOX}/CropBox[9 9 500.1234 800]`, `${BOX}/CropBox[9 9 500.123 800]`],
  ])('MAP-8 stay what they were: %s', async (own, other) => expect(await rounded(own, other)).toEqual([]));

  it.each([
    ['/MediaBox[0 0 595 842]', '/MediaBox[0 0 595.001 842]'],
    // A page that was shown whole, as nothing of it was in the crop box.
    [`${BOX}/CropBox[595 0 700 842]`, `${BOX}/CropBox[594.9996 0 700 842]`],
    [`${BOX}/CropBox[9 9 9 800]`, `${BOX}/CropBox[9 9 9.0004 800]`],
  ])('MAP-8 and no more: %s', async (own, other) => {
    expect(await rounded(own, other)).toHaveLength(1);
  });
});
