import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { appendUpdate, documentObjects, writePdf, type XrefKind } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect, PdfError, pages, prepareSignature } from '../src/index.ts';
import { expectNoHang, OPTIONS, open } from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];

/** Everything that a stranger's file goes through; anything but a PdfError fails. */
async function walk(bytes: Uint8Array): Promise<string> {
  const used = process.cpuUsage();
  try {
    const pdf = open(bytes, { inflatedBytes: 64 * 1024 * 1024 });
    inspect(pdf);
    for (const _ of pages(pdf));
    await prepareSignature(pdf, { ...OPTIONS, contentsBytes: 100 });
    return 'signed';
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return error.code;
  } finally {
    expectNoHang(used);
  }
}

const seeds = KINDS.map((kind) => {
  const document = {
    catalog: '/AcroForm<</Fields[100 0 R]/SigFlags 1>>',
    pages: [{ entries: '/Annots[100 0 R]' }, {}],
    more: [
      { number: 100, body: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect[9 9 99 99]/P 4 0 R>>' },
      { number: 101, body: '(aside)' },
    ],
  };
  const first = writePdf({ kind, objects: documentObjects(document), hidden: [101] });
  return appendUpdate(first, {
    kind: kind === 'hybrid' ? 'table' : kind,
    objects: documentObjects().slice(2, 3),
  });
});

describe('mutated input throws only PdfError, within a bound', () => {
  const seed = fc.constantFrom(...seeds);
  const token = fc.constantFrom(
    ...[
      '<<',
      '>>',
      '[',
      ']',
      '(',
      ')',
      ' 0 R',
      '/Kids',
      '/Prev 9',
      '-1',
      '99999999999',
      'null',
      '%',
      '\0',
      'stream\n',
      'endobj',
      'xref\n',
      '/V',
      '/Length 1',
    ],
  );

  it('bytes flipped', async () => {
    await fc.assert(
      fc.asyncProperty(
        seed,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (bytes, flips) => {
          const mutant = Uint8Array.from(bytes);
          for (const [at, value] of flips) mutant[at % mutant.length] = value;
          await walk(mutant);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('tokens put over others', async () => {
    await fc.assert(
      fc.asyncProperty(
        seed,
        fc.array(fc.tuple(fc.nat(), token), { minLength: 1, maxLength: 4 }),
        async (bytes, puts) => {
          const mutant = Buffer.from(bytes);
          for (const [at, word] of puts) mutant.write(word, at % mutant.length, 'latin1');
          await walk(mutant);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('cut, doubled and shuffled', async () => {
    const piece = fc.tuple(fc.nat(), fc.nat(400));
    await fc.assert(
      fc.asyncProperty(seed, fc.array(piece, { minLength: 1, maxLength: 6 }), async (bytes, pieces) => {
        const parts = pieces.map(([at, length]) =>
          bytes.subarray(at % bytes.length, (at % bytes.length) + length),
        );
        await walk(Buffer.concat([bytes.subarray(0, bytes.length - 100), ...parts, bytes.subarray(-100)]));
        await walk(bytes.subarray(0, (pieces[0]?.[0] ?? 0) % bytes.length));
      }),
      { numRuns: 300 },
    );
  });

  it('the seeds themselves are signed', async () => {
    for (const bytes of seeds) expect(await walk(bytes)).toBe('signed');
  });
});

describe('files made to exhaust', () => {
  const one = (number: number, body: string): Uint8Array =>
    writePdf({ kind: 'table', objects: documentObjects({ more: [{ number, body }] }) });

  it.each<[string, () => Uint8Array, string]>([
    ['a million open arrays', () => one(100, '['.repeat(1_000_000)), 'too_deep'],
    ['two million numbers in one object', () => one(100, `[${'1 '.repeat(2_000_000)}]`), 'too_large'],
    ['an open string to the end', () => one(100, `(${'('.repeat(1_000_000)}`), 'signed'],
    [
      'a subsection of four thousand million',
      () => Buffer.from('%PDF-1.7\nxref\n0 4000000000\ntrailer\n<<>>\nstartxref\n9\n%%EOF'),
      'broken_xref',
    ],
    ['sections without end', () => chain(3000), 'too_many_revisions'],
    ['cross-reference streams that inflate and inflate', () => streams(200), 'inflate_limit'],
    [
      'ten thousand pages that share one annotation, each a hundred thousand times',
      () => sharing(1, 100_000),
      'too_many_objects',
    ],
    ['ten thousand pages that share two thousand annotations', () => sharing(2000, 1), 'too_many_objects'],
    ['a form of a hundred thousand kids', () => wide(100_000), 'signed'],
    ['two million kids in one field', () => wide(2_000_000), 'too_large'],
  ])('%s', async (_, make, outcome) => expect(await walk(make())).toBe(outcome));

  function wide(kids: number): Uint8Array {
    const more = [
      { number: 100, body: `<</T(a)/Kids[${'101 0 R '.repeat(1)}${'102 0 R '.repeat(kids)}]>>` },
      { number: 101, body: '<</T(b)>>' },
    ];
    return writePdf({
      kind: 'table',
      objects: documentObjects({ catalog: '/AcroForm<</Fields[100 0 R]>>', more }),
    });
  }

  function sharing(annotations: number, times: number): Uint8Array {
    const numbers = Array.from({ length: annotations }, (_, index) => 20_000 + index);
    const objects = documentObjects({
      more: [
        { number: 100, body: `[${numbers.map((number) => `${number} 0 R `.repeat(times)).join('')}]` },
        ...numbers.map((number) => ({
          number,
          body: '<</Subtype/Link/Rect[0 0 9 9]/A<</S/JavaScript/JS(x)>>>>',
        })),
      ],
    });
    const kids = Array.from({ length: 10_000 }, (_, index) => 200 + index);
    objects[1] = {
      number: 2,
      body: `<</Type/Pages/Count 10000/Kids[${kids.map((n) => `${n} 0 R`).join(' ')}]>>`,
    };
    for (const number of kids) objects.push({ number, body: '<</Type/Page/Parent 2 0 R/Annots 100 0 R>>' });
    return writePdf({ kind: 'table', objects });
  }

  function streams(count: number): Uint8Array {
    const data = deflateSync(Buffer.alloc(8_000_000)).toString('latin1');
    let text = '%PDF-1.7\n';
    let prev = 0;
    for (let index = 0; index < count; index++) {
      const at = text.length;
      text += `9 0 obj\n<</Type/XRef/W[1 2 1]/Size 0/Index[0 0]/Root 1 0 R/Filter/FlateDecode${prev === 0 ? '' : `/Prev ${prev}`}`;
      text += `/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
      prev = at;
    }
    return Buffer.from(`${text}startxref\n${prev}\n%%EOF\n`, 'latin1');
  }

  function chain(count: number): Uint8Array {
    let text = '%PDF-1.7\n';
    let prev = 0;
    for (let index = 0; index < count; index++) {
      const at = text.length;
      text += `xref\n0 0\ntrailer\n<</Root 1 0 R${prev === 0 ? '' : `/Prev ${prev}`}>>\n`;
      prev = at;
    }
    return Buffer.from(`${text}startxref\n${prev}\n%%EOF\n`);
  }
});

const corpus = process.env.WEBSIGN_CORPUS;
describe('deceptive files of a corpus', () => {
  it(`none crashes or hangs${corpus === undefined ? ' (skipped: WEBSIGN_CORPUS not set)' : ''}`, {
    timeout: 300_000,
  }, async () => {
    if (corpus === undefined) return;
    const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.pdf$/i.test(name),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) await walk(readFileSync(join(corpus, name)));
  });
});
