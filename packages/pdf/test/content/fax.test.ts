import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  documentObjects,
  encodeFax,
  type FaxForm,
  isInstalled,
  streamBody,
  writePdf,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFax, type FaxParameters } from '../../src/content/fax/decode.ts';

const JUDGE = 'pdfimages';

const parametersOf = (
  { k, isAligned = false, isEnded = false }: FaxForm,
  columns: number,
): FaxParameters => ({
  ...{ k, columns, isAligned, isEnded: isEnded || k > 0 },
  isBlackOne: true,
});

/** Rows in whole bytes, as a decoder gives them. */
const packed = (rows: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(
    rows.flatMap((row) =>
      Array.from({ length: Math.ceil(row.length / 8) }, (_, at) =>
        Array.from({ length: 8 }, (_, bit) => row[at * 8 + bit] ?? 0).reduce(
          (byte, bit) => byte * 2 + bit,
          0,
        ),
      ),
    ),
  );

/** Rows of runs, each of which is like the one above in part. */
const pictures = fc
  .record({
    columns: fc.oneof(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 2500, max: 6000 })),
    rows: fc.array(
      fc.record({
        runs: fc.array(fc.oneof(fc.nat(9), fc.nat(200), fc.nat(6000)), { maxLength: 12 }),
        shift: fc.integer({ min: -4, max: 4 }),
        isLike: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ columns, rows }) => {
    const made: Uint8Array[] = [];
    for (const { runs, shift, isLike } of rows) {
      const row = new Uint8Array(columns);
      let [at, colour] = [0, 0];
      for (const run of runs) {
        row.fill(colour, at, at + run);
        at += run;
        colour = 1 - colour;
      }
      const above = made.at(-1);
      made.push(isLike && above !== undefined ? row.map((_, place) => above[place + shift] ?? 0) : row);
    }
    return made;
  });
const forms: fc.Arbitrary<FaxForm> = fc
  .record({
    k: fc.constantFrom(-1, 0, 1, 2, 4),
    isAligned: fc.boolean(),
    isEnded: fc.boolean(),
    isClosed: fc.boolean(),
  })
  .map((form) => ({ ...form, isEnded: form.k > 0 || (form.k === 0 && form.isEnded) }));

describe('pictures as a fax writes them', () => {
  it('UP-6: what is written is read', () => {
    fc.assert(
      fc.property(pictures, forms, (rows, form) => {
        const columns = rows[0]?.length ?? 0;
        const read = decodeFax(encodeFax(rows, form), parametersOf(form, columns), rows.length);
        expect(read).toEqual(packed(rows));
      }),
      { numRuns: 300 },
    );
  });

  it('UP-6: zeros are black without /BlackIs1', () => {
    const rows = [Uint8Array.from([0, 1, 1, 0, 0, 0, 0, 0, 1])];
    const parameters = { ...parametersOf({ k: -1 }, 9), isBlackOne: false };
    expect(decodeFax(encodeFax(rows, { k: -1 }), parameters, 1)).toEqual(Uint8Array.from([0x9f, 0x7f]));
  });

  it('UP-6: of fewer rows, of rows that go on and of rows without their ends nothing is read', () => {
    const rows = [1, 2, 3].map((at) =>
      Uint8Array.from({ length: 40 }, (_, place) => (place % (7 * at) > 3 ? 1 : 0)),
    );
    for (const k of [-1, 0, 2]) {
      const bytes = encodeFax(rows, { k });
      expect(decodeFax(bytes, parametersOf({ k }, 40), 3)).toBeDefined();
      expect(decodeFax(bytes, parametersOf({ k }, 40), 4)).toBeUndefined();
      expect(decodeFax(bytes.subarray(0, 5), parametersOf({ k }, 40), 3)).toBeUndefined();
      expect(decodeFax(bytes, parametersOf({ k }, 20), 3)).toBeUndefined();
    }
    expect(
      decodeFax(encodeFax(rows, { k: 0 }), parametersOf({ k: 0, isEnded: true }, 40), 3),
    ).toBeUndefined();
  });

  it('SEC-3: of any bytes as many samples are read as asked for, or none, and rows are no broader than bounds', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        forms,
        fc.integer({ min: 1, max: 3000 }),
        (bytes, form, columns) => {
          const read = decodeFax(bytes, parametersOf(form, columns), 3);
          expect([undefined, 3 * Math.ceil(columns / 8)]).toContain(read?.length);
        },
      ),
      { numRuns: 500 },
    );
    expect(decodeFax(new Uint8Array(9), parametersOf({ k: -1 }, 2 ** 24), 1)).toBeUndefined();
  });

  const hasJudge = isInstalled(JUDGE);
  it.skipIf(!hasJudge)(
    hasJudge ? 'UP-6: pdfimages reads the same' : 'skipped: pdfimages not installed',
    () => {
      fc.assert(
        fc.property(pictures, forms, (rows, form) => {
          // Of rows that begin at bytes behind such codes readers take the one or the other to.
          const given = form.isEnded ? { ...form, isAligned: false } : form;
          const bytes = encodeFax(rows, given);
          const columns = rows[0]?.length ?? 0;
          const read = decodeFax(bytes, parametersOf(given, columns), rows.length);
          expect(read).toEqual(judgedPicture(bytes, given, columns, rows.length));
        }),
        { numRuns: 40 },
      );
    },
  );
});

/** What the judge makes of the picture: 1 black, rows in whole bytes. */
function judgedPicture(bytes: Uint8Array, form: FaxForm, columns: number, rows: number): Uint8Array {
  const { k, isAligned = false, isEnded = false, isClosed = true } = form;
  const parameters = `/K ${k}/Columns ${columns}/Rows ${rows}/EncodedByteAlign ${isAligned}/EndOfLine ${isEnded}/EndOfBlock ${isClosed}`;
  const entries =
    `/Type/XObject/Subtype/Image/Width ${columns}/Height ${rows}/BitsPerComponent 1/ColorSpace/DeviceGray` +
    `/Filter/CCITTFaxDecode/DecodeParms<<${parameters}>>`;
  const objects = documentObjects({
    pages: [{ content: 'q 595 0 0 842 0 0 cm /I Do Q', entries: '/Resources<</XObject<</I 90 0 R>>>>' }],
    more: [{ number: 90, body: streamBody(bytes, entries) }],
  });
  const room = mkdtempSync(join(tmpdir(), 'websign-fax-'));
  try {
    writeFileSync(join(room, 'given.pdf'), writePdf({ kind: 'table', objects }));
    const { status } = spawnSync(JUDGE, ['given.pdf', 'got'], { cwd: room });
    expect(status).toBe(0);
    // P4, width and height, then the samples, 1 black.
    const picture = readFileSync(join(room, 'got-000.pbm'));
    const length = Math.ceil(columns / 8);
    const padding = length * 8 - columns;
    return Uint8Array.from(picture.subarray(picture.length - length * rows), (byte, at) =>
      at % length === length - 1 ? (byte >> padding) << padding : byte,
    );
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
