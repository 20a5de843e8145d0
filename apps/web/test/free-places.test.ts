import type { FreePlace } from '@websign/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../src/common/api/error.ts';
import { askFreePlaces, occupiedQuery } from '../src/common/api/places.ts';
import { emptyDesk, isPlaceDecided, preferencesOf, reduceDesk } from '../src/features/sign/desk.ts';
import { atPreset, defaultPlacement } from '../src/features/sign/placement.ts';
import { isCovering, isOpaqueAt, type KnownPlace } from '../src/features/sign/usePlaces.ts';
import { sampleDocument } from './samples.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('../src/common/api/call.ts', () => ({ call }));

const [a, b] = [sampleDocument('a'), sampleDocument('b')];
const wanted = [{ document: a, placement: defaultPlacement(a) }];
const place: FreePlace = {
  ...{ document: a.id, status: 'free', placement: defaultPlacement(a), opaque: true, cause: null },
  ...{ smaller: null, otherPage: null },
};

/** The calls end one after the other with these statuses. */
function answer(...statuses: number[]) {
  call.mockReset();
  call.mockImplementation(async () => {
    const status = statuses.shift() ?? 200;
    if (status !== 200) throw new CallError(status === 0 ? 'network' : 'internal', status);
    return { places: [place] };
  });
}
/** What the server told of a place, as the screen keeps it. */
const known = (changes: Partial<KnownPlace>): KnownPlace => ({ ...place, cause: null, ...changes });
const never = () => new AbortController().signal;

describe('asking what signatures cover', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('SGN-12 is tried again where the server is busy or out of reach', async () => {
    answer(503, 0, 200);
    const asked = askFreePlaces(wanted, never());
    await vi.runAllTimersAsync();
    expect(await asked).toEqual([place]);
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('SGN-12 what a busy server could not tell is asked for again, and nothing else', async () => {
    const other: FreePlace = { ...place, document: b.id };
    const busy: FreePlace = { ...other, status: 'unknown', opaque: false, cause: 'busy' };
    const answers: (readonly FreePlace[] | CallError)[] = [
      [place, busy],
      [busy],
      new CallError('too_many_requests', 429, { retryAfter: 5 }),
      [other],
    ];
    call.mockReset();
    call.mockImplementation(async () => {
      const next = answers.shift() ?? [];
      if (next instanceof CallError) throw next;
      return { places: next };
    });
    const both = [...wanted, { document: b, placement: defaultPlacement(b) }];
    const asked = askFreePlaces(both, never());
    await vi.runAllTimersAsync();
    expect(await asked).toEqual([place, other]);
    const named = call.mock.calls.map(([, { body }]) =>
      (body as { places: { document: string }[] }).places.map(({ document }) => document),
    );
    expect(named).toEqual([[a.id, b.id], [b.id], [b.id], [b.id]]);
  });

  it('SGN-12 nothing more is asked of a place that the signature leaves for a free one', async () => {
    const moved: FreePlace = { ...place, status: 'moved', opaque: false, cause: 'busy' };
    for (const [isChosen, calls] of [
      [false, 1],
      [true, 7],
    ] as const) {
      call.mockReset();
      call.mockResolvedValue({ places: [moved] });
      const asked = askFreePlaces(
        wanted.map((one) => ({ ...one, isChosen })),
        never(),
      );
      await vi.runAllTimersAsync();
      expect(await asked).toEqual([moved]);
      expect(call).toHaveBeenCalledTimes(calls);
    }
  });

  it('SGN-12 a server that stays busy is not asked for ever, and what it told is kept', async () => {
    const busy: FreePlace = { ...place, document: b.id, status: 'unknown', opaque: false, cause: 'busy' };
    call.mockReset();
    call.mockImplementation(async (_: string, { body }: { body: { places: unknown[] } }) => ({
      places: body.places.length === 2 ? [place, busy] : [busy],
    }));
    const both = [...wanted, { document: b, placement: defaultPlacement(b) }];
    const asked = askFreePlaces(both, never());
    await vi.runAllTimersAsync();
    expect(await asked).toEqual([place, busy]);
    expect(call).toHaveBeenCalledTimes(7);
  });

  it.each([
    [503, true],
    [429, true],
    [0, true],
    [404, false],
  ])('SGN-12 what is taken on a page is asked for again after %i: %s', (status, isTried) => {
    const { retry, retryDelay } = occupiedQuery(a.id, a.checksum, 1);
    if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('no rule');
    const error = new CallError('busy', status, { retryAfter: 3 });
    expect(retry(0, error)).toBe(isTried);
    expect(retry(50, error)).toBe(false);
    expect(retryDelay(0, error)).toBe(3000);
    expect(retryDelay(3, new CallError('busy', status))).toBe(5000);
  });

  it('SGN-12 ends with the failure after three tries, and at once where no try would help', async () => {
    for (const [statuses, tries] of [
      [[503, 503, 503, 200], 3],
      [[400, 200], 1],
    ] as const) {
      answer(...statuses);
      const asked = expect(askFreePlaces(wanted, never())).rejects.toMatchObject({ status: statuses[0] });
      await vi.runAllTimersAsync();
      await asked;
      expect(call).toHaveBeenCalledTimes(tries);
    }
  });

  it('SGN-12 stops between two tries when nobody waits for it any more', async () => {
    answer(503, 200);
    const asking = new AbortController();
    const asked = expect(askFreePlaces(wanted, asking.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(100);
    asking.abort();
    await asked;
    await vi.runAllTimersAsync();
    expect(call).toHaveBeenCalledTimes(1);
  });
});

describe('the ground of the previewed signature', () => {
  const unsigned = sampleDocument('c', { signatures: [] });
  const signed = sampleDocument('d', {
    signatures: [{ field: 'a', kind: 'signature', signer: 'b', signedAt: null, integrity: 'intact' }],
  });

  it('SGN-12 is as the server told of the place where it stands', () => {
    expect(isOpaqueAt(signed, known({ status: 'full', opaque: true }), true)).toBe(true);
    expect(isOpaqueAt(signed, known({ status: 'full', opaque: false }), true)).toBe(false);
    expect(isOpaqueAt(signed, known({ status: 'field', opaque: false }), false)).toBe(false);
  });

  it('SGN-12 is guessed until then, and where no answer came', () => {
    for (const place of [undefined, known({ status: 'unknown', opaque: false, unanswered: true })]) {
      expect(isOpaqueAt(signed, place, true)).toBe(false);
      expect(isOpaqueAt(signed, place, false)).toBe(true);
      expect(isOpaqueAt(unsigned, place, true)).toBe(true);
    }
  });

  it('SGN-13 nobody is asked about a field of the document, nor about a free place', () => {
    const statuses = ['free', 'field', 'moved', 'full', 'unknown'] as const;
    expect(statuses.filter((status) => isCovering(known({ status })))).toEqual(['moved', 'full', 'unknown']);
    expect(isCovering(undefined)).toBe(false);
  });
});

describe('the same place for all', () => {
  const a4 = { width: 595, height: 842 };
  const [there, elsewhere] = [atPreset('topLeft', 1, a4), atPreset('bottomLeft', 1, a4)];

  it('SGN-13 makes the signatures seen again, and the place that was given is the one that is remembered', () => {
    let desk = reduceDesk(emptyDesk, { do: 'place', id: a.id, placement: there, own: true });
    desk = reduceDesk(desk, { do: 'hide', id: b.id, on: true });
    desk = reduceDesk(desk, { do: 'places', places: new Map([[b.id, elsewhere]]), own: true });
    desk = reduceDesk(desk, { do: 'touch', id: a.id });
    expect(desk.invisible.size).toBe(0);
    expect(desk.places).toEqual(
      new Map([
        [a.id, there],
        [b.id, elsewhere],
      ]),
    );
    expect(preferencesOf(desk, [a, b]).place).toMatchObject({ corner: 'topLeft' });
    expect(reduceDesk(emptyDesk, { do: 'hide', id: b.id, on: true }).invisible).toContain(b.id);
  });

  it('SGN-13 is not given where the signer decided otherwise meanwhile', () => {
    const proposed = reduceDesk(emptyDesk, { do: 'place', id: a.id, placement: there, own: false });
    expect(isPlaceDecided(a.id, emptyDesk, proposed)).toBe(false);
    const dragged = reduceDesk(proposed, { do: 'place', id: a.id, placement: elsewhere, own: true });
    expect(isPlaceDecided(a.id, proposed, dragged)).toBe(true);
    expect(isPlaceDecided(b.id, proposed, dragged)).toBe(false);
    const hidden = reduceDesk(dragged, { do: 'hide', id: a.id, on: true });
    expect(isPlaceDecided(a.id, dragged, hidden)).toBe(true);
  });
});
