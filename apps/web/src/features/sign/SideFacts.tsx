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
      <Standards document={document} />
      <SignatureList document={document} />
      <DeskFindings document={document} marks={marks} />
    </>
  );
}

/** The standards that the document claims, and whether they stay where that is not told beside the place. */
function Standards({ document: { standards, visibleKeepsStandards } }: Pick<Props, 'document'>) {
  const { t } = useTranslation();
  if (standards.length === 0) return null;
  const count = standards.length;
  return (
    <p className="ws-side__part govgr-hint ws-hint">
      {t('sign.standards', { names: standards.join(', '), count })}{' '}
      {visibleKeepsStandards && t('sign.standardsKept', { count })}
    </p>
  );
}
