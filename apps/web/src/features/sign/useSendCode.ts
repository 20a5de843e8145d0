import { api, type RequestOtpAnswer } from '@websign/contract';
import { useState } from 'react';
import { call } from '../../common/api/call.ts';
import { type CallCode, CallError } from '../../common/api/error.ts';
import { useNow } from '../../common/ui/clock.ts';

export interface SendCode {
  state: 'idle' | 'sending' | 'sent' | 'failed';
  /** Where it went and for how many seconds it holds, once it was sent. */
  sent: RequestOtpAnswer | null;
  failure: CallCode | null;
  /** Seconds until the next may be asked for; 0 when it may be now. */
  wait: number;
  /** Resolves to whether a code is on its way. */
  ask: () => Promise<boolean>;
}

/** Asks for a one-time code, and counts down to when the next may be asked for. */
export function useSendCode(): SendCode {
  const [state, setState] = useState<SendCode['state']>('idle');
  const [sent, setSent] = useState<RequestOtpAnswer | null>(null);
  const [failure, setFailure] = useState<CallCode | null>(null);
  const [until, setUntil] = useState(0);
  useNow(1000, until > Date.now());

  const ask = async (): Promise<boolean> => {
    if (state === 'sending' || until > Date.now()) return false;
    setState('sending');
    setFailure(null);
    try {
      const answer = await call<RequestOtpAnswer>(api.requestOtp, { method: 'POST' });
      setSent(answer);
      setUntil(Date.now() + answer.retryAfter * 1000);
      // Nobody sends one any more: the operator gave the account a device since it signed in.
      setState(answer.sent ? 'sent' : 'idle');
      return answer.sent;
    } catch (error) {
      const { code, retryAfter = 0 } = error instanceof CallError ? error : new CallError('internal', 0);
      setUntil(Date.now() + retryAfter * 1000);
      // The last one still stands: asked for too soon, it is no failure.
      setFailure(code === 'too_many_requests' ? null : code);
      setState(code === 'too_many_requests' ? 'sent' : 'failed');
      return false;
    }
  };
  return { state, sent, failure, wait: Math.max(0, Math.ceil((until - Date.now()) / 1000)), ask };
}
