import { complaint } from '../../complaint.ts';
import type { Timetable } from '../../lifecycle.ts';
import type { Storage } from '../../storage/index.ts';
import { nextIn, type Schedule, tellOf } from './schedule.ts';

/** How often a server looks whether lists are due, or another has fetched them. */
const LOOK_MS = 60_000;
/** The same while it has none: another may be fetching them in this moment. */
const NONE_YET_MS = 5_000;
/** A server that fetches for longer than this is taken for dead. */
const LEASE_MS = 30 * 60_000;

/**
 * Several servers over one storage: the one whose turn it is fetches the lists, all others take the copies that it
 * leaves, each verifying them for itself.
 */
export function keepShared(
  schedule: Schedule,
  { turns, listCopies }: Pick<Storage, 'turns' | 'listCopies'>,
): Timetable {
  const { lists, random, log, changed } = schedule;
  const stopped = new AbortController();
  const trouble = complaint(log, 'trusted lists');
  let timer: NodeJS.Timeout | undefined;
  /** The copies as they were taken last. */
  let taken: string | undefined;

  async function take(): Promise<void> {
    const state = await listCopies.state();
    if (state === taken) return;
    await lists.load();
    taken = state;
    changed();
  }

  async function fetch(): Promise<void> {
    const turn = await turns.take('trusted-lists', LEASE_MS);
    if (turn === undefined || stopped.signal.aborted) return;
    await lists.refresh(stopped.signal);
    changed();
    if (stopped.signal.aborted) return turn.done(0);
    tellOf(lists.reports(), log);
    await turn.done(nextIn(schedule));
    taken = await listCopies.state();
  }

  async function look(): Promise<void> {
    try {
      await take();
      await fetch();
      trouble.over();
    } catch (err) {
      trouble.failed(err);
    }
    if (stopped.signal.aborted) return;
    timer = setTimeout(
      () => {
        running = look();
      },
      (lists.anchors().length === 0 ? NONE_YET_MS : LOOK_MS) * (0.5 + random()),
    ).unref();
  }

  let running = look();
  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
