import {
  bodyOf,
  furtherSignature,
  type Painted,
  signedDocument,
  streamBody,
  type TestObject,
  updated,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

const FILL = '0 0 230 40 re f';

/** The document with another sentence, or with other objects, signed. */
const signedWith = (sentence: string, objects: readonly TestObject[] = []): Promise<Uint8Array> => {
  const document = signedDocument();
  const content = { number: 5, body: streamBody(`BT /F1 24 Tf 72 700 Td (${sentence}) Tj ET`) };
  return sign(updated(document, [content, ...objects]));
};
const reasonsOf = (file: Uint8Array): string[] =>
  (changesOf(file)?.changes ?? []).map(({ rule, reason }) => reason ?? rule);

describe('a further signature at a number', () => {
  it.each([
    ['the comma', 'Pay 100000,00 euros', '[199.5 692 207 703]'],
    ['the minus', 'Pay -1000 euros', '[117 706 126 710]'],
  ])('MAP-8 hides %s', async (_, sentence, rect) => {
    const file = furtherSignature(await signedWith(sentence), { content: `1 g ${FILL}`, rect });
    expect(reasonsOf(file)).toContain('covers_content');
  });

  it('MAP-8 that leaves a three of an eight is told', async () => {
    const file = furtherSignature(await signedWith('Pay 8000 euros'), {
      content: `1 g ${FILL}`,
      rect: '[117 690 124.4 725]',
    });
    expect(reasonsOf(file)).toContain('unread_look');
  });

  const beside: [string, Painted][] = [
    ['by areas', { content: '0 0 230 40 re 80 8 70 24 re f*' }],
    ['by a line', { content: '8 w 30 8 170 24 re S' }],
    ['by the letter O', { content: 'BT 1 0 0 1 0 0 Tm /F1 44 Tf 8 0 0 1 0 0 Tm (O) Tj ET' }],
    [
      'by an image',
      { content: 'q 230 0 0 40 0 0 cm BI /W 4 /H 5 /BPC 1 /IM true ID \x90\x60\x60\x60\x90 EI Q' },
    ],
  ];

  it.each(beside)('MAP-8 that writes a digit behind it %s is told', async (_, painted) => {
    const file = furtherSignature(await signedWith('Pay 1000 euros'), {
      ...painted,
      rect: '[172 700 184 717]',
    });
    expect(reasonsOf(file).some((one) => one === 'unread_look' || one === 'covers_content')).toBe(true);
  });

  it('MAP-8 that stands away from it is not', async () => {
    const file = furtherSignature(await signedWith('Pay 1000 euros'), {
      content: '0 0 230 40 re 80 8 70 24 re f*',
      rect: '[172 500 184 517]',
    });
    expect(reasonsOf(file)).not.toContain('unread_look');
  });
});

describe('looks that come to be seen elsewhere', () => {
  it('MAP-8 a field that another page lists as well', async () => {
    const more: TestObject[] = [
      { number: 2, body: '<</Type/Pages/Kids[4 0 R 500 0 R]/Count 2>>' },
      { number: 500, body: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>/Annots[]>>' },
    ];
    const signed = await signedWith('Pay 1000 euros', more);
    const listed = bodyOf(signed, 500).replace('/Annots[]', '/Annots[103 0 R]');
    expect(reasonsOf(updated(signed, [{ number: 500, body: listed }]))).toContain('field');
  });

  it('MAP-8 a look that is part of another field’s', async () => {
    const form = '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 3 0 R>>>>';
    const saying = (text: string): Uint8Array => streamBody(`BT /F1 9 Tf 2 4 Td (${text}) Tj ET`, form);
    const field = bodyOf(signedDocument(), 102).replace(/>>$/, '/AP<</N 155 0 R>>>>');
    const signed = await signedWith('Pay 1000 euros', [
      { number: 104, body: streamBody('/X Do', `${form.slice(0, -2)}/XObject<</X 155 0 R>>>>`) },
      { number: 155, body: saying('Eleni') },
      { number: 102, body: field },
    ]);
    const file = furtherSignature(signed, {
      content: 'BT /F1 9 Tf 2 4 Td (Maria) Tj ET',
      rect: '[70 500 300 540]',
      objects: [{ number: 155, body: saying('Maria') }],
    });
    expect(reasonsOf(file)).toContain('content');
  });

  it.each([
    ['a popup with a look', '/Subtype/Popup/Rect[70 690 300 730]/AP<</N 301 0 R>>'],
    [
      'a line with a caption',
      '/Subtype/Line/Rect[70 490 300 530]/L[72 500 300 500]/Cap true/Contents(PAY 9999 EUR)/C[0 0 0]',
    ],
  ])('MAP-8 %s', async (_, entries) => {
    const signed = await signedWith('Pay 1000 euros');
    const page = bodyOf(signed, 4).replace(/\/Annots ?\[([^\]]*)\]/, '/Annots[$1 300 0 R]');
    const file = updated(signed, [
      { number: 4, body: page },
      { number: 300, body: `<</Type/Annot/F 4${entries}>>` },
      { number: 301, body: streamBody(`1 g ${FILL}`, '/Type/XObject/Subtype/Form/BBox[0 0 230 40]') },
    ]);
    expect(reasonsOf(file)).toContain('covers_content');
  });

  it('MAP-8 a signature that does not turn with its page', async () => {
    const document = signedDocument();
    const turned = bodyOf(document, 4).replace(/>>$/, '/Rotate 90>>');
    const signed = await signedWith('Pay 1000 euros', [{ number: 4, body: turned }]);
    const painted = { content: `.5 g ${FILL}`, rect: '[80 460 310 500]' };
    expect(reasonsOf(furtherSignature(signed, { ...painted, flags: 20 }))).toContain('covers_content');
    expect(reasonsOf(furtherSignature(signed, painted))).not.toContain('covers_content');
  });
});
