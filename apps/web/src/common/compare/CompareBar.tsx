import { useTranslation } from 'react-i18next';
import { ChevronLeftIcon, ChevronRightIcon, MinusIcon, PlusIcon } from '../icons.tsx';
import { Button } from '../ui/button.tsx';

/** Times the width of the room. */
export const zooms = [1, 1.5, 2, 3, 4];

/** What turning the pages is called. */
export interface Turning {
  previous: string;
  next: string;
  /** Which page is shown, of several; `at` from 0. */
  position: (page: number, at: number) => string;
  /** As long as there is no page. */
  searching: string;
}

interface Props {
  at: number;
  step: number;
  pages: readonly number[];
  turning: Turning;
  onTurn: (at: number) => void;
  onZoom: (step: number) => void;
}

/** From page to page, and how large they are. */
export function CompareBar({ at, step, pages, turning, onTurn, onZoom }: Props) {
  const { t } = useTranslation();
  const page = pages[at];
  const many = pages.length > 1;
  const one = page === undefined ? turning.searching : t('compare.page', { page });
  return (
    <div className="ws-compare__bar">
      {many && (
        <Button busy={at === 0} onClick={() => onTurn(at - 1)} aria-label={turning.previous}>
          <ChevronLeftIcon />
        </Button>
      )}
      <p role="status" className="ws-place__position">
        {many && page !== undefined ? turning.position(page, at) : one}
      </p>
      {many && (
        <Button busy={at === pages.length - 1} onClick={() => onTurn(at + 1)} aria-label={turning.next}>
          <ChevronRightIcon />
        </Button>
      )}
      <Button
        className="ws-compare__zoom"
        busy={step === 0}
        onClick={() => onZoom(step - 1)}
        aria-label={t('compare.zoomOut')}
      >
        <MinusIcon />
      </Button>
      <Button
        busy={step === zooms.length - 1}
        onClick={() => onZoom(step + 1)}
        aria-label={t('compare.zoomIn')}
      >
        <PlusIcon />
      </Button>
    </div>
  );
}
