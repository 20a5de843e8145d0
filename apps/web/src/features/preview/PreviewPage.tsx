import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { codeOf } from '../../common/api/error.ts';
import { documentQuery, fileQuery } from '../../common/api/queries.ts';
import { ChevronLeftIcon } from '../../common/icons.tsx';
import { DownloadButton } from '../../common/ui/download.tsx';
import { DocumentFacts } from '../../common/ui/facts.tsx';
import { LazyViewer } from '../../common/viewer/LazyViewer.tsx';

/** The pages of one document, as large as the window, with its download. */
export function PreviewPage() {
  const { t } = useTranslation();
  const { documentId = '' } = useParams();
  const [page, setPage] = useState(1);
  const { data: document, error } = useQuery(documentQuery(documentId));
  const file = useQuery({
    ...fileQuery(documentId, document?.checksum ?? ''),
    enabled: document !== undefined,
  });
  const problem = error ?? file.error;

  return (
    <div className="ws-container">
      <Link className="ws-back" to={`/sign/${documentId}`}>
        <ChevronLeftIcon className="ws-icon--small" />
        {t('preview.back')}
      </Link>
      {problem && (
        <p className="govgr-body" role="alert">
          {t(codeOf(problem) === 'not_found' ? 'sign.notFound' : `errors.${codeOf(problem)}`)}
        </p>
      )}
      {document && (
        <>
          <div className="ws-titled">
            <div>
              <h1 className="govgr-heading-m ws-document-name">{document.name}</h1>
              <DocumentFacts document={document} />
            </div>
            <DownloadButton document={document} look="primary" />
          </div>
          <LazyViewer
            file={file.data}
            failed={file.isError}
            name={document.name}
            page={page}
            onPage={setPage}
          />
        </>
      )}
    </div>
  );
}
