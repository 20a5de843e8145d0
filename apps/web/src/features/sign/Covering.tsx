import { useTranslation } from 'react-i18next';
import { WarningIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { useCoverText } from './useCoverText.ts';
import type { Place } from './usePlace.ts';

/** Says so when the box is on another page than the shown one, or lies over what stands on the page. */
export function Covering({ at }: { at: Place }) {
  const { t } = useTranslation();
  const coverText = useCoverText();
  const { placement, shown, told, placeInView: place } = at;
  if (at.isHidden) {
    return (
      <div className="ws-notice">
        <p className="ws-notice__text">{t('placement.hidden')}</p>
        <Button onClick={at.unhide}>{t('placement.unhide')}</Button>
      </div>
    );
  }
  if (placement.page !== shown) {
    return (
      <div className="ws-notice">
        <p className="ws-notice__text">{t('placement.elsewhere', { page: placement.page })}</p>
        <div className="govgr-button-group">
          <Button onClick={() => (at.isFixed ? at.show(placement.page) : place(placement))}>
            {t('placement.goThere')}
          </Button>
          {!at.isFixed && (
            <Button onClick={() => place({ ...placement, page: shown })}>{t('placement.here')}</Button>
          )}
        </div>
      </div>
    );
  }
  if (at.isFixed) {
    return (
      <p className="ws-notice" role="status">
        {t('placement.field', { page: placement.page })}
      </p>
    );
  }
  // A page that cannot be read shows nothing to lie over, which does not make it free.
  const isUnclear = told?.status === 'unknown' || (told?.cause ?? null) !== null;
  if (!at.covers && !isUnclear) return null;
  const { smaller = null, otherPage = null } = told ?? {};
  return (
    <div className="ws-notice ws-notice--warn" role="status">
      <p className="ws-notice__text">
        <WarningIcon className="ws-icon--small ws-notice__icon" />{' '}
        {told && told.status !== 'free' ? coverText(told) : t('placement.overlap')}
      </p>
      {told?.status === 'moved' && (
        <Button onClick={() => place(told.placement)}>{t('placement.free')}</Button>
      )}
      {smaller && <Button onClick={() => place(smaller)}>{t('placement.smaller')}</Button>}
      {otherPage && (
        <Button onClick={() => place(otherPage)}>{t('placement.otherPage', { page: otherPage.page })}</Button>
      )}
    </div>
  );
}
