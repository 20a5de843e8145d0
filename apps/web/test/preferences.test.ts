import type { Preferences } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import { deskOf, emptyDesk, preferencesOf, reduceDesk } from '../src/features/sign/desk.ts';
import { deskFrom, draftOf } from '../src/features/sign/draft.ts';
import { atPreset, defaultPlacement, wantedPlacement } from '../src/features/sign/placement.ts';
import { sampleDocument } from './samples.ts';

const [a, b] = [sampleDocument('a'), sampleDocument('b')];
const a4 = { width: 595, height: 842 };
const remembered: Preferences = {
  visible: true,
  title: 'Διευθύντρια',
  reason: 'Έγκριση',
  place: { page: 'first', corner: 'topLeft', dx: 36, dy: 36, width: 210, height: 72 },
};

describe('what is remembered of the signer', () => {
  it('SGN-11 is what the desk begins with; where nothing is, the desk is as it always was', () => {
    expect(deskOf(null)).toEqual(emptyDesk);
    const desk = deskOf(remembered);
    expect(desk).toMatchObject({ visible: true, title: 'Διευθύντρια', reason: 'Έγκριση' });
    expect(wantedPlacement(a, desk.wanted)).toEqual(atPreset('topLeft', 1, a4));
    expect(wantedPlacement(a, null)).toEqual(defaultPlacement(a));
  });

  it('SGN-11 is no unfinished work: no draft is kept of it, and a draft wins over it', () => {
    const begun = deskOf(remembered);
    expect(draftOf(begun, begun, [a, b])).toBeNull();
    const cleared = reduceDesk(begun, { do: 'say', said: { reason: '' } });
    const kept: unknown = JSON.parse(JSON.stringify(draftOf(cleared, begun, [a, b])));
    expect(deskFrom(kept, begun, [a, b])).toMatchObject({ reason: '', title: 'Διευθύντρια' });
    expect(reduceDesk(cleared, { do: 'restart', desk: begun })).toEqual(begun);
  });

  it('SGN-11 is what was signed with: the texts without spaces around, and the place that was chosen by hand last', () => {
    let desk = reduceDesk(emptyDesk, { do: 'say', said: { title: ' Διευθύντρια ', reason: 'Έγκριση' } });
    const put = (id: string, preset: 'topLeft' | 'bottomLeft' | 'topRight', own: boolean) => {
      desk = reduceDesk(desk, { do: 'place', id, placement: atPreset(preset, 1, a4), own });
    };
    put(a.id, 'topRight', true);
    put(b.id, 'bottomLeft', true);
    put(a.id, 'topLeft', true);
    expect(preferencesOf(desk, [a, b])).toEqual(remembered);
    expect(preferencesOf(desk, [b]).place).toMatchObject({ page: 'first', corner: 'bottomLeft' });
  });

  it('SGN-11 keeps the place from before where the screen chose it, or where the signature is invisible', () => {
    const begun = deskOf(remembered);
    const placement = atPreset('bottomRight', 2, a4);
    const proposed = reduceDesk(begun, { do: 'place', id: a.id, placement, own: false });
    expect(preferencesOf(proposed, [a])).toEqual(remembered);
    const own = reduceDesk(begun, { do: 'place', id: a.id, placement, own: true });
    expect(preferencesOf(own, [a]).place).toMatchObject({ page: 'last', corner: 'bottomRight' });
    const unseen = reduceDesk(own, { do: 'say', said: { visible: false } });
    expect(preferencesOf(unseen, [a])).toEqual({ ...remembered, visible: false });
  });

  it('SGN-11 in a group, what one was signed with is wanted on the next, and on those that were shown nothing moves', () => {
    const shown = reduceDesk(emptyDesk, {
      do: 'place',
      id: a.id,
      placement: defaultPlacement(a),
      own: false,
    });
    const next = reduceDesk(shown, { do: 'want', place: remembered.place });
    expect(next.places.get(a.id)).toEqual(defaultPlacement(a));
    expect(wantedPlacement(b, next.wanted)).toEqual(atPreset('topLeft', 1, a4));
  });
});
