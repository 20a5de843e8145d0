import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvError, parseCsv } from '../../src/policy/csv.ts';

const bounds = { records: 1000, fields: 100, letters: 1000 };
const fields = (text: string) => parseCsv(text, bounds).map((record) => record.fields);

const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
const plain = (field: string, separator: string) => !field.includes(separator) && !/["\r\n;,]/.test(field);

describe('CSV', () => {
  test('is read with either separator, either line end, with and without a byte order mark', () => {
    const rows = [
      ['a', 'b'],
      ['1', 'Ωμέγα, "δύο"'],
    ];
    expect(fields('a,b\n1,"Ωμέγα, ""δύο"""')).toEqual(rows);
    expect(fields('\ufeffa;b\r\n1;"Ωμέγα, ""δύο"""\r\n')).toEqual(rows);
    expect(fields('"a";b\n\n1;"Ωμέγα, ""δύο"""\n\n')).toEqual(rows);
    expect(fields('')).toEqual([]);
    expect(parseCsv('a,b\n"x\ny",2\n3,4', bounds).map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  test('what is written is read, whatever it holds', () => {
    const field = fc.string({ unit: 'grapheme', maxLength: 20 });
    const separator = fc.constantFrom(',', ';');
    const row = fc.array(field, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        separator,
        fc.boolean(),
        (rows, by, crlf) => {
          // The first line decides which separator it is.
          const table = [['kopf', 'zeile'], ...rows];
          const line = (row: string[]) => row.map((one) => (plain(one, by) ? one : quoted(one))).join(by);
          const text = table.map(line).join(crlf ? '\r\n' : '\n');
          expect(fields(text)).toEqual(table);
        },
      ),
    );
  });

  test('anything else is read or refused with its line, and nothing worse', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a', 'β', '\ufeff') }),
        (text) => {
          try {
            for (const record of parseCsv(text, bounds)) expect(record.line).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(CsvError);
          }
        },
      ),
    );
    for (const [text, says] of [
      ['a,"b', 'Line 1: a quotation mark is not closed.'],
      ['a,b\nx"y,2', 'Line 2: a quotation mark stands in a field without quotes.'],
      ['a,b\n"x"y,2', 'Line 2: something follows a closing quotation mark.'],
    ] as const)
      expect(() => fields(text)).toThrow(says);
  });

  test('is bounded in records, fields and letters', () => {
    const tight = { records: 3, fields: 3, letters: 4 };
    expect(parseCsv('a\nb\nc', tight)).toHaveLength(3);
    expect(() => parseCsv('a\nb\nc\nd', tight)).toThrow('Line 4: there are more than 2 rows.');
    expect(() => parseCsv('a,b,c,d', tight)).toThrow('more than 3 fields');
    expect(() => parseCsv('a\nabcde', tight)).toThrow('Line 2: a field is longer than 4 characters.');
  });
});
