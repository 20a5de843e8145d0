import type { DocumentAnswer, DocumentState } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format.ts';

/** The state of a document as a word, not only as a colour. */
export function StateTag({ state }: { state: DocumentState }) {
  const { t } = useTranslation();
  return <span className={`ws-state ws-state--${state}`}>{t(`sign.states.${state}`)}</span>;
}

/** Size, pages and state in one line. */
export function DocumentFacts({ document }: { document: DocumentAnswer }) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <p className="ws-facts">
      {t('sign.facts', {
        size: format.bytes(document.size),
        pages: t('sign.pages', { count: document.pages }),
      })}{' '}
      <StateTag state={document.state} />
    </p>
  );
}
