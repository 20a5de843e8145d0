import type { DocumentAnswer } from '@websign/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { WarningIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { overlaps } from '../../common/viewer/geometry.ts';
import { nearestFree } from './free.ts';
import { pageBox } from './placement.ts';
import type { Place } from './usePlace.ts';

/** Says so when the box is on another page than the shown one, or lies over text of the document. */
export function Covering({ document, at }: { document: DocumentAnswer; at: Place }) {
  const { t } = useTranslation();
  const { placement, shown, occupied, placeInView: place } = at;
  const covers = occupied.some((area) => overlaps(area, placement));
  const free = useMemo(
    () => (covers ? nearestFree(placement, pageBox(document, placement.page), occupied) : null),
    [covers, placement, document, occupied],
  );
  if (placement.page !== shown) {
    return (
      <div className="ws-notice">
        <p className="ws-notice__text">{t('placement.elsewhere', { page: placement.page })}</p>
        <div className="govgr-button-group">
          <Button onClick={() => place(placement)}>{t('placement.goThere')}</Button>
          <Button onClick={() => place({ ...placement, page: shown })}>{t('placement.here')}</Button>
        </div>
      </div>
    );
  }
  if (!covers) return null;
  return (
    <div className="ws-notice ws-notice--warn" role="status">
      <p className="ws-notice__text">
        <WarningIcon className="ws-icon--small ws-notice__icon" /> {t('placement.overlap')}
      </p>
      {free ? (
        <Button onClick={() => place(free)}>{t('placement.free')}</Button>
      ) : (
        <p>{t('placement.noFree')}</p>
      )}
    </div>
  );
}
