import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeskFindings } from './DeskFindings.tsx';
import { SignatureList } from './SignatureList.tsx';
import type { Marks } from './useMarks.ts';

interface Props {
  document: DocumentAnswer;
  signable: boolean;
  marks: Marks;
}

/** The signatures that the document holds, and the findings. */
export function SideFacts({ document, signable, marks }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {signable && document.signatures.length > 0 && (
        <p className="ws-notice">
          <strong>{t('upload.signed.title')}</strong> {t('upload.signed.text')}{' '}
          <Link className="govgr-link" to="/verify">
            {t('header.verify')}
          </Link>
        </p>
      )}
      <SignatureList document={document} />
      <DeskFindings document={document} marks={marks} />
    </>
  );
}
