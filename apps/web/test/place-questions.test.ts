import type { FreePlace } from '@websign/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askFreePlaces } from '../src/common/api/places.ts';
import { defaultPlacement } from '../src/features/sign/placement.ts';
import { keyOf, placeQuestions } from '../src/features/sign/placeQuestions.ts';
import { sampleDocument } from './samples.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('../src/common/api/call.ts', () => ({ call }));

const [a, b, c] = [sampleDocument('a'), sampleDocument('b'), sampleDocument('c')];
const wish = (document: typeof a, x = 36) => ({ document, placement: { ...defaultPlacement(document), x } });

interface Sent {
  body: { places: { document: string; placement: FreePlace['placement'] }[] };
  signal: AbortSignal;
}

/** The server is busy with these documents; all other places are free. */
function serve(busy: ReadonlySet<string>) {
  call.mockReset();
  call.mockImplementation(async (_: string, { body, signal }: Sent) => {
    signal.throwIfAborted();
    return {
      places: body.places.map(
        ({ document, placement }): FreePlace => ({
          ...{ document, placement, opaque: true, smaller: null, otherPage: null },
          ...(busy.has(document)
            ? { status: 'unknown', cause: 'busy' as const }
            : { status: 'free', cause: null }),
        }),
      ),
    };
  });
}
const asked = () =>
  call.mock.calls.map(([, { body }]) => (body as Sent['body']).places.map(({ document }) => document));

/** Questions, and the documents that were answered, with whether the server told of them. */
function listen() {
  const heard: string[] = [];
  const questions = placeQuestions((answers) => {
    for (const [{ id }, { unanswered }] of answers) heard.push(unanswered ? `${id}?` : id);
  });
  return { questions, heard };
}
const keyOfWish = ({ document, placement }: ReturnType<typeof wish>) => keyOf(document, placement);

describe('questions about places', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  beforeEach(() => {
    vi.useFakeTimers();
    warn.mockClear();
  });
  afterEach(() => void vi.useRealTimers());

  it('SGN-12 one busy document withholds no other answer, and is alone asked about again', async () => {
    const busy = new Set([b.id]);
    serve(busy);
    const { questions, heard } = listen();
    questions.ask([wish(a), wish(b), wish(c)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([a.id, c.id]);
    busy.clear();
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard).toEqual([a.id, c.id, b.id]);
    expect(asked()).toEqual([[a.id, b.id, c.id], [b.id]]);
  });

  it('SGN-12 another place of one document asks about that one, and the others go on waiting', async () => {
    const busy = new Set([a.id, b.id]);
    serve(busy);
    const { questions, heard } = listen();
    const [first, second, elsewhere] = [wish(a), wish(b), wish(b, 50)];
    questions.ask([first, second]);
    await vi.advanceTimersByTimeAsync(0);
    const keys = new Map([
      [a.id, keyOfWish(first)],
      [b.id, keyOfWish(elsewhere)],
    ]);
    questions.keep((id) => keys.get(id));
    questions.ask([first, elsewhere]);
    await vi.advanceTimersByTimeAsync(0);
    busy.clear();
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard.sort()).toEqual([a.id, b.id]);
    expect(asked()).toEqual([[a.id, b.id], [b.id], [a.id], [b.id]]);
  });

  it('SGN-12 a call that nobody waits for any more is left without a word', async () => {
    serve(new Set([a.id]));
    const { questions, heard } = listen();
    questions.ask([wish(a)]);
    await vi.advanceTimersByTimeAsync(0);
    questions.keep(() => undefined);
    await vi.runAllTimersAsync();
    expect(heard).toEqual([]);
    expect(asked()).toEqual([[a.id]]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('SGN-12 says in the console when patience ends, and that the place is not known', async () => {
    call.mockReset();
    call.mockRejectedValue(new Error('no network'));
    const { questions, heard } = listen();
    questions.ask([wish(a)]);
    await vi.runAllTimersAsync();
    expect(heard).toEqual([`${a.id}?`]);
    expect(warn).toHaveBeenCalledOnce();
    questions.ask([wish(a)]);
    await vi.runAllTimersAsync();
    expect(asked()).toEqual([[a.id], [a.id]]);
  });

  it('SGN-12 each place is told once, the busy ones at the end', async () => {
    serve(new Set([b.id]));
    const onTold = vi.fn();
    const told = askFreePlaces([wish(a), wish(b)], new AbortController().signal, { onTold });
    await vi.runAllTimersAsync();
    await told;
    expect(onTold.mock.calls.map(([places]) => places.map(({ document }: FreePlace) => document))).toEqual([
      [a.id],
      [b.id],
    ]);
  });
});
