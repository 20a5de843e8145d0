import { useEffect, useRef, useState } from 'react';
import { findIn } from './fold.ts';
import { pageText, partsOf } from './pageText.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';
import { type Find, mostHits } from './useFind.ts';

interface Props {
  pdf: PDFDocumentProxy;
  page: number;
  find: Pick<Find, 'wanted' | 'current'>;
  runs: HTMLElement[];
  /** Changes when the same text stands elsewhere: another turn. */
  turn: number;
}

/** A mark in percent of the sheet. */
interface Mark {
  hit: number;
  left: string;
  top: string;
  width: string;
  height: string;
}

/** The boxes of `from`…`to` of a run, in percent of `sheet`. */
function boxesOf(run: HTMLElement | undefined, from: number, to: number, sheet: DOMRect) {
  const text = run?.firstChild;
  if (!(text instanceof Text) || to > text.length || sheet.width === 0) return [];
  const range = document.createRange();
  range.setStart(text, from);
  range.setEnd(text, to);
  const percent = (value: number, of: number) => `${(100 * value) / of}%`;
  // The letters' own boxes are as high as their font likes; the run's is as high as the line.
  const line = run?.getBoundingClientRect() ?? sheet;
  return [...range.getClientRects()].map((box) => {
    const left = Math.max(box.left, line.left);
    const top = Math.max(box.top, line.top);
    return {
      left: percent(left - sheet.left, sheet.width),
      top: percent(top - sheet.top, sheet.height),
      width: percent(Math.min(box.right, line.right) - left, sheet.width),
      height: percent(Math.min(box.bottom, line.bottom) - top, sheet.height),
    };
  });
}

/** Scrolls the room of the pages so that `mark` is in its middle, and the window only where that is not enough. */
function bringToMiddle(mark: HTMLElement): void {
  const room = mark.closest('section');
  if (!room) return;
  const from = room.getBoundingClientRect();
  const to = mark.getBoundingClientRect();
  room.scrollBy({
    left: to.left + to.width / 2 - from.left - room.clientWidth / 2,
    top: to.top + to.height / 2 - from.top - room.clientHeight / 2,
  });
  mark.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Marks what was found on the shown page, and brings the current hit into sight. */
export function FoundMarks({ pdf, page, find, runs, turn }: Props) {
  const { wanted, current } = find;
  const sheet = useRef<HTMLDivElement>(null);
  const chosen = useRef<HTMLDivElement>(null);
  const [marks, setMarks] = useState<Mark[]>([]);
  const now = current?.page === page ? current.index : -1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn puts the same runs elsewhere
  useEffect(() => {
    setMarks([]);
    if (wanted === '' || runs.length === 0) return;
    let gone = false;
    pageText(pdf, page).then(
      (text) => {
        const room = sheet.current?.getBoundingClientRect();
        if (gone || !room) return;
        setMarks(
          findIn(text.folded, wanted, mostHits).flatMap((span, hit) =>
            partsOf(text, span).flatMap(({ run, from, to }) =>
              boxesOf(runs[run], from, to, room).map((box) => ({ hit, ...box })),
            ),
          ),
        );
      },
      (error: unknown) => console.warn('what was found cannot be marked', error),
    );
    return () => {
      gone = true;
    };
  }, [pdf, page, wanted, runs, turn]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new hit is brought into sight
  useEffect(() => {
    if (chosen.current) bringToMiddle(chosen.current);
  }, [marks, now]);

  const first = marks.findIndex(({ hit }) => hit === now);
  return (
    <div ref={sheet} className="ws-found" aria-hidden="true">
      {marks.map(({ hit, ...box }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a page are made anew together
          key={index}
          ref={index === first ? chosen : null}
          className={`ws-found__mark ${hit === now ? 'ws-found__mark--now' : ''}`}
          style={box}
        />
      ))}
    </div>
  );
}
