import './sign.css';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { codeOf } from '../../common/api/error.ts';
import { documentQuery, groupQuery } from '../../common/api/queries.ts';
import { ChevronLeftIcon } from '../../common/icons.tsx';
import { useSession } from '../../common/session/store.ts';
import { SignDesk } from './SignDesk.tsx';

/** The signing screen of one document, among the documents of its group. */
export function SignPage() {
  const { t } = useTranslation();
  const session = useSession();
  const { documentId = '' } = useParams();
  const { data: document, error } = useQuery(documentQuery(documentId));
  const groupId = document?.groupId ?? '';
  const group = useQuery({ ...groupQuery(groupId), enabled: groupId !== '' });
  const documents = group.data?.documents ?? (document ? [document] : []);
  return (
    <div className="ws-container ws-wide">
      <Link className="ws-back" to="/">
        <ChevronLeftIcon className="ws-icon--small" />
        {t('sign.back')}
      </Link>
      {error && (
        <div role="alert">
          <h1 className="govgr-heading-m">{t('header.sign')}</h1>
          <p className="govgr-body">
            {t(codeOf(error) === 'not_found' ? 'sign.notFound' : `errors.${codeOf(error)}`)}
          </p>
        </div>
      )}
      {!error && !document && (
        <p className="govgr-body ws-loading" role="status">
          {t('app.loading')}
        </p>
      )}
      {document && session && (
        <SignDesk key={document.groupId} document={document} documents={documents} session={session} />
      )}
    </div>
  );
}
