import { sealed, streamBody, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, look } from './later-changes-objects.ts';
import { document, only, signed, value } from './later-changes-sealed.ts';

const OVER = '/Rect[70 690 300 730]';
const BESIDE = '/Rect[400 500 490 520]';
const annotation = (number: number, entries: string): TestObject => ({
  number,
  body: `<</Type/Annot/P 4 0 R/F 4${entries}>>`,
});
const listed = (list: string, file = document): TestObject =>
  instead(4, { '/Annots [': `/Annots [${list} ` }, file);
const rulesOf = (file: Uint8Array): string[] =>
  (only(file)?.changes ?? [])
    .map(({ rule, reason }) => reason ?? rule)
    .filter((rule) => rule !== 'unused_object');
/** What is told where a page lists `after` that listed `before` when it was signed. */
function told(before: string, after: string, ...objects: TestObject[]): string[] {
  const file = signed(document, listed(before), ...objects);
  return rulesOf(updated(file, [instead(4, { [`/Annots [${before}`]: `/Annots [${after}` }, file)]));
}

describe('what a page lists several times', () => {
  const veil: TestObject = {
    number: 501,
    body: streamBody(
      '/G gs 1 g 0 0 90 20 re f',
      '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</ExtGState<</G<</ca .2>>>>>>',
    ),
  };
  const square = annotation(500, `/Subtype/Square${OVER}/AP<</N 501 0 R>>`);

  it('MAP-8 is painted as often', () => {
    expect(told('500 0 R', '500 0 R '.repeat(20).trim(), square, veil)).toEqual(['covers_content']);
    expect(told('500 0 R 500 0 R', '500 0 R 500 0 R', square, veil)).toEqual([]);
    expect(told('500 0 R 500 0 R', '500 0 R', square, veil)).toEqual([]);
    const note = annotation(502, `/Subtype/Text${BESIDE}`);
    expect(told('500 0 R 500 0 R', '500 0 R 500 0 R 502 0 R', square, veil, note)).toEqual(['annotation']);
    expect(told('500 0 R 500 0 R', '500 0 R 500 0 R 500 0 R', square, veil)).toEqual(['covers_content']);
  });

  it('MAP-8 is nothing where it shows nothing', () => {
    const blank = { number: 501, body: look('') };
    expect(told('500 0 R', '500 0 R 500 0 R', square, blank)).toEqual([]);
  });

  it('MAP-8 is painted as often where it is a signature that was there', () => {
    const shown = instead(102, { '/Lock': '/V 310 0 R/AP<</N 501 0 R>>/Lock' });
    const file = sealed(updated(document, [shown, veil, value()]));
    expect(rulesOf(updated(file, [listed('102 0 R', file)]))).toEqual(['covers_content']);
  });

  it('MAP-8 is not read where it is a signature that comes', () => {
    const file = signed(document);
    const comes = (list: string): string[] =>
      rulesOf(
        sealed(
          updated(file, [
            listed(list, file),
            instead(110, { '/Fields[': '/Fields[500 0 R ' }, file),
            annotation(500, `/Subtype/Widget/FT/Sig/T(new)/V 502 0 R${BESIDE}/AP<</N 501 0 R>>`),
            veil,
            value(502),
          ]),
        ),
      );
    expect(comes('500 0 R')).toEqual(['further_signature']);
    expect(comes('500 0 R 500 0 R').sort()).toEqual(['further_signature', 'unread_look']);
  });
});

describe('annotations that lie over each other', () => {
  const link = (number: number, place: string, host: string): TestObject =>
    annotation(number, `/Subtype/Link${place}/Border[0 0 0]/A<</S/URI/URI(https://${host}/)>>`);

  it('MAP-8 keep their order where one of them leads somewhere', () => {
    const swapped = (place: string): string[] =>
      told('500 0 R 501 0 R', '501 0 R 500 0 R', link(500, BESIDE, 'a'), link(501, place, 'b'));
    expect(swapped(BESIDE)).toEqual(['signed_annotation']);
    expect(swapped('/Rect[0 500 90 520]')).toEqual([]);
    expect(
      told(
        '500 0 R 501 0 R 502 0 R',
        '502 0 R 500 0 R 501 0 R',
        link(500, BESIDE, 'a'),
        link(501, BESIDE, 'b'),
      ),
    ).toEqual([]);
  });

  it('MAP-8 may change it where none of them takes clicks', () => {
    const notes = [annotation(500, `/Subtype/Text${BESIDE}`), annotation(501, `/Subtype/Text${BESIDE}`)];
    expect(told('500 0 R 501 0 R', '501 0 R 500 0 R', ...notes)).toEqual([]);
  });

  it('MAP-8 keep it where one of them is filled in, or acts', () => {
    const note = annotation(500, `/Subtype/Text${BESIDE}`);
    const [field, acting] = [`/Subtype/Widget/FT/Tx/T(new)${BESIDE}`, `/Subtype/Screen${BESIDE}/AA<<>>`];
    const swap = (entries: string): string[] =>
      told(
        '500 0 R 501 0 R',
        '501 0 R 500 0 R',
        note,
        annotation(501, entries),
        instead(110, {
          '/Fields[': '/Fields[501 0 R ',
        }),
      );
    expect(swap(field)).toContain('signed_annotation');
    expect(told('500 0 R 501 0 R', '501 0 R 500 0 R', note, annotation(501, acting))).toContain(
      'signed_annotation',
    );
  });
});

describe('a field that a page begins to list', () => {
  it('MAP-8 shows the caption of a button that it gets there', () => {
    const file = signed(
      document,
      { number: 503, body: '<</FT/Btn/Ff 65536/T(new)/Kids[500 0 R]>>' },
      annotation(500, `/Subtype/Widget/Parent 503 0 R${OVER}/MK<</CA(Pay 9)>>`),
      instead(110, { '/Fields[': '/Fields[503 0 R ' }),
    );
    expect(rulesOf(updated(file, [listed('500 0 R', file)]))).toEqual(['field']);
  });

  it('MAP-8 is another place of it, be it without a look', () => {
    const filled = (entries: string): string[] => {
      const file = signed(
        document,
        { number: 500, body: `<</Type/Annot/Subtype/Widget/FT/Tx/T(new)/V(9)${entries}>>` },
        instead(110, { '/Fields[': '/Fields[500 0 R ' }),
      );
      return rulesOf(updated(file, [listed('500 0 R', file)]));
    };
    expect(filled(`/F 4${OVER}`)).toEqual(['field']);
    expect(filled(`/F 2${OVER}`)).toEqual([]);
  });
});

describe('an empty place to sign that was there', () => {
  const place = (entries: string): TestObject => annotation(500, `/Subtype/Widget/FT/Sig/T(new)${entries}`);
  const comes = (before: string, after: string): string[] => {
    const file = signed(
      document,
      instead(110, { '/Fields[': '/Fields[500 0 R ' }),
      instead(4, { ' 150 0 R': '', '/Annots [': '/Annots [500 0 R ' }),
      place(before),
    );
    return rulesOf(updated(file, [place(after)]));
  };

  it('MAP-8 is told where it comes to stand on what was signed', () => {
    expect(comes('', OVER)).toEqual(['signature_field', 'unread_look']);
    expect(comes('', BESIDE)).toEqual(['signature_field']);
    expect(comes(OVER, `${OVER}/M(D:2026)`)).toEqual(['signature_field']);
  });
});

describe('the signs of boxes', () => {
  const font = (entries: string): TestObject => ({ number: 600, body: `<</Type/Font${entries}>>` });
  const box = '/Subtype/Widget/FT/Btn/T(box)/V/Yes/AS/Yes';
  const gains = (entries: string, name: string, ...looks: string[]): string[] => {
    const file = signed(
      document,
      listed('500 0 R'),
      instead(110, { '/Fields[': '/Fields[500 0 R ' }),
      annotation(500, `${box}${BESIDE}${looks.join('')}`),
      { number: 501, body: look('0 0 9 9 re f') },
    );
    return rulesOf(
      updated(file, [instead(110, { '/F1 3 0 R': `/F1 3 0 R/${name} 600 0 R` }, file), font(entries)]),
    );
  };
  const drawn = '/Subtype/TrueType/BaseFont/ABCDEF+Signs';

  it('MAP-8 are not drawn by a font that comes', () => {
    expect(gains(drawn, 'ZaDb')).toEqual(['form']);
    expect(gains(drawn, 'Own', '/DA(/Own 0 Tf)')).toEqual(['form_upkeep']);
    expect(gains(drawn, 'ZaDb', '/AP<</N<</Yes 501 0 R>>>>')).toEqual(['form_upkeep']);
    expect(gains(drawn, 'ZaDb', '/Ff 65536')).toEqual(['form_upkeep']);
  });

  it('MAP-8 are drawn by the font that readers have themselves', () => {
    expect(gains('/Subtype/Type1/BaseFont/ZapfDingbats', 'ZaDb')).toEqual(['form_upkeep']);
    expect(gains('/Subtype/Type1/BaseFont/ZapfDingbats/Encoding<<>>', 'ZaDb')).toEqual(['form']);
    expect(gains('/Subtype/Type3/BaseFont/ZapfDingbats', 'ZaDb')).toEqual(['form']);
    expect(gains('/Subtype/Type1/BaseFont/Symbol', 'ZaDb')).toEqual(['form']);
  });
});

describe('a place to sign that comes', () => {
  const file = signed(
    document,
    listed('501 0 R'),
    annotation(501, `/Subtype/Link${BESIDE}/A<</S/URI/URI(https://a/)>>`),
  );
  const comes = (entries: string, ...more: TestObject[]): string[] =>
    rulesOf(
      sealed(
        updated(file, [
          instead(110, { '/Fields[': '/Fields[500 0 R ' }, file),
          annotation(500, `/Subtype/Widget/FT/Sig/T(new)/Rect[0 0 0 0]${entries}`),
          ...more,
          value(502, 'DocTimeStamp'),
        ]),
      ),
    );

  it('MAP-8 is told where it has words that are read aloud, and a time-stamp may say what it is', () => {
    expect(comes('/H/N/MK<</R 0>>/NM(a)/DR<<>>/Ours 1')).toEqual(['signature_field']);
    expect(comes('/TU(Pay 9)')).toEqual(['signature_field', 'description']);
    expect(comes('/Contents(Pay 9)')).toEqual(['signature_field', 'description']);
    expect(comes('/TU(Time-stamp)/V 502 0 R')).toEqual(['document_time_stamp']);
  });

  it.each([
    '/A<</S/URI/URI(https://b/)>>',
    '/DV(Pay 9)',
    '/RV(9)',
    '/AF[160 0 R]',
    '/Popup 160 0 R',
    '/IRT 150 0 R',
  ])('MAP-8 is an annotation where it brings more: %s', (entries) => {
    expect(comes(entries)).toContain('annotation');
    expect(comes(`${entries}/V 502 0 R`)).toContain('annotation');
  });

  it('MAP-8 brings what it will where somebody signs there', () => {
    const place = '/Subtype/Widget/FT/Sig/T(new)/Rect[0 0 0 0]/DV(Pay 9)/TU(Signed)/V 502 0 R';
    const listsIt = instead(110, { '/Fields[': '/Fields[500 0 R ' }, file);
    const signs = sealed(updated(file, [listsIt, annotation(500, place), value(502)]));
    expect(rulesOf(signs)).toEqual(['further_signature']);
  });

  it('MAP-8 is one where what stands above or below it brings more', () => {
    const node = { number: 503, body: '<</T(group)/DV(Pay 9)/Kids[500 0 R]>>' };
    const below = annotation(504, '/Subtype/Widget/Parent 500 0 R/Rect[0 0 0 0]/DV(Pay 9)');
    const group = instead(110, { '/Fields[': '/Fields[503 0 R ' }, file);
    const under = updated(file, [group, node, annotation(500, '/FT/Sig/T(new)/Parent 503 0 R')]);
    expect(rulesOf(under)).toEqual(['signature_field', 'annotation']);
    expect(comes('/Kids[504 0 R]', below)).toContain('annotation');
    const old = signed(
      document,
      instead(110, { '/Fields[': '/Fields[503 0 R ' }),
      {
        number: 503,
        body: '<</T(group)/DV(Pay 9)/Kids[505 0 R]>>',
      },
      { number: 505, body: '<</FT/Sig/T(old)/Parent 503 0 R>>' },
    );
    const joins = updated(old, [
      instead(503, { '/Kids[': '/Kids[500 0 R ' }, old),
      annotation(500, '/Subtype/Widget/FT/Sig/T(new)/Rect[0 0 0 0]/Parent 503 0 R'),
    ]);
    expect(rulesOf(joins)).toEqual(['signature_field']);
  });

  it('MAP-8 takes no clicks of a link without being told', () => {
    const placed = (rect: string): string[] =>
      rulesOf(
        updated(file, [
          listed('500 0 R', file),
          instead(110, { '/Fields[': '/Fields[500 0 R ' }, file),
          annotation(500, `/Subtype/Widget/FT/Sig/T(new)${rect}`),
        ]),
      );
    expect(placed(BESIDE)).toEqual(['signature_field', 'signed_annotation']);
    expect(placed('/Rect[400 400 490 420]')).toEqual(['signature_field']);
  });

  it('MAP-8 that was there comes to be a widget and nothing else', () => {
    const before = signed(document, instead(110, { '/Fields[': '/Fields[500 0 R ' }), {
      number: 500,
      body: '<</FT/Sig/T(new)>>',
    });
    const becomes = (subtype: string): string[] =>
      rulesOf(updated(before, [{ number: 500, body: `<</FT/Sig/T(new)/Subtype/${subtype}>>` }]));
    expect(becomes('Widget')).toEqual(['signature_field']);
    expect(becomes('Text')).toEqual(['field']);
    const note = signed(document, instead(110, { '/Fields[': '/Fields[500 0 R ' }), {
      number: 500,
      body: '<</FT/Sig/T(new)/Subtype/Text>>',
    });
    const widget = { number: 500, body: '<</FT/Sig/T(new)/Subtype/Widget>>' };
    expect(rulesOf(updated(note, [widget]))).toEqual(['field']);
  });
});
