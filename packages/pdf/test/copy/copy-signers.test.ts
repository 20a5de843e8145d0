import type { TestDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { SafeCopy } from '../../src/index.ts';
import { copied, make } from './copied.ts';

const signature = (name: string): string =>
  `<</Type/Annot/Subtype/Widget/FT/Sig/T(field)/Rect[0 0 0 0]/V<</Type/Sig/Filter/Adobe.PPKLite/Name${name}/ByteRange[0 1 2 3]/Contents<00>>>>>`;
const references = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `${from + at} 0 R`).join(' ');
/** As many signatures, of signers with numbers. */
const signed = (count: number): TestDocument => ({
  catalog: `/AcroForm<</Fields[${references(100, count)}]>>`,
  more: Array.from({ length: count }, (_, at) => ({ number: 100 + at, body: signature(`(Signer ${at})`) })),
});
const signersTold = ({ leftOut }: SafeCopy): (string | undefined)[] =>
  leftOut.flatMap(({ kind, detail }) => (kind === 'signature' ? [detail] : []));

describe('CPY-2 whose signatures a copy leaves behind is told', () => {
  it('of each, however many there are, and no copy is made of a file with more than can be told', () => {
    expect(new Set(signersTold(copied(make(signed(300))))).size).toBe(300);
    expect(() => copied(make(signed(501)))).toThrow('more signatures than can be told');
  });

  it('of each, however much else is left out', () => {
    const kinds = [
      (at: number) => `/Square/C[1 0 0]/Contents(${at})/Rect[1 1 9 9]`,
      (at: number) => `/Text/Contents(${at})/Rect[1 1 9 9]`,
      (at: number) => `/Widget/FT/Tx/V(a)/T(${at})/Rect[1 1 90 90]`,
      (at: number) => `/Widget/FT/Tx/T(${at})/Rect[1 1 90 90]`,
      (at: number) => `/Link/Rect[${at} 1 9000 9]/A<</S/Launch/F(a${at}.exe)>>`,
      (at: number) => `/Link/Rect[${at} 1 9000 9]/A<</S/JavaScript/JS(a${at})>>`,
      (at: number) => `/Movie/Contents(${at})/Rect[${at} 1 9000 9]/Movie<</F(a${at}.avi)>>`,
      (at: number) =>
        `/FileAttachment/Contents(${at})/Rect[${at} 1 9000 9]/FS<</Type/Filespec/F(f${at})/EF<</F 99 0 R>>>>`,
      (at: number) => `/Link/Rect[${at} 1 9000 9]/A<</S/URI/URI(javascript:${at})>>`,
      (at: number) => `/Link/Rect[${at} 1 9000 9]/A<</S/URI/URI(ftp:${at})>>/A<</S/URI/URI(http://a)>>`,
      (at: number) => `/Square/OC 98 0 R/C[1 0 0]/Contents(${at})/Rect[10 10 30 30]`,
      (at: number) => `/Link/Rect[${at} 1 9000 9]/A<</S/URI/URI(ftp:${at})>>`,
    ];
    const { catalog = '', more = [] } = signed(5);
    const count = 200 * kinds.length;
    const copy = copied(
      make({
        catalog,
        pages: [{ entries: `/Annots[${references(1000, count)}]` }],
        more: [
          ...more,
          ...Array.from({ length: count }, (_, at) => ({
            number: 1000 + at,
            body: `<</Type/Annot/Subtype${kinds[at % kinds.length]?.(at)}>>`,
          })),
        ],
      }),
    );
    expect(copy.leftOut.length).toBeGreaterThan(999);
    expect(signersTold(copy)).toEqual([0, 1, 2, 3, 4].map((at) => `Signer ${at}`));
  });

  it('of a form that is damaged', () => {
    const damaged: TestDocument = {
      catalog: '/AcroForm<</Fields[101 0 R 100 0 R]>>',
      more: [
        { number: 100, body: signature('(Maria)') },
        { number: 101, body: '<</FT/Tx/T(a)/Kids[102 0 R]>>' },
        { number: 102, body: '<</Parent 101 0 R' },
        { number: 103, body: '<</FT/Sig/T(field)/V 104 0 R>>' },
        {
          number: 104,
          body: '<</Type/Sig/Filter/Adobe.PPKLite/Name(Nikos)/ByteRange[0 1 2 3]/Contents<00>>>',
        },
        { number: 105, body: '<</FT/Tx/T(b)/V(no signature)>>' },
      ],
    };
    expect(signersTold(copied(make(damaged)))).toEqual(['Maria', 'Nikos']);
  });

  it('of a form that is lost, but for rights that makers of readers gave', () => {
    const rights = '/Reference[<</Type/SigRef/TransformMethod/UR3>>]';
    const more = [
      { number: 100, body: signature('(Maria)') },
      { number: 101, body: `<</Type/Sig/Name(Maker)${rights}/ByteRange[0 1 2 3]/Contents<00>>>` },
    ];
    const text = Buffer.from(make({ catalog: '/AcroForm<</Fields[100 0 R]>>', more })).toString('latin1');
    const lost = Buffer.from(text.replace('/Catalog', '/Cut').replace(/startxref[\s\S]*/, ''), 'latin1');
    expect(signersTold(copied(lost))).toEqual(['Maria']);
    expect(signersTold(copied(make({ more })))).toEqual(['Maria']);
    expect(signersTold(copied(make({ more: more.slice(1) })))).toEqual([]);
  });

  it('by a name that is cut between characters', () => {
    const long = `<FEFF${'0041'.repeat(199)}D83DDE000042>`;
    const [name] = signersTold(
      copied(make({ ...signed(1), more: [{ number: 100, body: signature(long) }] })),
    );
    expect([name?.length, name?.isWellFormed()]).toEqual([200, true]);
  });
});
