import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether Greek letters were typed where a person most likely wanted Latin ones. */
export function hasGreekLetters(text: string): boolean {
  return /\p{Script=Greek}/u.test(text);
}

/** Notes under fields that want Latin letters; `watch` belongs on the form. */
export interface TypingNotes {
  watch: Record<'onKeyDown' | 'onKeyUp' | 'onPointerDown', (event: KeyboardEvent | PointerEvent) => void>;
  /** For a field whose letters can be seen. */
  text(value: string): string[];
  /** For one whose letters are hidden: Caps Lock too. */
  password(value: string): string[];
}

/** What may be wrong with the keyboard, as far as keys pressed in the form tell. */
export function useTypingNotes(): TypingNotes {
  const { t } = useTranslation();
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent | PointerEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const greek = (value: string) => (hasGreekLetters(value) ? [t('login.greek')] : []);
  return {
    watch: { onKeyDown: look, onKeyUp: look, onPointerDown: look },
    text: greek,
    password: (value) => [...(capsLock ? [t('login.capsLock')] : []), ...greek(value)],
  };
}
