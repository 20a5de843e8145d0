import { useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Said } from './desk.ts';
import type { SignFields } from './request.ts';

/** The fields of the box; tells every change, and separately of what the signature will say. */
export function useBoxForm(
  said: Said,
  onSaid: (said: Said) => void,
  onChange: () => void,
): UseFormReturn<SignFields> {
  const form = useForm<SignFields>({
    defaultValues: { password: '', otp: '', lock: false, ...said },
  });
  const tell = useRef({ onSaid, onChange });
  tell.current = { onSaid, onChange };
  useEffect(() => {
    const watching = form.watch(({ visible = true, reason = '', title = '' }, { name }) => {
      tell.current.onChange();
      if (name === 'visible' || name === 'reason' || name === 'title')
        tell.current.onSaid({ visible, reason, title });
    });
    return () => watching.unsubscribe();
  }, [form]);
  return form;
}
