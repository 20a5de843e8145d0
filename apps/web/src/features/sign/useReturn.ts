import { useQueryClient } from '@tanstack/react-query';
import type { SignedDocument } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CallError } from '../../common/api/error.ts';
import { handedFrom, signingOf } from '../../common/handed.ts';
import { forgetRunning, readRunning } from './running.ts';
import { complete, isUnanswered, resume, type SigningEnd } from './signing.ts';

/** `lost`: no answer came; `nothing`: there was nothing to go on with. */
export type ReturnStep = 'working' | 'lost' | 'nothing' | 'over';

export interface Return {
  step: ReturnStep;
  documents: SignedDocument[];
  /** The call itself failed. */
  failure: CallError | null;
  /** The server does not answer at the moment. */
  silent: boolean;
  ask: () => void;
}

const known = (error: unknown) =>
  error instanceof CallError ? error : new CallError('internal', 0, { cause: error });

/** Goes on with the signing that the provider's page was visited for, and tells how it ends. */
export function useReturn(): Return {
  const { state } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [step, setStep] = useState<ReturnStep>('working');
  const [documents, onProgress] = useState<SignedDocument[]>([]);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [silent, onSilence] = useState(false);
  const handed = useRef(handedFrom(state));
  const begun = useRef(false);

  const over = () => {
    forgetRunning();
    // Whatever was handed back is used up: the history keeps none of it.
    void navigate('.', { replace: true, state: null });
    setStep('over');
  };

  const onEnd = async (end: SigningEnd) => {
    onProgress(end.documents);
    // What was shown here while it ran is no longer so.
    await Promise.all(['document', 'group'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
    const [first] = end.documents;
    const signed = end.documents.filter(({ status }) => status === 'success').length;
    if (!first || signed < end.documents.length) return over();
    // The signing screen has the panel of what was signed, and all that can be done with it.
    void navigate(`/sign/${first.document}`, { replace: true, state: { justSigned: signed } });
  };

  const go = async () => {
    const running = readRunning();
    const watch = { onProgress, onSilence };
    setStep('working');
    onSilence(false);
    try {
      if (handed.current) await onEnd(await complete(signingOf(handed.current), handed.current, watch));
      else if (running) await onEnd(await resume(running.signing, watch));
      else setStep('nothing');
    } catch (error) {
      if (isUnanswered(error)) return setStep('lost');
      const failure = known(error);
      // The page is about to be loaded anew, and the signer to sign in: both keep what was handed back.
      if (failure.code === 'session_required') return;
      setFailure(failure);
      over();
    }
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void go();
  });

  return { step, documents, failure, silent, ask: () => void go() };
}
