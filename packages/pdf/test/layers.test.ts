import { documentObjects, layerAttacks, layerInnocents, type TestDocument, writePdf } from '@websign/testkit';
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
