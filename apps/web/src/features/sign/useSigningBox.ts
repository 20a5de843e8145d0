import { useQueryClient } from '@tanstack/react-query';
import type { DocumentAnswer, Preferences, SignedDocument } from '@websign/contract';
import { type Dispatch, useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { documentQuery, groupQuery } from '../../common/api/queries.ts';
import { remember } from '../../common/preferences.ts';
import { type Desk, type DeskAction, preferencesOf } from './desk.ts';
import { type Running, readRunning } from './running.ts';

interface Opened {
  documents: DocumentAnswer[];
  running: Running | null;
}

/** A sign request of this group that a reload interrupted in this tab. */
function interrupted(documents: DocumentAnswer[]): Opened | null {
  const running = readRunning();
  const asked = new Set(running?.documents);
  const ours = documents.filter(({ id }) => asked.has(id));
  return running && ours.length > 0 ? { documents: ours, running } : null;
}

/** How many were signed by way of the provider's page, when one comes from there. */
function justSignedIn(state: unknown): number {
  const { justSigned } = (state ?? {}) as { justSigned?: unknown };
  return typeof justSigned === 'number' ? justSigned : 0;
}

/** When the sign box is open, for which documents, and what their outcomes change on the screen. */
export function useSigningBox(
  groupId: string,
  shown: string,
  documents: DocumentAnswer[],
  desk: Desk,
  dispatch: Dispatch<DeskAction>,
) {
  const queries = useQueryClient();
  const [opened, setOpened] = useState(() => interrupted(documents));
  const { state } = useLocation();
  const [justSigned, setJustSigned] = useState(() => justSignedIn(state));
  const group = groupQuery(groupId);

  const used = useRef<Preferences | null>(null);

  const close = useCallback(() => {
    setOpened(null);
    // Not before: what still waits in the box for a code stays where it was reviewed.
    if (used.current) dispatch({ do: 'want', place: used.current.place });
    // After "changed" and its like the screen shows the documents as they now are.
    void queries.invalidateQueries({ queryKey: documentQuery(shown).queryKey });
    void queries.invalidateQueries({ queryKey: ['group', groupId] });
  }, [shown, groupId, queries, dispatch]);

  const rememberFor = (signed: readonly DocumentAnswer[]) => {
    if (signed.length === 0) return;
    used.current = preferencesOf(desk, signed);
    remember(queries, used.current);
  };

  return {
    opened,
    justSigned,
    close,
    open: (chosen: DocumentAnswer[]) => {
      setJustSigned(0);
      setOpened({ documents: chosen, running: null });
    },
    refresh: async () => (await queries.fetchQuery({ ...group, staleTime: 0 })).documents,
    /** Whether it is approved at the provider's page, this screen does not learn: it is gone by then. */
    onLeave: rememberFor,
    onSettled: (outcomes: SignedDocument[]) => {
      const signed = new Set(
        outcomes.filter(({ status }) => status === 'success').map(({ document }) => document),
      );
      rememberFor(documents.filter(({ id }) => signed.has(id)));
      dispatch({ do: 'settled', outcomes });
      setJustSigned((count) => count + signed.size);
      for (const { document } of outcomes) {
        void queries.invalidateQueries({ queryKey: documentQuery(document).queryKey });
      }
      void queries.invalidateQueries({ queryKey: group.queryKey });
    },
  };
}
