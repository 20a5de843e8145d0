import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Signatures } from '../../common/ui/signatures.tsx';
import { isUnread } from './request.ts';

/** The signatures that the document already holds. */
export function SignatureList({ document }: { document: DocumentAnswer }) {
  const { t } = useTranslation();
  return (
    <section className="ws-side__part" aria-labelledby="signatures-title">
      <h2 id="signatures-title" className="govgr-heading-s">
        {t('signatures.title')}
      </h2>
      <Signatures signatures={document.signatures} unread={isUnread(document)} />
    </section>
  );
}
