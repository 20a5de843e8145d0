import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepKey } from './useStepKeys.ts';

/** A step of what comes after signing: its key presses the button or link inside. */
export function Step({ step, children }: { step: StepKey; children: ReactNode }) {
  return <span data-step={step}>{children}</span>;
}

/** The key of a step, as it is written on the keyboard; the list of keys says it to those who do not see it. */
export function KeyHint({ step }: { step: StepKey }) {
  const { t } = useTranslation();
  return (
    <span className="ws-key ws-done__key" aria-hidden="true">
      {t(`done.keys.${step}`)}
    </span>
  );
}
