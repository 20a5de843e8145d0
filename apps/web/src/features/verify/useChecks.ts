import { type Dispatch, useEffect, useReducer, useRef } from 'react';
import { CallError, codeOf } from '../../common/api/error.ts';
import { useReached } from '../../common/api/reach.ts';
import { type Check, type CheckAction, type Checks, noChecks, reduceChecks } from './checks.ts';
import { FileGone, judge } from './transport.ts';

/** Files that are under way at once. */
const atOnce = 2;
/** Milliseconds until a busy service that names no time is asked again. */
const busyMs = 3000;
/** What may go better by itself. */
const passing = new Set(['network', 'busy', 'too_many_requests', 'internal', 'invalid_answer']);

/** The checks of this visit: they run two at a time, wait while the service is away, and end with the page. */
export function useChecks(): { checks: Checks; dispatch: Dispatch<CheckAction>; away: boolean } {
  const [checks, dispatch] = useReducer(reduceChecks, noChecks);
  const away = !useReached();
  const running = useRef(new Map<number, AbortController>());
  const { list, pausedUntil } = checks;

  useEffect(() => {
    if (away) return;
    const wait = pausedUntil - Date.now();
    if (wait > 0) {
      const timer = setTimeout(() => dispatch({ do: 'resume' }), wait);
      return () => clearTimeout(timer);
    }
    const free = atOnce - running.current.size;
    for (const check of list.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
      void run(check, running.current, dispatch);
  }, [list, pausedUntil, away]);

  // What was cancelled or taken off the list ends on the wire, too.
  useEffect(() => {
    const wanted = new Set(list.filter(({ state }) => state !== 'failed').map(({ key }) => key));
    for (const [key, controller] of running.current) if (!wanted.has(key)) controller.abort();
  }, [list]);

  useEffect(() => {
    const under = running.current;
    return () => {
      for (const controller of under.values()) controller.abort();
    };
  }, []);
  return { checks, dispatch, away };
}

async function run(
  { key, file }: Check,
  running: Map<number, AbortController>,
  dispatch: Dispatch<CheckAction>,
): Promise<void> {
  const controller = new AbortController();
  running.set(key, controller);
  dispatch({ do: 'start', key });
  const over = await judge({
    file,
    signal: controller.signal,
    onSent: (bytes) => dispatch({ do: 'sent', key, bytes }),
  }).then(
    (judged): CheckAction => ({ do: 'judge', key, judged }),
    (error: unknown): CheckAction => failure(key, error),
  );
  running.delete(key);
  // Whoever ended it has said what became of it.
  dispatch(controller.signal.aborted ? { do: 'resume' } : over);
}

function failure(key: number, error: unknown): CheckAction {
  if (error instanceof FileGone) return { do: 'fail', key, trouble: { why: { own: 'gone' }, again: false } };
  const code = codeOf(error);
  const trouble = { why: { code }, again: passing.has(code) };
  if (code === 'network') return { do: 'wait', key, until: 0, trouble };
  if (code !== 'busy' && code !== 'too_many_requests') return { do: 'fail', key, trouble };
  const seconds = error instanceof CallError ? error.retryAfter : undefined;
  return { do: 'wait', key, until: Date.now() + (seconds === undefined ? busyMs : seconds * 1000), trouble };
}
