import './compare.css';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areaOf } from '../findings/marks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FileName } from '../ui/file-name.tsx';
import type { Side } from '../viewer/Comparison.tsx';
import { LazyComparison } from '../viewer/LazyComparison.tsx';
import type { Searched } from '../viewer/useDifferences.ts';
import { CompareBar, type Turning, zooms } from './CompareBar.tsx';
import { CompareMarks } from './CompareMarks.tsx';
import { isPlaced, type Mark } from './mark.ts';

/** Where there is little room, a page as wide as it could not be read. */
const firstStep = () => (window.matchMedia('(width < 40rem)').matches ? 2 : 0);

interface Props {
  /** Of the file. */
  name: string;
  sides: readonly [Side, Side];
  /** Those that can be turned to; none while they are looked for. */
  pages: readonly number[];
  /** The one to begin with. */
  first: number;
  turning: Turning;
  /** What is to be told of a page; the outlines bear the numbers of this list. The same function as long as it tells the same. */
  marksOf: (page: number) => readonly Mark[];
  /** What the outlines mean. */
  said: (marks: readonly Mark[]) => ReactNode;
  /** What the list is called. */
  list: string;
  /** Whether all that looks different is outlined; else only where no mark has a place. */
  every?: boolean;
  search?: Searched | undefined;
  onClose: () => void;
}

const none: readonly Mark[] = [];

/** The same pages of two states of a document, side by side, with the places outlined that differ. */
export function CompareDialog(props: Props) {
  const { name, sides, pages, first, turning, marksOf, said, list, every = false, search, onClose } = props;
  const { t } = useTranslation();
  const [at, setAt] = useState(Math.max(0, pages.indexOf(first)));
  const [step, setStep] = useState(firstStep);
  const page = pages[at] ?? null;
  const marks = useMemo(() => (page === null ? none : marksOf(page)), [marksOf, page]);
  const reveal = useMemo(() => {
    const placed = marks.find(isPlaced);
    return placed ? areaOf(placed.rect) : null;
  }, [marks]);
  const turnByKey = (event: KeyboardEvent<HTMLElement>) => {
    const next = at + stepOf(event);
    if (next === at || pages[next] === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  return (
    <Dialog title={t('compare.title')} onCancel={onClose} onKeyDown={turnByKey} className="ws-compare" read>
      <p className="ws-facts ws-compare__file">
        <FileName name={name} />
      </p>
      <CompareBar {...{ at, step, pages, turning }} onTurn={setAt} onZoom={setStep} />
      {page !== null && <p className="govgr-body ws-file__text">{said(marks)}</p>}
      {marks.length > 0 && <MarkList marks={marks} label={list} />}
      <LazyComparison
        sides={sides}
        page={page}
        zoom={zooms[step] ?? 1}
        reveal={reveal}
        overlay={(drawn) => <CompareMarks {...{ marks, drawn, every }} />}
        search={search}
      />
      <div className="govgr-button-group ws-dialog__buttons">
        <Button onClick={onClose}>{t('app.close')}</Button>
      </div>
    </Dialog>
  );
}

/** The pages that a key turns: none where it scrolls the page that has the focus. */
function stepOf({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent<HTMLElement>): number {
  const room = target instanceof Element ? target.closest('.ws-comparison__room') : null;
  const scrolls = room !== null && room.scrollWidth > room.clientWidth;
  if (scrolls || altKey || ctrlKey || metaKey || shiftKey) return 0;
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
}

/** What the outlines mean, in words: their numbers are the list's. */
function MarkList({ marks, label }: { marks: readonly Mark[]; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: what scrolls must be reachable by keyboard, and has a name
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="ws-compare__words"
    >
      <ol>
        {marks.map(({ key, words }, index) => (
          <li key={key}>
            <span className="ws-compare__number">{index + 1}</span>
            <span>{words}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
