import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { areKeysWanted, isTyping } from '../../common/viewer/single-keys.ts';

/** What comes after signing, by one key each. */
export const stepKeys = ['download', 'next', 'again', 'upload'] as const;
export type StepKey = (typeof stepKeys)[number];

/** Where Greek letters are on a keyboard, by the Latin letter of the same key. */
const greekPlaces: Readonly<Record<string, string>> = { Λ: 'L', Ε: 'E', Ν: 'N', Μ: 'M' };
const placeOf = (letter: string): string => `Key${greekPlaces[letter] ?? letter}`;

/**
 * Presses the first button or link of the step whose key is pressed: by the letter that is written on the key in the
 * language of the screen, or by the place of that letter on a Latin keyboard, whichever layout is switched on.
 */
export function useStepKeys(): void {
  const { t } = useTranslation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !areKeysWanted()) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const pressed = event.key.toLocaleUpperCase();
      const step = stepKeys.find(
        (name) => pressed === t(`done.keys.${name}`) || event.code === placeOf(t(`done.keys.${name}`)),
      );
      const target = document.querySelector<HTMLElement>(`[data-step="${step}"] :is(a, button)`);
      if (!target) return;
      event.preventDefault();
      target.focus();
      target.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [t]);
}
