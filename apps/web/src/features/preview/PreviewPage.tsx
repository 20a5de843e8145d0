import { FileName } from '../../common/ui/file-name.tsx';
import './preview.css';
import { useQuery } from '@tanstack/react-query';
import type { DocumentAnswer } from '@websign/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { codeOf } from '../../common/api/error.ts';
import { documentQuery, fileQuery } from '../../common/api/queries.ts';
import { ChevronLeftIcon } from '../../common/icons.tsx';
import { DownloadButton } from '../../common/ui/download.tsx';
import { DocumentFacts } from '../../common/ui/facts.tsx';
import { Loading } from '../../common/ui/loading.tsx';
import { LazyViewer, preloadViewer } from '../../common/viewer/LazyViewer.tsx';

// The viewer is asked for together with the document, not after it.
preloadViewer();

/** What a failed call means here, in words. */
function Problem({ error }: { error: Error }) {
  const { t } = useTranslation();
  const code = codeOf(error);
  const words = {
    not_found: 'sign.notFound',
    expired: 'sign.expired',
  } as const;
  return (
    <p className="govgr-body" role="alert">
      {t(code === 'not_found' || code === 'expired' ? words[code] : `errors.${code}`)}
    </p>
  );
}

/** The pages of a document that is kept, as large as the window has room. */
function Pages({ document, id }: { document: DocumentAnswer; id: string }) {
  const [page, setPage] = useState(1);
  const file = useQuery(fileQuery(id, document.checksum));
  if (file.error) return <Problem error={file.error} />;
  return (
    <LazyViewer file={file.data} failed={false} name={document.name} page={page} onPage={setPage} free />
  );
}

/** One document to be looked through, with its download. */
export function PreviewPage() {
  const { t } = useTranslation();
  const { documentId = '' } = useParams();
  const { data: document, error } = useQuery(documentQuery(documentId));
  const kept = document && document.state !== 'expired';
  return (
    <div className="ws-container ws-preview">
      <Link className="ws-back" to={`/sign/${documentId}`}>
        <ChevronLeftIcon className="ws-icon--small" />
        {t('preview.back')}
      </Link>
      {error && (
        <>
          <h1 className="govgr-heading-m">{t('preview.title')}</h1>
          <Problem error={error} />
        </>
      )}
      {!error && !document && <Loading />}
      {document && (
        <>
          <div className="ws-titled">
            <div>
              <h1 className="govgr-heading-m ws-document-name">
                <FileName name={document.name} />
              </h1>
              <DocumentFacts document={document} />
            </div>
            {kept && <DownloadButton document={document} look="primary" />}
          </div>
          {kept ? (
            <Pages key={document.checksum} document={document} id={documentId} />
          ) : (
            <p className="ws-notice ws-notice--warn">{t('sign.expired')}</p>
          )}
        </>
      )}
    </div>
  );
}
