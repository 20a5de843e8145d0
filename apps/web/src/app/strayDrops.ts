const takesText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=file]), textarea') !== null;

/**
 * What is dropped beside the drop area, a file or a link, must not replace the application in its tab; text may
 * still be dropped into a field.
 */
export function ignoreStrayDrops(): void {
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, (event) => {
      const { dataTransfer, target, defaultPrevented } = event;
      if (defaultPrevented || !dataTransfer) return;
      if (!dataTransfer.types.includes('Files') && takesText(target)) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    });
  }
}
