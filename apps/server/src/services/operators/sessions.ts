import { accountOf, iso, type OperatorTools, type Page } from './tools.ts';

/** A live session: whose it is and since when, never its id. `usedAt` is right to a minute. */
export interface ShownSession {
  username: string;
  accountId: string;
  since: string;
  usedAt: string;
  endsAt: string;
}

/** Live sessions, of one account or of all, the latest first. Throws OperatorError `not_found`. */
export async function listSessions(
  tools: OperatorTools,
  { username, ...page }: Page & { username?: string | undefined },
): Promise<{ sessions: ShownSession[]; total: number }> {
  const account = username === undefined ? undefined : await accountOf(tools, username);
  const live = await tools.storage.sessions.live({ ...page, ...(account && { accountId: account.id }) });
  return {
    total: live.total,
    sessions: live.sessions.map((session) => ({
      username: session.username,
      accountId: session.accountId,
      since: iso(session.createdAt),
      usedAt: iso(session.usedAt),
      endsAt: iso(session.endsAt),
    })),
  };
}

/** Ends all sessions of an account; answers how many were live. Throws OperatorError `not_found`. */
export async function endSessions(tools: OperatorTools, username: string): Promise<number> {
  const { id: accountId } = await accountOf(tools, username);
  const event = { kind: 'sessions_ended', accountId, detail: { by: tools.by } };
  return tools.storage.sessions.endAll(accountId, event);
}
