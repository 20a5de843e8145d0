import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SandboxError } from '../../src/sandbox/error.ts';
import { FairQueue, type Place, type Turn } from '../../src/sandbox/queue.ts';

const options = { slots: 2, slotsEach: 1, queue: 50, queueEach: 20, waitMs: 60_000 };
const at = (owner: string, turn: Turn = 'new', signal?: AbortSignal): Place => ({ turn, owner, signal });

/** Jobs that run until they are told to end; `order` in which they started. */
function jobs(queue: FairQueue) {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, place: Place) =>
    queue.enter(place).then((leave) => {
      order.push(name);
      ends.set(name, leave);
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { order, begin, end };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the queue of documents', () => {
  test('owners take turns, however much one of them sends', async () => {
    const { order, begin, end } = jobs(new FairQueue({ ...options, slots: 1 }));
    for (let i = 1; i <= 5; i++) void begin(`flood ${i}`, at('flood'));
    void begin('ann 1', at('ann'));
    void begin('bob 1', at('bob'));
    void begin('ann 2', at('ann'));
    await end('');
    for (let i = 0; i < 8; i++) await end(order.at(-1) ?? '');
    expect(order).toEqual(['flood 1', 'flood 2', 'ann 1', 'bob 1', 'flood 3', 'ann 2', 'flood 4', 'flood 5']);
  });

  test('an owner never has every slot, so that another starts at once', async () => {
    const queue = new FairQueue(options);
    const { order, begin, end } = jobs(queue);
    for (let i = 1; i <= 3; i++) void begin(`flood ${i}`, at('flood'));
    await end('');
    expect(order).toEqual(['flood 1']);
    await begin('ann', at('ann'));
    expect(order).toEqual(['flood 1', 'ann']);
    expect([queue.running, queue.waiting]).toEqual([2, 2]);
  });

  test('beside others an owner has an even share for new work, for a while after theirs, and then all but one again', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const queue = new FairQueue({ ...options, slots: 3, slotsEach: 2 });
    const { order, begin, end } = jobs(queue);
    for (let i = 1; i <= 6; i++) void begin(`flood ${i}`, at('flood'));
    void begin('ann', at('ann'));
    await end('');
    expect(order).toEqual(['flood 1', 'flood 2', 'ann']);
    await end('flood 1');
    await end('ann');
    now = 4000;
    expect(order).toHaveLength(3);
    await end('flood 2');
    expect(order.slice(3)).toEqual(['flood 3']);
    now = 6000;
    await end('flood 3');
    expect(order.slice(4)).toEqual(['flood 4', 'flood 5']);
  });

  test('whoever was kept to a share has more once the others are gone, though nothing ends, and none passes those that wait', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const queue = new FairQueue({ ...options, slots: 3, slotsEach: 2 });
    const { order, begin, end } = jobs(queue);
    void begin('ann', at('ann'));
    for (let i = 1; i <= 3; i++) void begin(`flood ${i}`, at('flood'));
    await end('');
    await end('ann');
    expect(order).toEqual(['ann', 'flood 1']);
    vi.advanceTimersByTime(5100);
    void begin('flood 4', at('flood'));
    await end('');
    expect(order).toEqual(['ann', 'flood 1', 'flood 2']);
    await end('flood 1');
    expect(order.at(-1)).toBe('flood 3');
  });

  test('documents that nobody signs yet leave a slot to those that are signed, whoever sends them', async () => {
    const queue = new FairQueue({ ...options, slots: 3, slotsEach: 2, slotsUnsigned: 2 });
    const { order, begin, end } = jobs(queue);
    void begin('ann', at('ann'));
    void begin('bob', at('bob', 'verification'));
    void begin('eve', at('eve'));
    void begin('dan', at('dan', 'signing'));
    await end('');
    expect(order).toEqual(['ann', 'bob', 'dan']);
    await end('dan');
    expect(order).toHaveLength(3);
    await end('bob');
    expect(order.at(-1)).toBe('eve');
  });

  test('a document whose code is spent is not kept to the share', async () => {
    const queue = new FairQueue({ ...options, slots: 3, slotsEach: 2 });
    const { order, begin, end } = jobs(queue);
    await begin('bob', at('bob'));
    for (let i = 1; i <= 3; i++) void begin(`ann ${i}`, at('ann', 'begun'));
    await end('');
    expect(order).toEqual(['bob', 'ann 1', 'ann 2']);
  });

  test('what is begun comes first, then what a code was typed for, then what is new, and verification last', async () => {
    const { order, begin, end } = jobs(new FairQueue({ ...options, slots: 1 }));
    void begin('first', at('x'));
    void begin('verification', at('a', 'verification'));
    void begin('new', at('b'));
    void begin('signing', at('d', 'signing'));
    void begin('begun', at('c', 'begun'));
    await end('');
    for (let i = 0; i < 5; i++) await end(order.at(-1) ?? '');
    expect(order).toEqual(['first', 'begun', 'signing', 'new', 'verification']);
  });

  test('an owner’s queue is full before everybody’s is, and each turn has its own', async () => {
    const queue = new FairQueue({ ...options, slots: 1, queue: 3, queueEach: 2 });
    const { begin } = jobs(queue);
    await begin('runs', at('flood'));
    const waiting = [begin('waits 1', at('flood')), begin('waits 2', at('flood'))];
    await expect(begin('too much', at('flood'))).rejects.toThrow('busy');
    waiting.push(begin('ann', at('ann')));
    await expect(begin('full', at('bob'))).rejects.toThrow('busy');
    waiting.push(begin('begun', at('bob', 'begun')));
    expect(queue.waiting).toBe(4);
    const ends = Promise.allSettled(waiting);
    queue.close(new SandboxError('closed'));
    expect(queue.waiting).toBe(0);
    expect((await ends).every(({ status }) => status === 'rejected')).toBe(true);
  });

  test('whose caller has gone waits no longer, and who waits too long is told so', async () => {
    const queue = new FairQueue({ ...options, slots: 1, waitMs: 30 });
    const { begin } = jobs(queue);
    await begin('runs', at('a'));
    const gone = new AbortController();
    const waiting = begin('gone', at('b', 'new', gone.signal));
    gone.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await expect(begin('late', at('b'))).rejects.toThrow('busy');
    await expect(begin('never', at('b', 'new', gone.signal))).rejects.toThrow('aborted');
    expect(queue.waiting).toBe(0);
  });

  const moves = fc.array(
    fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      turn: fc.constantFrom<Turn>('begun', 'signing', 'new', 'verification'),
      ends: fc.boolean(),
    }),
    { maxLength: 60 },
  );

  test('no slot is lost and none is given twice, whatever comes and goes', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        const queue = new FairQueue({ ...options, slots: 3, slotsEach: 2, queue: 100, queueEach: 100 });
        const leaves: { owner: string; leave: () => void }[] = [];
        const entered = steps.map(async ({ owner, turn, ends }) => {
          const leave = await queue.enter(at(owner, turn));
          leaves.push({ owner, leave });
          if (ends) leaves.splice(0, 1)[0]?.leave();
        });
        const idle = () => new Promise((resolve) => setImmediate(resolve));
        await idle();
        while (leaves.length > 0) {
          expect(queue.running).toBe(leaves.length);
          expect(leaves.length).toBeLessThanOrEqual(3);
          for (const one of ['a', 'b', 'c'])
            expect(leaves.filter(({ owner }) => owner === one).length).toBeLessThanOrEqual(2);
          const [first] = leaves.splice(0, 1);
          first?.leave();
          first?.leave();
          await idle();
        }
        await Promise.all(entered);
        expect([queue.running, queue.waiting]).toEqual([0, 0]);
      }),
      { numRuns: 50 },
    );
  });
});
