import { afterEach, describe, expect, it, vi } from 'vitest';
import { escapeHtml, plainText } from '../src/common/popup/store.ts';
import {
  lastContactAt,
  noteContact,
  noteContactElsewhere,
  onContact,
} from '../src/common/session/activity.ts';
import { endingOf } from '../src/common/session/ending.ts';
import { markOf, shareContact } from '../src/common/session/tabs.ts';

describe('the end of a session', () => {
  afterEach(() => vi.useRealTimers());

  it('SES-4 contact in another tab counts, and none that lies in the future', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    noteContact();
    noteContactElsewhere(900_000);
    expect(lastContactAt()).toBe(1_000_000);
    vi.setSystemTime(2_000_000);
    noteContactElsewhere(1_500_000);
    expect(lastContactAt()).toBe(1_500_000);
    noteContactElsewhere(9_000_000);
    expect(lastContactAt()).toBe(2_000_000);
  });

  it('SES-4 tabs tell each other when, and of the session id no more than a mark', async () => {
    const heard: unknown[] = [];
    const other = new BroadcastChannel('session-contact');
    other.onmessage = ({ data }) => heard.push(data);
    const stop = shareContact('secret-session-id');
    noteContact();
    const told = { mark: markOf('secret-session-id'), at: lastContactAt() };
    await vi.waitFor(() => expect(heard.at(-1)).toEqual(told));
    expect(markOf('secret-session-id')).not.toBe(markOf('secret-session-ie'));
    stop();
    other.close();
  });

  it('SES-4 only the tab of the same session listens', async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
    noteContact();
    const stop = shareContact('mine');
    const other = new BroadcastChannel('session-contact');
    vi.setSystemTime(2_000_000);
    for (const data of [null, 7, { mark: markOf('mine') }, { mark: markOf('theirs'), at: 1_900_000 }])
      other.postMessage(data);
    other.postMessage({ mark: markOf('mine'), at: 1_200_000 });
    await vi.waitFor(() => expect(lastContactAt()).toBe(1_200_000));
    stop();
    other.close();
  });

  it('SES-4 who no longer listens is not called', () => {
    const times: number[] = [];
    noteContact();
    const stop = onContact((at) => times.push(at));
    expect(times).toEqual([lastContactAt()]);
    noteContact();
    stop();
    noteContact();
    expect(times).toHaveLength(2);
  });

  it('NAV-7 the history state tells how the session ended, and nothing else is taken for it', () => {
    expect(endingOf({ ending: 'over' })).toBe('over');
    expect(endingOf({ ending: 'left' })).toBe('left');
    for (const state of [null, undefined, 'over', { ending: 'x' }, { from: '/' }]) {
      expect(endingOf(state)).toBeNull();
    }
  });
});

describe('a popup without its sanitiser', () => {
  it('POP-1 shows the words of the message and no marks', () => {
    const name = '<img src=x> & "αίτηση".pdf';
    const html = `<p><strong>${escapeHtml(name)}</strong></p><p>Δεν έγινε δεκτό.<br>Δείτε τον <a href="/m.pdf">οδηγό</a>.</p>`;
    expect(plainText(html)).toBe(`${name} Δεν έγινε δεκτό. Δείτε τον οδηγό .`);
    expect(plainText('&amp;lt;b&gt;')).toBe('&lt;b>');
  });
});
