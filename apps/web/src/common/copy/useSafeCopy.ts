import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, type SafeCopyAnswer, type SafeCopyRequest } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { loadAllTexts } from '../../i18n/index.ts';
import { call } from '../api/call.ts';
import { type CallCode, CallError, codeOf } from '../api/error.ts';
import { imported } from '../imported.ts';
import type { SignersDialog } from './SignersDialog.tsx';

interface Question {
  signers: readonly string[];
  Dialog: typeof SignersDialog;
}

interface Copying {
  working: boolean;
  failure: CallCode | null;
  /** Whose signatures stay behind, with the dialog that asks, until the person has decided; else null. */
  question: Question | null;
  /** Makes the copy without the signatures of these, and leads to its signing. */
  make: (withoutSignatures?: readonly string[]) => void;
  /** The person wants no copy without those signatures. */
  decline: () => void;
}

/** The dialog with its words: home shows itself without them. */
const dialogQuery = queryOptions({
  queryKey: ['signers-dialog'],
  queryFn: async () =>
    (await Promise.all([imported(() => import('./SignersDialog.tsx')), loadAllTexts()]))[0].SignersDialog,
  staleTime: Number.POSITIVE_INFINITY,
});

const askFor = (record: string, withoutSignatures: readonly string[]) => {
  const body: SafeCopyRequest = { withoutSignatures: [...withoutSignatures] };
  return call<SafeCopyAnswer>(api.safeCopy(record), { method: 'POST', body });
};

/** CPY-1, CPY-2: a safe copy of the refused file of this row in the history, made when the person asks for it. */
export function useSafeCopy(record: string, onMade: () => void): Copying {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<CallCode | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const running = useRef(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const tell = async (error: unknown) => {
    const { signers = [] } = error instanceof CallError ? error : {};
    if (signers.length === 0) return setFailure(codeOf(error));
    const Dialog = await queries.fetchQuery(dialogQuery).catch((cause: unknown) => {
      console.warn('the question could not be fetched', cause);
      return null;
    });
    if (Dialog) setQuestion({ signers, Dialog });
    else setFailure('network');
  };
  const make = async (withoutSignatures: readonly string[]) => {
    if (running.current) return;
    running.current = true;
    setQuestion(null);
    setFailure(null);
    setWorking(true);
    try {
      const { document } = await askFor(record, withoutSignatures);
      // The copy stands in the group of what it was made of, and in the history.
      for (const queryKey of [['group'], ['history']]) void queries.invalidateQueries({ queryKey });
      // Who has left meanwhile finds it there.
      if (!gone.current) {
        onMade();
        void navigate(`/sign/${document}`);
      }
    } catch (error) {
      await tell(error);
    }
    running.current = false;
    setWorking(false);
  };
  return {
    ...{ working, failure, question },
    make: (withoutSignatures = []) => void make(withoutSignatures),
    decline: () => setQuestion(null),
  };
}
