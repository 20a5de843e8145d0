import {
  documentObjects,
  formAttacks,
  harmlessForms,
  streamBody,
  type TestObject,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect, PdfError } from '../src/index.ts';
import { open, refuses } from './support.ts';

const LOOK = '/Type/XObject/Subtype/Form/BBox[0 0 9 9]';
const look = { number: 101, body: streamBody('', LOOK) };

/** A form whose fields all stand at one place. */
function stacked(
  count: number,
  entries: (at: number) => string,
  more: TestObject[] = [],
  kind: XrefKind = 'objstm',
): Uint8Array {
  const references = Array.from({ length: count }, (_, at) => `${1000 + at} 0 R`).join(' ');
  const fields = Array.from({ length: count }, (_, at) => ({
    number: 1000 + at,
    body: `<</Subtype/Widget/FT/Tx/F 4/Rect[10 10 99 99]/T(f${at})${entries(at)}>>`,
  }));
  const objects = documentObjects({
    catalog: `/AcroForm<</Fields[${references}]>>`,
    pages: [{ entries: `/Annots[${references}]` }],
    more: [look, ...fields, ...more],
  });
  return writePdf({ kind, objects });
}

describe('texts that are made to exhaust', () => {
  const HANG = 60_000;
  const shared = (data: string): TestObject => ({ number: 100, body: streamBody(data, '', 'flate') });

  it(
    'a rich text of marks that never end',
    () => {
      const fields = stacked(20, () => '/Ff 33554432/V(x)/RV 100 0 R', [shared('<'.repeat(100_000))]);
      expect(inspect(open(fields)).findings).toBeDefined();
    },
    HANG,
  );

  it(
    'notes that share a look of a megabyte, under the mouse as well',
    () => {
      const large = { number: 100, body: streamBody('BT (a) Tj ET\n'.repeat(80_000), LOOK, 'flate') };
      const notes = stacked(5000, () => '/AP<</N 100 0 R/R 100 0 R/D 100 0 R>>/V(a)', [large]);
      refuses('too_many_objects', () => inspect(open(notes)));
    },
    HANG,
  );

  it(
    'a value that its plain form makes longer, shared by many fields',
    () => {
      const value = `\xfe\xff${'\xfd\xfa'.repeat(49_000)}`;
      const fields = stacked(3000, () => '/V 100 0 R/AP<</N 101 0 R>>', [shared(value)]);
      refuses('too_many_objects', () => inspect(open(fields)));
    },
    HANG,
  );
});

describe('forms of which a part cannot be read', () => {
  it.each([
    ['a value', '/V 100 0 R/AP<</N 101 0 R>>'],
    ['an appearance', '/V(1)/AP 100 0 R'],
    ['options', '/FT/Ch/V(1)/Opt 100 0 R/AP<</N 101 0 R>>'],
  ])('%s: the rest is still looked at', (_, entries) => {
    const broken = { number: 100, body: '<</Oops' };
    const bytes = stacked(2, (at) => (at === 0 ? entries : '/V(held)/AP<</N 101 0 R>>'), [broken], 'table');
    const { findings } = inspect(open(bytes));
    expect(findings.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['unreadable_object', 'hidden_field']),
    );
  });

  it('an annotation', () => {
    const objects = documentObjects({
      pages: [{ entries: '/Annots[100 0 R 102 0 R]' }],
      more: [
        look,
        { number: 100, body: '<</Oops' },
        { number: 102, body: '<</Subtype/Stamp/F 2/Rect[10 10 99 99]/Contents(held)>>' },
      ],
    });
    const kinds = inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['unreadable_object', 'hidden_annotation']));
  });
});

describe('changed forms', () => {
  it('throw nothing but PdfError', { timeout: 60_000 }, () => {
    const files = [...formAttacks, ...harmlessForms].map((attack) => attack.bytes());
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (file, changes) => {
          const bytes = Uint8Array.from(file);
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          try {
            inspect(open(bytes));
          } catch (error) {
            expect(error).toBeInstanceOf(PdfError);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('hostile forms end', () => {
  it('fields of which each lies over each: a hundred are told', { timeout: 20_000 }, () => {
    const { findings } = inspect(open(stacked(2000, () => '/V(1)/AP<</N 101 0 R>>')));
    const counts = ['overlapping_fields', 'hidden_field', 'truncated'].map(
      (kind) => findings.filter((finding) => finding.kind === kind).length,
    );
    expect(counts).toEqual([100, 100, 1]);
  });

  it('comparing them counts against what a file may cost', { timeout: 20_000 }, () => {
    const bytes = stacked(5000, () => '');
    refuses('too_many_objects', () => inspect(open(bytes, { readBytes: 1_000_000 })));
  });

  it('a value that many fields share is read as often as the budget allows', { timeout: 20_000 }, () => {
    const value = { number: 100, body: `(${'x'.repeat(1_000_000)})` };
    const bytes = stacked(1000, () => '/V 100 0 R/AP<</N 101 0 R>>', [value]);
    refuses('too_many_objects', () => inspect(open(bytes)));
  });

  it('an appearance longer than any text is read up to a bound', { timeout: 20_000 }, () => {
    const long = streamBody(
      `BT /Helv 8 Tf 2 2 Td (${'x'.repeat(500_000)}) Tj ET`,
      '/Type/XObject/Subtype/Form/BBox[0 0 9 9]',
    );
    const bytes = stacked(1, () => '/V(y)/AP<</N 100 0 R>>', [{ number: 100, body: long }]);
    expect(inspect(open(bytes)).findings).toContainEqual(
      expect.objectContaining({ kind: 'field_value_differs', excerpt: expect.stringMatching(/^x{98} ≠ y$/) }),
    );
  });

  it('ancestors that go round are left', () => {
    const { findings } = inspect(open(stacked(2, (at) => `/Parent ${1000 + (1 - at)} 0 R`)));
    expect(findings.filter(({ kind }) => kind === 'hidden_field')).toEqual([]);
  });
});
