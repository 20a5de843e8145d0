import { useTranslation } from 'react-i18next';
import type { KeyWords } from './KeysHelp.tsx';

/**
 * The keys of the viewer in words; `placing`: a signature stands on the page, and its keys come first; `more`: those of
 * the screen around the viewer.
 */
export function useKeyWords(placing: boolean, more: readonly KeyWords[]): KeyWords[] {
  const { t } = useTranslation();
  const box = [
    { keys: [t('keys.arrows')], does: t('keys.boxMove') },
    { keys: [t('keys.shiftArrows')], does: t('keys.boxFar') },
    { keys: ['Page Down', 'Page Up'], does: t('keys.boxPage') },
  ];
  return [
    ...(placing ? box : []),
    ...more,
    { keys: ['Page Down', 'Page Up'], does: t('keys.pages') },
    { keys: [t('keys.acrossArrows')], does: t('keys.turn') },
    { keys: ['Home', 'End'], does: t('keys.ends') },
    { keys: [t('keys.downArrows')], does: t('keys.scroll') },
    { keys: ['Ctrl + F'], does: t('keys.find') },
    { keys: ['Enter', 'Shift + Enter'], does: t('keys.hits') },
    { keys: ['+', '−'], does: t('keys.zoom') },
    { keys: ['?'], does: t('keys.list') },
  ];
}
