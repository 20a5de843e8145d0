import { limits } from '@websign/contract';
import { useSyncExternalStore } from 'react';

export type PopupIcon = 'info' | 'success' | 'error' | 'warning';

/** POP-1. The message is HTML of ours; whatever others wrote in it has been escaped by {@link escapeHtml}. */
export interface PopupMessage {
  icon: PopupIcon;
  html: string;
  /** Milliseconds until it closes by itself. */
  closeAfterMs: number;
  onContinue?: (() => void) | undefined;
  continueLabel?: string | undefined;
  onCancel?: (() => void) | undefined;
  cancelLabel?: string | undefined;
  /** Another way on, which neither Enter nor the end of the time takes. */
  other?: { label: string; act: () => void } | undefined;
}

export interface Shown extends PopupMessage {
  id: number;
}

const listeners = new Set<() => void>();
let shown: Shown | null = null;
let count = 0;

function publish(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a popup in place of the one that may be there. */
export function showPopup(message: Omit<PopupMessage, 'closeAfterMs'> & { closeAfterMs?: number }): void {
  count += 1;
  publish({ closeAfterMs: limits.popupMs, ...message, id: count });
}

export function closePopup(id: number): void {
  if (shown?.id === id) publish(null);
}

export function usePopup(): Shown | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

/** File names and server texts are text, never HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The words of a message of ours without its marks. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}
