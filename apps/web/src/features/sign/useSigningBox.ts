import { useQueryClient } from '@tanstack/react-query';
import type { DocumentAnswer, SignedDocument } from '@websign/contract';
import { type Dispatch, useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { documentQuery, groupQuery } from '../../common/api/queries.ts';
import type { DeskAction } from './desk.ts';
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
  dispatch: Dispatch<DeskAction>,
) {
  const queries = useQueryClient();
  const [opened, setOpened] = useState(() => interrupted(documents));
  const { state } = useLocation();
  const [justSigned, setJustSigned] = useState(() => justSignedIn(state));
  const group = groupQuery(groupId);

  const close = useCallback(() => {
    setOpened(null);
    // After "changed" and its like the screen shows the documents as they now are.
    void queries.invalidateQueries({ queryKey: documentQuery(shown).queryKey });
    void queries.invalidateQueries({ queryKey: ['group', groupId] });
  }, [shown, groupId, queries]);

  return {
    opened,
    justSigned,
    close,
    open: (chosen: DocumentAnswer[]) => {
      setJustSigned(0);
      setOpened({ documents: chosen, running: null });
    },
    refresh: async () => (await queries.fetchQuery({ ...group, staleTime: 0 })).documents,
    onSettled: (outcomes: SignedDocument[]) => {
      dispatch({ do: 'settled', outcomes });
      setJustSigned((count) => count + outcomes.filter(({ status }) => status === 'success').length);
      for (const { document } of outcomes) {
        void queries.invalidateQueries({ queryKey: documentQuery(document).queryKey });
      }
      void queries.invalidateQueries({ queryKey: group.queryKey });
    },
  };
}
