import { bodyOf, signedDocument, streamBody, type TestObject, updated } from '@websign/testkit';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LaterChanges, type Limits, laterChangesOf, PdfError, signatureFields } from '../src/index.ts';
import { open, sign } from './support.ts';

let signed: Uint8Array;
beforeAll(async () => {
  signed = await sign(signedDocument());
});

function changesOf(file: Uint8Array, limits: Partial<Limits> = {}): LaterChanges {
  const pdf = open(file, limits);
  const [changes] = laterChangesOf(pdf, signatureFields(pdf)).values();
  if (changes === undefined) throw new Error('no signature');
  return changes;
}

/** The level; a file that no longer opens, or lost its form, is told, too. */
function verdictOn(file: Uint8Array): string {
  try {
    const pdf = open(file);
    const [changes] = laterChangesOf(pdf, signatureFields(pdf)).values();
    return changes?.level ?? 'other';
  } catch (error) {
    if (error instanceof PdfError) return 'other';
    throw error;
  }
}

const contents = (text: string): TestObject => ({
  number: 5,
  body: streamBody(`BT /F1 9 Tf (${text}) Tj ET`),
});
const reasons = ({ changes }: LaterChanges): (string | undefined)[] => changes.map(({ reason }) => reason);

describe('changes behind a signature: what holds of all', () => {
  // Those of the document; the title is metadata, and to 170 nothing leads.
  const covered = [
    1, 2, 3, 4, 5, 100, 102, 103, 104, 105, 106, 107, 108, 109, 110, 120, 130, 140, 141, 142, 150, 151,
  ];
  const body = fc.oneof(
    fc.integer().map((value) => `<</Changed ${value}>>`),
    fc.integer().map((value) => `[${value}]`),
    fc.string({ maxLength: 20 }).map((text) => `<${Buffer.from(text).toString('hex')}>`),
    fc.string({ maxLength: 40 }).map((text) => streamBody(text)),
    fc.constant('null'),
  );

  it('MAP-8 any change of an object that was signed is told', () => {
    fc.assert(
      fc.property(fc.constantFrom(...covered), body, (number, changed) => {
        expect(verdictOn(updated(signed, [{ number, body: changed }]))).toBe('other');
      }),
      { numRuns: 300 },
    );
  });

  it('MAP-8 any entry of a dictionary that was signed, changed or added, is told', () => {
    const dicts = [1, 4, 100, 102, 103, 105, 107, 110, 130, 141];
    const kept = new Set([
      'V',
      'AP',
      'AS',
      'M',
      'I',
      'RV',
      'DV',
      'Tabs',
      'StructParents',
      'LastModified',
      'Lock',
      'MK',
      'DA',
      'F',
      'P',
      'T',
      'Rect',
    ]);
    const key = fc.stringMatching(/^[A-Z][A-Za-z]{0,9}$/).filter((name) => !kept.has(name));
    fc.assert(
      fc.property(fc.constantFrom(...dicts), key, fc.integer(), (number, name, value) => {
        const changed = bodyOf(signed, number).replace(/>>$/, `/${name} ${value}>>`);
        expect(changesOf(updated(signed, [{ number, body: changed }])).level).toBe('other');
      }),
      { numRuns: 200 },
    );
  });

  it('throws nothing but PdfError whatever is made of an update', () => {
    const file = updated(signed, [
      contents('Other'),
      { number: 120, body: streamBody('<x/>', '/Type/Metadata') },
    ]);
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.integer({ min: signed.length, max: file.length - 1 }),
            fc.integer({ min: 0, max: 255 }),
          ),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (edits) => {
          const mutated = Buffer.from(file);
          for (const [at, byte] of edits) mutated[at] = byte;
          expect(typeof verdictOn(mutated)).toBe('string');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('changes behind a signature: bounds', () => {
  const pile = (count: number, first: TestObject[]): Uint8Array => {
    let file = updated(signed, first);
    for (let at = 0; at < count; at++) file = updated(file, [{ number: 300, body: `(${at})` }]);
    return file;
  };

  it('every step is looked at, however many follow', () => {
    const found = changesOf(pile(300, [contents('Other')]));
    expect(found.level).toBe('other');
    expect(found.changes[0]).toMatchObject({ revision: 3, reason: 'content', object: 5 });
  });

  it('more revisions than are laid over each other end in a change that says so', () => {
    const found = changesOf(pile(60, [{ number: 300, body: '(0)' }]), { entries: 300 });
    expect(found.level).toBe('other');
    expect(reasons(found)).toContain('limit');
  });

  it('of many changes those that are forbidden are listed first, and that there are more', () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ number: 1000 + at, body: '(unused)' }));
    const found = changesOf(updated(signed, [...many, contents('Other')]));
    expect(found.truncated).toBe(true);
    expect(found.changes).toHaveLength(200);
    expect(found.changes[0]).toMatchObject({ level: 'other', reason: 'content' });
  });

  it('references by the million end in a change that says so', () => {
    const body = `[${'5 0 R '.repeat(600_000)}]`;
    const found = changesOf(updated(updated(signed, [{ number: 300, body }]), [contents('Other')]), {
      valuesPerObject: 10_000_000,
    });
    expect(reasons(found)).toContain('limit');
  });

  it('metadata of many levels are no metadata', () => {
    const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;
    expect(
      reasons(changesOf(updated(signed, [{ number: 120, body: streamBody(deep, '/Type/Metadata') }]))),
    ).toEqual(['metadata']);
  });

  it('a file whose objects are all written again is compared in linear time', () => {
    const objects = Array.from({ length: 50_000 }, (_, at) => ({ number: 1000 + at, body: '[1 2 3]' }));
    const file = updated(updated(signed, objects), objects);
    const begun = performance.now();
    expect(changesOf(file).level).toBe('lta');
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
