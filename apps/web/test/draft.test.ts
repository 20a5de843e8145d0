import type { DocumentAnswer } from '@websign/contract';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetDrafts, readDraft, writeDraft } from '../src/common/drafts.ts';
import { type Desk, emptyDesk, reduceDesk } from '../src/features/sign/desk.ts';
import { deskFrom, draftOf } from '../src/features/sign/draft.ts';
import { atPreset, isInside } from '../src/features/sign/placement.ts';
import { sampleDocument } from './samples.ts';

const a4 = { width: 595, height: 842 };
const document = (letter: string, state: DocumentAnswer['state'] = 'ready'): DocumentAnswer =>
  sampleDocument(letter, { state, signedAt: state === 'signed' ? '2026-11-21T10:00:00Z' : null });
const [a, b, signed] = [document('a'), document('b'), document('c', 'signed')];
const place = atPreset('topLeft', 1, a4);

function worked(): Desk {
  let desk = reduceDesk(emptyDesk, { do: 'place', id: a.id, placement: place, own: true });
  desk = reduceDesk(desk, { do: 'tick', ids: [b.id], on: false });
  desk = reduceDesk(desk, { do: 'again', id: signed.id });
  desk = reduceDesk(desk, { do: 'hide', id: b.id, on: true });
  return reduceDesk(desk, { do: 'say', said: { visible: false, reason: 'Έγκριση', title: 'Διευθύντρια' } });
}
const through = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('an unfinished desk', () => {
  it('SES-4 comes back as it was, from plain data', () => {
    const documents = [a, b, signed];
    expect(deskFrom(through(draftOf(worked(), emptyDesk, documents)), emptyDesk, documents)).toEqual(
      worked(),
    );
  });

  it('SES-4 keeps no place that only the screen proposed, and nothing once all is signed', () => {
    const proposed = reduceDesk(emptyDesk, { do: 'place', id: a.id, placement: place, own: false });
    expect(draftOf(proposed, emptyDesk, [a, b])).toBeNull();
    expect(draftOf(worked(), emptyDesk, [document('a', 'signed'), document('b', 'locked')])).toBeNull();
  });

  it('SES-4 other bytes, other documents and other states take nothing of it', () => {
    const kept = through(draftOf(worked(), emptyDesk, [a, b, signed]));
    const changed = { ...a, checksum: 'f'.repeat(64) };
    expect(deskFrom(kept, emptyDesk, [changed, b])?.places.size).toBe(0);
    expect(deskFrom(kept, emptyDesk, [document('x')])).toMatchObject({ reason: 'Έγκριση' });
    expect(deskFrom(kept, emptyDesk, [document('b', 'refused')])).toBeNull();
    expect(deskFrom(kept, emptyDesk, [a, { ...b, checksum: 'f'.repeat(64) }])?.invisible.size).toBe(0);
  });

  it('SES-4 keeps that a signature is not seen, and takes nothing else for it', () => {
    const hidden = reduceDesk(emptyDesk, { do: 'hide', id: a.id, on: true });
    const kept = through(draftOf(hidden, emptyDesk, [a, b]));
    expect(deskFrom(kept, emptyDesk, [a, b])?.invisible).toEqual(new Set([a.id]));
    const written = { documents: { [a.id]: { checksum: a.checksum, invisible: 'yes', tick: false } } };
    expect(deskFrom(written, emptyDesk, [a, b])?.invisible.size).toBe(0);
  });

  it('SGN-3 whatever stands in the storage: nothing throws, and every place is on its page', () => {
    const entry = fc.record(
      { checksum: fc.constant(a.checksum), place: fc.anything(), tick: fc.anything(), again: fc.anything() },
      { requiredKeys: ['checksum'] },
    );
    const number = fc.oneof(fc.double(), fc.constant(1), fc.anything());
    const placed = fc.record({ page: number, x: number, y: number, width: number, height: number });
    const kept = fc.oneof(
      fc.anything(),
      fc.record({ documents: fc.record({ [a.id]: entry }), reason: fc.anything() }),
      fc.record({
        documents: fc.record({ [a.id]: fc.record({ checksum: fc.constant(a.checksum), place: placed }) }),
      }),
    );
    fc.assert(
      fc.property(kept, (value) => {
        const desk = deskFrom(value, emptyDesk, [a, b]);
        for (const there of desk?.places.values() ?? []) expect(isInside(there, a4)).toBe(true);
      }),
    );
  });
});

describe('the shelf in local storage', () => {
  beforeEach(() => {
    const items = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      get length() {
        return items.size;
      },
      key: (index: number) => [...items.keys()][index] ?? null,
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    });
  });
  const hour = 3_600_000;

  it('SES-4 is each signer’s own, bounded in number, age and size, and emptied on signing out', () => {
    writeDraft('s1', '1', { reason: 'one' }, 0);
    expect(readDraft('s1', '1', hour)).toEqual({ reason: 'one' });
    expect(readDraft('s2', '1', hour)).toBeUndefined();
    expect(readDraft('s1', '1', 25 * hour)).toBeUndefined();
    expect(readDraft('s1', '1', -1)).toBeUndefined();
    for (let group = 2; group <= 20; group += 1) writeDraft('s1', String(group), { group }, group);
    expect(readDraft('s1', '1', hour)).toBeUndefined();
    expect(readDraft('s1', '20', hour)).toEqual({ group: 20 });
    writeDraft('s1', '21', { reason: 'x'.repeat(300_000) }, hour);
    expect(readDraft('s1', '21', hour)).toBeUndefined();
    writeDraft('s1', '22', { reason: 'y' }, hour);
    localStorage.setItem('locale', 'en');
    forgetDrafts();
    expect(readDraft('s1', '22', hour)).toBeUndefined();
    expect(localStorage.getItem('locale')).toBe('en');
  });

  it('SES-4 torn and foreign entries count as not there', () => {
    for (const text of [
      '{',
      'null',
      '[]',
      '{"1":null}',
      '{"1":{"at":"0","draft":{}}}',
      'x'.repeat(300_000),
    ]) {
      localStorage.setItem('draft:s1', text);
      expect(readDraft('s1', '1', hour)).toBeUndefined();
    }
    writeDraft('s1', '1', { reason: 'new' }, hour);
    expect(readDraft('s1', '1', hour)).toEqual({ reason: 'new' });
  });
});
