let touched = false;

for (const type of ['pointerdown', 'keydown'] as const) {
  window.addEventListener(
    type,
    () => {
      touched = true;
    },
    { once: true, capture: true },
  );
}

/** Whether the person has done anything since the document was loaded (`userActivation` outlives a reload). */
export function isTouched(): boolean {
  return touched;
}
