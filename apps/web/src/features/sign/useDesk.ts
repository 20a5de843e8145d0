import type { DocumentAnswer, Preferences } from '@websign/contract';
import { type Dispatch, useEffect, useReducer, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../common/drafts.ts';
import { signedOut } from '../../common/session/store.ts';
import { type Desk, type DeskAction, deskOf, reduceDesk } from './desk.ts';
import { deskFrom, draftOf } from './draft.ts';

/** A drag changes the desk sixty times a second; the storage needs to know its end only. */
const settleMs = 300;

interface KeptDesk {
  desk: Desk;
  dispatch: Dispatch<DeskAction>;
  /** Whether it began with what was left unfinished before. */
  restored: boolean;
  /** Forgets that, and all that was decided since. */
  restart: () => void;
}

/**
 * The desk of a group, kept for `serial` while it is unfinished and taken up again; else it begins with what is
 * `remembered` of the signer (SGN-11).
 */
export function useDesk(
  serial: string,
  groupId: string,
  documents: DocumentAnswer[],
  remembered: Preferences | null,
): KeptDesk {
  const [begun] = useState(() => deskOf(remembered));
  const [kept] = useState(() => deskFrom(readDraft(serial, groupId, Date.now()), begun, documents));
  const [desk, dispatch] = useReducer(reduceDesk, kept ?? begun);
  const unsaved = useRef<(() => void) | null>(null);

  useEffect(() => {
    unsaved.current = () => {
      unsaved.current = null;
      // Who signed out left nothing here, not even by a last word.
      if (!signedOut()) writeDraft(serial, groupId, draftOf(desk, begun, documents), Date.now());
    };
    const timer = setTimeout(() => unsaved.current?.(), settleMs);
    return () => clearTimeout(timer);
  }, [desk, begun, documents, serial, groupId]);

  useEffect(() => {
    const flush = () => unsaved.current?.();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  return { desk, dispatch, restored: kept !== null, restart: () => dispatch({ do: 'restart', desk: begun }) };
}
