import type { DocumentAnswer, DocumentState } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format.ts';

/**
 * The state of a document as a word, not only as a colour. One that came with signatures is not called unsigned,
 * though nobody has signed it here.
 */
export function StateTag({ state, came }: { state: DocumentState; came: 'signed' | 'unsigned' }) {
  const { t } = useTranslation();
  const word =
    state === 'ready' && came === 'signed' ? 'sign.notSignedHere' : (`sign.states.${state}` as const);
  return <span className={`ws-state ws-state--${state}`}>{t(word)}</span>;
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
      <StateTag state={document.state} came={document.signatures.length > 0 ? 'signed' : 'unsigned'} />
    </p>
  );
}
