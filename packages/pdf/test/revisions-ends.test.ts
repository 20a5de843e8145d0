import { appendUpdate, documentObjects, updated, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { atRevision, revisions } from '../src/index.ts';
import { latin1, open } from './support.ts';

const plain = latin1(
  writePdf({ kind: 'table', objects: documentObjects({ more: [{ number: 90, body: '/one' }] }) }),
);
const at = plain.indexOf('\nxref') + 1;

/**
 * A file of two sections of which the newer one stands first and points forward, as in a linearized file; at its end
 * stands what `named` makes of where the first one begins.
 */
function forward(named: (first: number) => number | string, between = ''): Uint8Array {
  const length = 80 + between.length;
  const first = `xref\n0 0\ntrailer\n<</Size 101/Root 1 0 R/Prev ${at + length}>>\nstartxref\n0\n%%EOF\n`;
  const head = `${plain.slice(0, at)}${(first + between).padEnd(length, ' ')}${plain.slice(at)}`;
  return Buffer.from(head.replace(/startxref\n\d+\n%%EOF\n?$/, `startxref\n${named(at)}\n%%EOF\n`), 'latin1');
}
const told = (file: Uint8Array): [number, number, number][] =>
  revisions(open(file)).map(({ number, end, sections }) => [number, end, sections.length]);

describe('the revisions of a file', () => {
  it('are those that updates ended, the oldest first', () => {
    const one = Buffer.from(plain, 'latin1');
    const two = updated(one, [{ number: 90, body: '/two' }]);
    const three = updated(two, [{ number: 90, body: '/three' }]);
    expect(told(three)).toEqual([
      [1, one.length, 1],
      [2, two.length, 1],
      [3, three.length, 1],
    ]);
    const pdf = open(three);
    const all = revisions(pdf);
    const shown = [1, 2, 3, 4].map((number) => pdf.name(atRevision(pdf, all, number).object(90)?.value));
    expect(shown).toEqual(['one', 'two', 'three', 'three']);
    expect(atRevision(pdf, all, 3)).toBe(pdf);
    expect(atRevision(pdf, all, 2)).not.toBe(pdf);
  });

  it('show the same laid over the one before as laid anew', () => {
    let file: Uint8Array = Buffer.from(plain, 'latin1');
    const changes = [
      ['table', 90, '/two'],
      ['hybrid', 91, '/new'],
      ['hybrid', 300, '/far'],
      ['table', 91, '/back'],
      ['table', 92, '/last'],
    ] as const;
    for (const [kind, number, body] of changes)
      file = appendUpdate(file, { kind, objects: [{ number, body }] });
    const pdf = open(file);
    const all = revisions(pdf);
    let before = atRevision(pdf, all, 1);
    for (let number = 2; number < all.length; number++) {
      const [anew, over] = [atRevision(pdf, all, number), atRevision(pdf, all, number, before)];
      const slots = [anew, over].map(({ index }) => Array.from({ length: 302 }, (_, at) => index.get(at)));
      expect(slots[1]).toEqual(slots[0]);
      expect(over.index.highest).toBe(anew.index.highest);
      expect([...over.disputed]).toEqual([...anew.disputed]);
      before = over;
    }
    expect(all.length).toBe(6);
  });

  it('are one of two sections where the file is linearized', () => {
    const file = forward((first) => first);
    expect(told(file)).toEqual([[1, file.length, 2]]);
    const before = forward((first) => first - 1);
    expect(told(before)).toEqual([[1, before.length, 2]]);
    const later = updated(file, [{ number: 90, body: '/two' }]);
    expect(told(later)).toEqual([
      [1, file.length, 2],
      [2, later.length, 1],
    ]);
    const pdf = open(later);
    expect(atRevision(pdf, revisions(pdf), 1).sections).toHaveLength(2);
  });

  it('are two where what stands first is named by nothing at the end: it was hidden there', () => {
    for (const named of [at + 500, 0, at + 85, '', '-5', 'x']) {
      const file = forward(() => named, ' '.repeat(20));
      const text = latin1(file).replace(
        /startxref\n[^\n]*\n%%EOF\n$/,
        (end) => `${end}startxref\n${at}\n%%EOF\n`,
      );
      const hidden = Buffer.from(text, 'latin1');
      expect(
        told(hidden)
          .map(([, end, count]) => [end === hidden.length, count])
          .at(-1),
      ).toEqual([true, 1]);
      expect(told(hidden)).toHaveLength(2);
    }
  });

  it('are two where the older one names the newer at its end', () => {
    const base = plain.replace(/startxref\n\d+/, `startxref\n${String(at).padStart(8, '0')}`);
    const later = latin1(updated(Buffer.from(base, 'latin1'), [{ number: 90, body: '/two' }]));
    const newer = later.lastIndexOf('\nxref') + 1;
    const named = later.replace(/startxref\n\d{8}/, `startxref\n${String(newer).padStart(8, '0')}`);
    expect(told(Buffer.from(named, 'latin1'))).toEqual([
      [1, base.length, 1],
      [2, later.length, 1],
    ]);
  });
});
