import { useTranslation } from 'react-i18next';
import type { KnownPlace } from './usePlaces.ts';

/** What a signature covers at its place, and what is to be had beside it. */
export function useCoverText(): (place: KnownPlace) => string {
  const { t } = useTranslation();
  return ({ status, cause, unanswered, placement: { page } }) => {
    if (unanswered) return t('placement.unanswered', { page });
    if (cause === 'picture') return t('placement.picture', { page });
    if (status === 'unknown' || cause === 'unreadable') return t('placement.unknown', { page });
    return status === 'moved' ? t('placement.overlap') : t('placement.noFree', { page });
  };
}
