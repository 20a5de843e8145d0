import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeysWanted } from '../../common/viewer/single-keys.ts';
import type { StepKey } from './useStepKeys.ts';

/** A step of what comes after signing: its key presses the button or link inside. */
export function Step({ step, children }: { step: StepKey; children: ReactNode }) {
  return <span data-step={step}>{children}</span>;
}

/** The key of a step, as it is written on the keyboard; the list of keys says it to those who do not see it. */
export function KeyHint({ step }: { step: StepKey }) {
  const { t } = useTranslation();
  const areWanted = useKeysWanted();
  // A key that was turned off is not shown either.
  if (!areWanted) return null;
  return (
    <span className="ws-key ws-done__key" aria-hidden="true">
      {t(`done.keys.${step}`)}
    </span>
  );
}
