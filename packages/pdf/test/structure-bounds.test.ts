import {
  appendUpdate,
  documentObjects,
  shadowAttacks,
  streamBody,
  structureAttacks,
  writePdf,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect, type Limits, PdfError, type PdfErrorCode } from '../src/index.ts';
import { expectNoHang, open, refuses, sign } from './support.ts';

/** What became of an inspection: the kinds found, or the code of the refusal. Anything else thrown fails. */
function outcome(bytes: Uint8Array, limits: Partial<Limits> = {}): PdfErrorCode | string[] {
  const used = process.cpuUsage();
  try {
    return [...new Set(inspect(open(bytes, limits)).findings.map(({ kind }) => kind))];
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return error.code;
  } finally {
    expectNoHang(used);
  }
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('files made to exhaust the look at their structure', () => {
  it('a hundred thousand objects that no section names', () => {
    const text = Array.from({ length: 100_000 }, (_, n) => `${n + 1000} 0 obj<<>>endobj`).join('\n');
    expect(outcome(inserted(text))).toEqual(['unlisted_object', 'truncated']);
  });

  it('numbers that no section names, beside references to many objects', () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `${n + 900_000} 0 obj 5 endobj`).join('\n');
    const references = Array.from({ length: 50_000 }, (_, n) => `${n + 1000} 0 R`).join(' ');
    const more = [{ number: 100, body: `[${references}]` }];
    expect(outcome(inserted(text, more))).toEqual([]);
  });

  it('two million openings between objects', () => {
    expect(outcome(inserted('<<[('.repeat(500_000)))).toEqual(['ambiguous_syntax']);
    expect(outcome(inserted('1 0 obj['.repeat(100_000)))).not.toBe('');
    expect(outcome(inserted('9 '.repeat(1_000_000)))).toEqual(['ambiguous_syntax']);
    expect(outcome(inserted('%'.repeat(2_000_000)))).toEqual([]);
  });

  it('a hundred thousand streams without an end', () => {
    const streams = Array.from({ length: 100_000 }, (_, n) => ({
      number: 100 + n,
      body: '<<>>stream\nendstrea',
    }));
    const bytes = writePdf({ kind: 'table', objects: [...documentObjects(), ...streams] });
    expect(outcome(bytes)).toEqual('too_many_objects');
  });

  it('references without end in an object stream', () => {
    const objects = [...documentObjects(), ...many(60, `[${'5 0 R '.repeat(90_000)}]`)];
    expect(outcome(writePdf({ kind: 'objstm', objects }))).toEqual('too_many_objects');
  });

  it('a ring of a hundred thousand outline items is one finding', () => {
    const items = Array.from({ length: 100_000 }, (_, n) => ({
      number: 100 + n,
      body: `<</Title(a)/Next ${100 + ((n + 1) % 100_000)} 0 R>>`,
    }));
    const bytes = writePdf({
      kind: 'table',
      objects: [...documentObjects({ catalog: '/Outlines 100 0 R' }), ...items],
    });
    expect(outcome(bytes)).toEqual(['ambiguous_syntax']);
  });

  it('a page tree of a hundred thousand pages, and one as deep as is allowed', () => {
    const wide = tree(50_000);
    expect(outcome(wide)).toEqual([]);
    refuses('too_many_pages', () => inspect(open(wide, { pages: 10_000 })));
    expect(outcome(deep(99))).toEqual([]);
    expect(outcome(deep(101))).toBe('too_deep');
  });

  it('a hundred updates behind a signature', async () => {
    let bytes = await sign(writePdf({ kind: 'table', objects: documentObjects() }));
    for (let round = 0; round < 100; round++) {
      const body = streamBody(`BT (${round}) Tj ET`);
      bytes = appendUpdate(bytes, { kind: 'table', objects: [{ number: 5, body }] });
    }
    expect(outcome(bytes)).toContain('changed_after_signature');
    expect(outcome(bytes, { entries: 120 })).toBe('too_many_revisions');
  });

  function inserted(text: string, more: { number: number; body: string }[] = []): Uint8Array {
    const objects = documentObjects({ more });
    const content = Buffer.from(streamBody('BT ET')).toString('latin1');
    const body = latin1(`${content}\nendobj\n${text}\n`);
    return writePdf({
      kind: 'table',
      objects: objects.map((one) => (one.number === 5 ? { ...one, body } : one)),
    });
  }

  function many(count: number, body: string): { number: number; body: string }[] {
    return Array.from({ length: count }, (_, n) => ({ number: 100 + n, body }));
  }

  function tree(count: number): Uint8Array {
    const kids = Array.from({ length: count }, (_, n) => 100 + n);
    const objects = documentObjects({
      tree: `/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${count}/MediaBox[0 0 9 9]`,
    }).filter(({ number }) => number < 4);
    const leaves = kids.map((number) => ({ number, body: '<</Type/Page/Parent 2 0 R>>' }));
    const text = Buffer.from(objects[1]?.body ?? '').toString('latin1');
    const root = { number: 2, body: text.replace('/Kids[4 0 R]/Count 1', '') };
    return writePdf({
      kind: 'table',
      objects: [...objects.filter(({ number }) => number !== 2), root, ...leaves],
    });
  }

  function deep(levels: number): Uint8Array {
    const nodes = Array.from({ length: levels - 1 }, (_, n) => ({
      number: 100 + n,
      body: `<</Type/Pages/Count 1/Kids[${n === levels - 2 ? 4 : 101 + n} 0 R]/Parent ${n === 0 ? 2 : 99 + n} 0 R>>`,
    }));
    const objects = documentObjects().map((object) => {
      const text = Buffer.from(object.body).toString('latin1');
      if (object.number === 2) return { ...object, body: text.replace('[4 0 R]', '[100 0 R]') };
      return object.number === 4
        ? { ...object, body: text.replace('/Parent 2', `/Parent ${98 + levels}`) }
        : object;
    });
    return writePdf({ kind: 'table', objects: [...objects, ...nodes] });
  }
});

describe('mutations of small real structures', () => {
  const seeds = [...structureAttacks, ...shadowAttacks].map(({ bytes }) => bytes('table'));
  seeds.push(...shadowAttacks.map(({ bytes }) => bytes('objstm')));
  const words = [
    'obj',
    'endobj',
    'stream\n',
    'endstream',
    'xref\n',
    'trailer',
    'startxref',
    '%%EOF',
    '<<',
    '>>',
    '9 0 R',
    '/Kids',
    '/Next 5 0 R',
  ];

  it('never throw anything but PdfError, within a bound', () => {
    const puts = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...words)), { minLength: 1, maxLength: 5 });
    const flips = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(...seeds), puts, flips, (seed, some, others) => {
        const mutant = Buffer.from(seed);
        for (const [at, word] of some) mutant.write(word, at % mutant.length, 'latin1');
        for (const [at, value] of others) mutant[at % mutant.length] = value;
        outcome(mutant);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('what is broken hides nothing else', () => {
  const unreadable = { number: 150, body: '<</A' };

  it.each([
    [
      'the resources of a form that nothing refers to',
      streamBody('/I Do', '/Subtype/Form/BBox[0 0 9 9]/Resources 150 0 R'),
    ],
    ['the encoding of a font', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding 150 0 R>>'],
    ['the name of a font', '<</Type/Font/Subtype/Type1/BaseFont 150 0 R/ToUnicode 5 0 R>>'],
    ['the length of a stream', Buffer.from('<</Length 150 0 R>>stream\nx\nendstream')],
  ])('%s', (_, body) => {
    const objects = documentObjects({ more: [{ number: 100, body }, unreadable] });
    expect(outcome(writePdf({ kind: 'table', objects }))).toContain('unreadable_object');
  });

  it.each(['/Count', '/Type', '/UserUnit', '/CropBox'])('%s of a page, or of the tree', (key) => {
    const document = { tree: `${key} 150 0 R`, pages: [{ entries: `${key} 150 0 R` }], more: [unreadable] };
    const found = outcome(writePdf({ kind: 'table', objects: documentObjects(document) }));
    expect(found === 'broken_object' || found.includes('unreadable_object')).toBe(true);
  });

  it('a content of a million openings of text', () => {
    const body = streamBody("BT ' ".repeat(1_000_000), '', 'flate');
    const objects = documentObjects({ more: [{ number: 100, body }] });
    expect(outcome(writePdf({ kind: 'table', objects }))).toContain('unreferenced_content');
  });
});
