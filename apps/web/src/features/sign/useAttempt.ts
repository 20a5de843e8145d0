import type { SignedDocument, SignRequest } from '@websign/contract';
import { useRef, useState } from 'react';
import { forgetRunning, type Running } from './running.ts';
import {
  type Attempt,
  type Elsewhere,
  isUnanswered,
  newAttempt,
  resumedAttempt,
  type SigningEnd,
  sign,
} from './signing.ts';

interface Handlers {
  onEnd: (end: SigningEnd) => void;
  /** The signer goes on at the provider's own page. */
  onLeave: (page: string) => void;
  /** The call itself failed; nothing was begun. */
  onFailure: (error: unknown) => void;
  /** No answer came: what happened is not known until {@link Attempts.ask} finds out. */
  onLost: () => void;
}

export interface Attempts {
  progress: SignedDocument[];
  /** The server does not answer at the moment. */
  silent: boolean;
  begin: (request: SignRequest) => Promise<void>;
  resume: (running: Running) => Promise<void>;
  /** Asks for the end of the try that was lost, with the same key. */
  ask: () => Promise<void>;
}

/** Tries to sign, one after another: how far the one that runs is, and how it ended. */
export function useAttempt({ onEnd, onLeave, onFailure, onLost }: Handlers): Attempts {
  const [progress, setProgress] = useState<SignedDocument[]>([]);
  const [silent, onSilence] = useState(false);
  const lost = useRef<Attempt | null>(null);

  const go = async (attempt: Attempt) => {
    lost.current = attempt;
    onSilence(false);
    let end: SigningEnd | Elsewhere;
    try {
      end = await sign(attempt, { onProgress: setProgress, onSilence });
    } catch (error) {
      if (isUnanswered(error)) return onLost();
      lost.current = null;
      forgetRunning();
      return onFailure(error);
    }
    lost.current = null;
    if ('redirect' in end) onLeave(end.redirect);
    else onEnd(end);
  };

  return {
    progress,
    silent,
    begin: (request) => {
      setProgress([]);
      return go(newAttempt(request));
    },
    resume: (running) => go(resumedAttempt(running)),
    ask: async () => {
      if (lost.current) await go(lost.current);
    },
  };
}
