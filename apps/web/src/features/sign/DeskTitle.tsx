import type { DocumentAnswer } from '@websign/contract';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DownloadButton } from '../../common/ui/download.tsx';
import { DocumentFacts } from '../../common/ui/facts.tsx';
import { FileName } from '../../common/ui/file-name.tsx';

interface Props {
  document: DocumentAnswer;
  signable: boolean;
  /** The heading, for those who give it the focus. */
  ref: Ref<HTMLHeadingElement>;
}

/** Which document is on the desk, its preview, and its download while no panel below offers it. */
export function DeskTitle({ document, signable, ref }: Props) {
  const { t } = useTranslation();
  const { id, name, state, signedAt } = document;
  return (
    <div className="ws-titled">
      <div>
        <h1 ref={ref} tabIndex={-1} className="govgr-heading-m ws-document-name">
          <FileName name={name} />
        </h1>
        <DocumentFacts document={document} />
      </div>
      {state !== 'expired' && (
        <div className="govgr-button-group">
          <Link className="govgr-link" to={`/sign/${id}/preview`}>
            {t('sign.preview')}
          </Link>
          {(!signedAt || signable) && <DownloadButton document={document} />}
        </div>
      )}
    </div>
  );
}
