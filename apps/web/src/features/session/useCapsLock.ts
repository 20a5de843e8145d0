import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Whether Caps Lock is on, as far as keys pressed in the field tell. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const look = (event: KeyboardEvent | PointerEvent) => setOn(event.getModifierState('CapsLock'));
  return { on, watch: { onKeyDown: look, onKeyUp: look, onPointerDown: look } };
}
