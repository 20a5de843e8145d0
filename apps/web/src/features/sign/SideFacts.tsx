import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { FindingList } from '../../common/ui/findings.tsx';
import { SignatureList } from './SignatureList.tsx';

/** The signatures that the document holds, and the findings. */
export function SideFacts({ document, signable }: { document: DocumentAnswer; signable: boolean }) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}
