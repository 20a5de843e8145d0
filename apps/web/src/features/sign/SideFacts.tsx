import type { DocumentAnswer, DocumentState } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { FindingList } from '../../common/ui/findings.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { SignatureList } from './SignatureList.tsx';

const reasons: Partial<Record<DocumentState, 'sign.refused' | 'sign.locked' | 'sign.expired'>> = {
  refused: 'sign.refused',
  locked: 'sign.locked',
  expired: 'sign.expired',
};

/** Why it cannot be signed, if so; then the signatures it holds, the findings, and the keys. */
export function SideFacts({ document, signable }: { document: DocumentAnswer; signable: boolean }) {
  const { t } = useTranslation();
  const reason = reasons[document.state];
  return (
    <>
      {reason && <p className="ws-notice ws-notice--warn">{t(reason)}</p>}
      {signable && document.signatures.length > 0 && (
        <p className="ws-notice">
          <strong>{t('upload.signed.title')}</strong> {t('upload.signed.text')}
        </p>
      )}
      <SignatureList signatures={document.signatures} />
      <section className="ws-side__part" aria-labelledby="findings-title">
        <h2 id="findings-title" className="govgr-heading-s">
          {t('findings.title')}
        </h2>
        {document.findings.length === 0 && <p className="ws-facts">{t('findings.none')}</p>}
        <FindingList findings={document.findings} />
      </section>
      {signable && <KeysHelp />}
    </>
  );
}
