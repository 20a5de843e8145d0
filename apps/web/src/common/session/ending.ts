/**
 * How the last session of this tab ended. It travels to the login page in the history state, which outlives a
 * reload, so that session storage holds nothing but the session.
 */
export type Ending = 'left' | 'over';

export function endingOf(state: unknown): Ending | null {
  const ending = (state as { ending?: unknown } | null)?.ending;
  return ending === 'left' || ending === 'over' ? ending : null;
}

/** Leaves the ending for the page as it will be after a reload; the router keeps its own state under `usr`. */
export function leaveEnding(ending: Ending): void {
  const state = window.history.state as { usr?: object | null } | null;
  window.history.replaceState({ ...state, usr: { ...state?.usr, ending } }, '');
}
