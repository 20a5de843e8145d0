import type { Timetable } from '../../lifecycle.ts';
import type { Logger } from '../../logging.ts';
import type { ListReport, TrustedLists } from './face.ts';

export interface Schedule {
  lists: TrustedLists;
  everyMs: number;
  /** From 0 to 1: spreads the asking of many installations. */
  random: () => number;
  log: Logger;
  /** Told when the anchors may have become others. */
  changed(): void;
}

/** Lists that could not be taken are tried again this soon. */
const AGAIN_MS = 15 * 60_000;
/** A tenth sooner or later. */
const JITTER = 0.1;

/** Milliseconds until lists are fetched again: sooner where one was not to be had. */
export function nextIn({ lists, everyMs, random }: Schedule): number {
  const failed = lists.reports().some(({ problem }) => problem !== undefined);
  return (failed ? Math.min(AGAIN_MS, everyMs) : everyMs) * (1 + JITTER * (2 * random() - 1));
}

/** Tells the log how it stands with the lists after they were fetched. */
export function tellOf(reports: readonly ListReport[], log: Logger): void {
  for (const { territory, kind, state, nextUpdate, problem } of reports) {
    if (state !== 'fresh')
      log.warn({ territory, kind, state, nextUpdate, problem }, 'a trusted list is not fresh');
  }
  const anchors = reports.reduce((sum, report) => sum + report.anchors, 0);
  log.info({ lists: reports.length, anchors }, 'trusted lists were refreshed');
}

/** Takes the copies, then the lists themselves, at once and again and again; nobody waits for it. */
export function keepFresh(schedule: Schedule): Timetable {
  const { lists, log, changed } = schedule;
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function round(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      log.error({ err }, 'trusted lists');
    }
    changed();
  }

  async function refresh(): Promise<void> {
    await round(() => lists.refresh(stopped.signal));
    if (stopped.signal.aborted) return;
    tellOf(lists.reports(), log);
    timer = setTimeout(() => {
      running = refresh();
    }, nextIn(schedule)).unref();
  }

  let running = round(() => lists.load()).then(refresh);
  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
