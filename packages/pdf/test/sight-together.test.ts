import {
  bodyOf,
  furtherSignature,
  sealed,
  signedDocument,
  streamBody,
  type TestObject,
  updated,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

const WORDS = 'BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET';
const OVER = '[70 690 300 730]';
const BESIDE = '[70 500 300 540]';
const PLACE = `0 ${' '.repeat(10)} ${' '.repeat(10)} ${' '.repeat(10)}`;
const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 230 40]/Resources<</ExtGState<</G0<</ca .3>>>>>>';

/** Upright strips, each third one. */
const strips = (first: number): string =>
  `1 g ${Array.from({ length: 60 }, (_, at) => `${at * 4 + first * 1.3} 0 1.4 40 re f`).join(' ')}`;
const VEIL = '/G0 gs 1 g 0 0 230 40 re f';

async function signedWith(content: string, more: TestObject[] = []): Promise<Uint8Array> {
  const page = bodyOf(signedDocument(), 4).replace(' 150 0 R', '');
  return sign(
    updated(signedDocument(), [{ number: 4, body: page }, { number: 5, body: streamBody(content) }, ...more]),
  );
}

/** The file with a further signature in several widgets, each with a look and a place of its own. */
function inWidgets(file: Uint8Array, looks: readonly [look: string, rect: string][], from = 400): Uint8Array {
  const list = looks.map((_, at) => `${from + 10 + at} 0 R`).join(' ');
  return sealed(
    updated(file, [
      { number: 4, body: bodyOf(file, 4).replace(/\/Annots ?\[([^\]]*)\]/, `/Annots[$1 ${list}]`) },
      { number: 110, body: bodyOf(file, 110).replace(/\/Fields ?\[([^\]]*)\]/, `/Fields[$1 ${from} 0 R]`) },
      { number: from, body: `<</FT/Sig/T(s${from})/Kids[${list}]/V ${from + 1} 0 R>>` },
      {
        number: from + 1,
        body: `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[${PLACE}]/Contents<3000>>>`,
      },
      ...looks.flatMap(([look, rect], at) => [
        {
          number: from + 10 + at,
          body:
            `<</Type/Annot/Subtype/Widget/Parent ${from} 0 R/P 4 0 R/F 4/Rect${rect}` +
            `/AP<</N ${from + 20 + at} 0 R>>>>`,
        },
        { number: from + 20 + at, body: streamBody(look, FORM) },
      ]),
    ]),
  );
}

/** The objects that are told to cover something. */
const blamed = (file: Uint8Array): (number | undefined)[] =>
  (changesOf(file)?.changes ?? [])
    .filter(({ reason }) => reason === 'covers_content')
    .map(({ object }) => object);

describe('what looks hide together', () => {
  it('MAP-8 is hidden by the one that makes it so: widgets of one signature', async () => {
    const signed = await signedWith(WORDS);
    const looks = [0, 1, 2].map((first): [string, string] => [strips(first), OVER]);
    expect(blamed(inWidgets(signed, looks))).toEqual([411]);
    expect(blamed(inWidgets(signed, looks.slice(0, 1)))).toEqual([]);
  });

  it('MAP-8 is hidden by the one that makes it so: signatures one after another', async () => {
    const first = inWidgets(await signedWith(WORDS), [[VEIL, OVER]]);
    expect(blamed(first)).toEqual([]);
    expect(blamed(inWidgets(first, [[VEIL, OVER]], 500))).toEqual([510]);
    expect(blamed(inWidgets(first, [[VEIL, BESIDE]], 500))).toEqual([]);
  });

  it('MAP-8 is hidden where their edges meet within a letter', async () => {
    const signed = await signedWith('BT /F1 90 Tf 72 700 Td (8) Tj ET');
    const [left, right]: [[string, string], [string, string]] = [
      ['1 g 0 0 230 40 re f', '[72 690 88 780]'],
      ['1 g 0 0 230 40 re f', '[106 690 122 780]'],
    ];
    expect(blamed(inWidgets(signed, [left]))).toEqual([]);
    expect(blamed(inWidgets(signed, [left, right]))).toEqual([411]);
  });

  it('MAP-8 counts for drawings as it does for letters', async () => {
    const signed = await signedWith(
      '0 g 100 700 m 104 700 l 104 716 l 100 716 l h f 2 w 120 700 m 120 716 l S',
    );
    expect(blamed(inWidgets(signed, [[VEIL, OVER]]))).toEqual([]);
    expect(
      blamed(
        inWidgets(signed, [
          [VEIL, OVER],
          [VEIL, OVER],
        ]),
      ),
    ).toEqual([411]);
  });

  it('MAP-8 is not what the last of them covers of the others', async () => {
    const white = '1 g 0 0 230 40 re f';
    const signed = await signedWith(WORDS);
    const twice = inWidgets(inWidgets(signed, [[white, BESIDE]]), [[white, BESIDE]], 500);
    expect(blamed(twice)).toEqual([]);
  });

  it('MAP-8 is no news where a field hid it before', async () => {
    const field = {
      number: 100,
      body: bodyOf(signedDocument(), 100)
        .replace(/\/Rect ?\[[^\]]*\]/, `/Rect${OVER}`)
        .replace(/>>$/, '/AP<</N 301 0 R>>>>'),
    };
    const signed = await signedWith(WORDS, [field, { number: 301, body: streamBody(VEIL, FORM) }]);
    const filled = (file: Uint8Array, value: string, number: number): Uint8Array =>
      updated(file, [
        {
          number: 100,
          body: bodyOf(file, 100)
            .replace(/\/V\([^)]*\)|(?=\/AP)/, `/V(${value})`)
            .replace(/\/N \d+/, `/N ${number}`),
        },
        { number, body: streamBody(VEIL, FORM) },
      ]);
    expect(blamed(filled(filled(filled(signed, 'a', 302), 'b', 303), 'c', 304))).toEqual([]);
  });

  it('MAP-8 costs no more for many of them than each by itself', async () => {
    const signed = await signedWith(WORDS);
    const looks = Array.from({ length: 400 }, (_, at): [string, string] => [
      '0 0 0 rg 0 0 m 230 40 l S',
      `[${60 + (at % 20) * 20} ${100 + Math.floor(at / 20) * 20} ${76 + (at % 20) * 20} ${116 + Math.floor(at / 20) * 20}]`,
    ]);
    expect(blamed(inWidgets(signed, looks, 1000))).toEqual([]);
  });
});

describe('a further signature over a thousand letters', () => {
  it('MAP-8 is compared with what others hide by the letters that it touches', async () => {
    const signed = await signedWith(
      `BT /F1 6 Tf ${Array.from({ length: 100 }, (_, at) => `1 0 0 1 60 ${100 + at * 6} Tm (${'word '.repeat(10)}) Tj`).join(' ')} ET`,
    );
    const first = furtherSignature(signed, {
      content: '.5 G .02 w 0 0 m 230 40 l S',
      rect: '[60 100 290 700]',
    });
    expect(blamed(inWidgets(first, [['.5 G .02 w 0 40 m 230 0 l S', '[60 100 290 700]']]))).toEqual([]);
  });
});
