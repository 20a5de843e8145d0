import { useQueryClient } from '@tanstack/react-query';
import { api, type SendRequest } from '@websign/contract';
import { useRef, useState } from 'react';
import { send } from '../api/call.ts';
import { idempotencyKey } from '../api/idempotency.ts';
import { addressProblem } from './address.ts';
import { type SendFailure, sendFailureOf } from './failure.ts';

interface Sending {
  step: 'form' | 'working' | 'done';
  /** What is wrong with the address: to be told at its field. */
  wrong: 'missing' | 'invalid' | null;
  failure: SendFailure | null;
  /** Resolves to whether the address must be looked at again. */
  submit: (document: string, to: string, copy: boolean) => Promise<boolean>;
}

/** Sends a document once for each different wish: the same wish again, after no answer, sends nothing twice. */
export function useSend(): Sending {
  const queries = useQueryClient();
  const [step, setStep] = useState<Sending['step']>('form');
  const [wrong, setWrong] = useState<Sending['wrong']>(null);
  const [failure, setFailure] = useState<SendFailure | null>(null);
  const asked = useRef<{ content: string; key: string } | null>(null);

  const keyFor = (request: SendRequest): string => {
    const content = JSON.stringify(request);
    if (asked.current?.content !== content) asked.current = { content, key: idempotencyKey() };
    return asked.current.key;
  };
  const submit = async (document: string, to: string, copy: boolean) => {
    if (step !== 'form') return false;
    setFailure(null);
    const problem = addressProblem(to);
    setWrong(problem);
    if (problem) return true;
    setStep('working');
    const body: SendRequest = { document, to: to.trim(), copy };
    let found: SendFailure | null = null;
    try {
      await send(api.send, { method: 'POST', body, headers: { 'Idempotency-Key': keyFor(body) } });
    } catch (error) {
      found = sendFailureOf(error, Date.now());
    }
    // Whatever came of it, the history knows better than what is shown now.
    void queries.invalidateQueries({ queryKey: ['history'] });
    setStep(found ? 'form' : 'done');
    const address = found?.why === 'address';
    if (address) setWrong('invalid');
    else setFailure(found);
    return address;
  };
  return { step, wrong, failure, submit };
}
