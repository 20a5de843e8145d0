import type { FreePlace } from '@websign/contract';
import { useTranslation } from 'react-i18next';

/** What a signature covers at its place, and what is to be had beside it. */
export function useCoverText(): (place: FreePlace) => string {
  const { t } = useTranslation();
  return ({ status, cause, placement: { page } }) => {
    if (cause === 'picture') return t('placement.picture', { page });
    if (status === 'unknown' || cause === 'unreadable') return t('placement.unknown', { page });
    return status === 'moved' ? t('placement.overlap') : t('placement.noFree', { page });
  };
}
