import type { FreePlace } from '@websign/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../src/common/api/error.ts';
import { askFreePlaces } from '../src/common/api/places.ts';
import { emptyDesk, isPlaceDecided, preferencesOf, reduceDesk } from '../src/features/sign/desk.ts';
import { atPreset, defaultPlacement } from '../src/features/sign/placement.ts';
import { sampleDocument } from './samples.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('../src/common/api/call.ts', () => ({ call }));

const [a, b] = [sampleDocument('a'), sampleDocument('b')];
const wanted = [{ document: a, placement: defaultPlacement(a) }];
const place: FreePlace = {
  ...{ document: a.id, status: 'free', placement: defaultPlacement(a), cause: null },
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
