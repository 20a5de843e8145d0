import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { PDFDocumentProxy } from './pdfjs.ts';
import { type Find, useFind } from './useFind.ts';

interface FindBarState {
  find: Find;
  /** How often the field was asked for since it was closed; 0: it is closed. */
  asked: number;
  /** The button that opens it, which gets the focus back. */
  tool: RefObject<HTMLButtonElement | null>;
  toggle: () => void;
  close: () => void;
  /** Opens it by Ctrl+F from anywhere in the viewer. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Ctrl+F or ⌘F, in whatever alphabet the keyboard writes now. */
function isFindKey({ ctrlKey, metaKey, altKey, key, code }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && (key.toLowerCase() === 'f' || code === 'KeyF');
}

/** The search in `pdf` and whether its field is open. */
export function useFindBar(
  pdf: PDFDocumentProxy | null,
  page: number,
  onPage: (page: number) => void,
): FindBarState {
  const [asked, setAsked] = useState(0);
  const tool = useRef<HTMLButtonElement>(null);
  const find = useFind(pdf, page, onPage);
  const close = () => {
    setAsked(0);
    find.ask('');
    tool.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A second time, in the field, the browser's own search opens.
    if (!isFindKey(event) || (event.target instanceof Element && event.target.closest('.ws-find'))) return;
    event.preventDefault();
    setAsked((times) => times + 1);
  };
  return { find, asked, tool, close, toggle: () => (asked > 0 ? close() : setAsked(1)), onKeyDown };
}
