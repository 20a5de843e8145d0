import {
  documentObjects,
  layerAttacks,
  layerInnocents,
  streamBody,
  type TestDocument,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open, refuses } from './support.ts';

const isLayer = ({ kind }: Finding): boolean => kind.endsWith('_layer');
const found = (bytes: Uint8Array): Finding[] => inspect(open(bytes)).findings.filter(isLayer);
const make = (document: TestDocument): Uint8Array =>
  writePdf({ kind: 'table', objects: documentObjects(document) });

describe('layers', () => {
  it.each(layerAttacks)('UP-6 $name', ({ bytes, expect: expected }) => {
    for (const kind of ['table', 'stream', 'objstm'] as const) {
      expect(found(bytes(kind)).map((one) => one.kind)).toEqual(expect.arrayContaining([...expected]));
      const others = found(bytes(kind)).filter((one) => !expected.includes(one.kind));
      expect(others.every((one) => one.kind === 'visible_layer')).toBe(true);
    }
  });

  it.each(layerInnocents)('$name hide nothing', ({ bytes, expect: expected }) => {
    const kinds = new Set(found(bytes()).map(({ kind }) => kind));
    expect([...kinds]).toEqual([...expected]);
  });

  it('are told by name, object and the first page that uses them', () => {
    const document = {
      catalog: '/OCProperties<</OCGs[100 0 R]/D<</OFF[100 0 R]>>>>',
      pages: [
        {},
        { entries: '/Resources<</Properties<</A 100 0 R>>>>' },
        { entries: '/Resources<</Properties<</A 100 0 R>>>>' },
      ],
      more: [{ number: 100, body: '<</Type/OCG/Name<FEFF03A303C703AD03B403B903BF>>>' }],
    };
    expect(found(make(document))).toEqual([
      { kind: 'hidden_layer', object: 100, page: 2, excerpt: 'Σχέδιο' },
    ]);
  });

  describe('UP-6: where a document has no groups, what a membership dictionary marks is shown', () => {
    const OFF = '/OC<</Type/OCMD/OCGs 100 0 R/P/AllOff>>';
    const WHITE = '1 g 0 0 400 20 re f';
    const box = '/BBox[0 0 400 20]';
    const kinds = (resources: string, more: string, content: string, entries = ''): string[] => {
      const font = '/Font<</F1 3 0 R>>';
      const document = {
        pages: [
          {
            content: `BT /F1 12 Tf 72 700 Td (The rent is 1000 euro) Tj ET ${content}`,
            entries: `/Resources<<${font}${resources}>>${entries}`,
          },
        ],
        more: [
          { number: 100, body: '<</Type/OCG/Name(One)>>' },
          { number: 101, body: streamBody(WHITE, `/Type/XObject/Subtype/Form${box}${more}`) },
          {
            number: 102,
            body: `<</Type/Annot/Subtype/Stamp/F 4/Rect[60 690 460 710]/AP<</N 101 0 R>>${OFF}>>`,
          },
        ],
      };
      return inspect(open(make(document))).findings.map(({ kind }) => kind);
    };
    const marked = `/OC/P BDC q 1 0 0 1 60 690 cm ${WHITE} Q EMC`;

    it('a form that covers', () =>
      expect(kinds('/XObject<</X 101 0 R>>', OFF, 'q 1 0 0 1 60 690 cm /X Do Q')).toContain('covered_text'));
    it('marked content that covers', () =>
      expect(kinds(`/Properties<</P${OFF.slice(3)}>>`, '', marked)).toEqual(
        expect.arrayContaining(['covered_text', 'ambiguous_syntax']),
      ));
    it('a stamp that covers', () =>
      expect(kinds('', '', '', '/Annots[102 0 R]')).toContain('text_under_annotation'));
    it('SGN-7: nothing is told of what is shown either way', () =>
      expect(
        kinds('/Properties<</P<</Type/OCMD/OCGs 100 0 R>>>>', '', '/OC/P BDC 0 g 60 600 9 9 re f EMC'),
      ).not.toContain('ambiguous_syntax'));
  });

  it('that are always seen are listed up to a number, and others counted', () => {
    const numbers = Array.from({ length: 120 }, (_, at) => 100 + at);
    const document = {
      catalog: `/OCProperties<</OCGs[${numbers.map((number) => `${number} 0 R`).join(' ')}]/D<<>>>>`,
      pages: [
        {
          entries: `/Resources<</Properties<<${numbers.map((number) => `/L${number} ${number} 0 R`).join('')}>>>>`,
        },
      ],
      more: numbers.map((number) => ({ number, body: `<</Type/OCG/Name(${number})>>` })),
    };
    const { findings } = inspect(open(make(document)));
    expect(findings.map(({ kind }) => kind)).not.toContain('truncated');
    expect(findings.filter(isLayer)).toHaveLength(50);
    expect(findings.filter(isLayer).at(-1)).toEqual({ kind: 'visible_layer', excerpt: '… (71)' });
  });

  it('that cannot be read are told as that', () => {
    const document = (properties: string): TestDocument => ({
      catalog: `/OCProperties ${properties}`,
      pages: [{ entries: '/Resources<</Properties<</A 100 0 R>>>>' }],
      more: [
        { number: 100, body: '<</Type/OCG/Name 101 0 R>>' },
        { number: 101, body: '<</A' },
      ],
    });
    for (const properties of ['<</OCGs[100 0 R]/D 101 0 R>>', '101 0 R', '<</OCGs[100 0 R]/D<<>>>>']) {
      const { findings } = inspect(open(make(document(properties))));
      expect(findings).toContainEqual(expect.objectContaining({ kind: 'unreadable_object', object: 101 }));
    }
  });

  it('a layer action tells which layers it shows and hides', () => {
    const more = [
      { number: 100, body: '<</S/SetOCGState/State[/OFF 101 0 R/ON 102 0 R]>>' },
      { number: 101, body: '<</Type/OCG/Name(One)>>' },
      { number: 102, body: '<</Type/OCG/Name(Two)>>' },
    ];
    expect(inspect(open(make({ more }))).findings).toMatchObject([
      { kind: 'layer_action', excerpt: 'OFF One, ON Two' },
    ]);
  });

  it('membership that contains itself ends; orders that are nested without end are bounded', () => {
    const page = { entries: '/Resources<</Properties<</A 100 0 R>>>>' };
    const catalog = '/OCProperties<</OCGs[101 0 R]/D<</Order 102 0 R>>>>';
    const more = [
      { number: 100, body: '<</Type/OCMD/OCGs[100 0 R]/VE[/Not 100 0 R]>>' },
      { number: 101, body: '<</Type/OCG/Name(One)>>' },
      { number: 102, body: '[102 0 R 102 0 R]' },
    ];
    refuses('too_many_objects', () => inspect(open(make({ catalog, pages: [page], more }))));
  });
});
