import './sign.css';
import './sign-box.css';
import './desk.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DocumentAnswer, GroupAnswer, Preferences } from '@websign/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { codeOf } from '../../common/api/error.ts';
import { documentQuery, fileQuery, groupQuery } from '../../common/api/queries.ts';
import { preferencesQuery } from '../../common/preferences.ts';
import { useSession } from '../../common/session/store.ts';
import { Button } from '../../common/ui/button.tsx';
import { Loading } from '../../common/ui/loading.tsx';
import { preloadViewer } from '../../common/viewer/LazyViewer.tsx';
import { SignDesk } from './SignDesk.tsx';

// Fetched while the document is still being asked for.
preloadViewer();

/** The document as its group already told it: going from one to the next loses nothing of the desk. */
function useDocument(id: string) {
  const queries = useQueryClient();
  return useQuery({
    ...documentQuery(id),
    placeholderData: (): DocumentAnswer | undefined =>
      queries
        .getQueriesData<GroupAnswer>({ queryKey: ['group'] })
        .flatMap(([, group]) => group?.documents ?? [])
        .find((document) => document.id === id),
  });
}

/** Milliseconds: without an answer by then the desk begins as for a new signer. */
const patienceMs = 2000;

/** SGN-11: what is remembered of the signer, and whether the desk waits for it no more. */
function useRemembered(): { remembered: Preferences | null; isOver: boolean } {
  const queries = useQueryClient();
  // The desk does not wait for one try after another either.
  const { data: remembered = null, isFetched } = useQuery({ ...preferencesQuery, retry: false });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isFetched) return;
    const timer = setTimeout(() => {
      void queries.cancelQueries({ queryKey: preferencesQuery.queryKey });
      setLate(true);
    }, patienceMs);
    return () => clearTimeout(timer);
  }, [isFetched, queries]);
  return { remembered, isOver: isFetched || isLate };
}

/** The signing screen of one document, among the documents of its group. */
export function SignPage() {
  const { t } = useTranslation();
  const session = useSession();
  const { documentId = '' } = useParams();
  const { data: document, error, refetch } = useDocument(documentId);
  const groupId = document?.groupId ?? '';
  const group = useQuery({ ...groupQuery(groupId), enabled: groupId !== '' });
  // Asked for at once; the desk that shows it waits for the group.
  useQuery({
    ...fileQuery(documentId, document?.checksum ?? ''),
    enabled: document !== undefined && document.state !== 'expired',
  });
  const { remembered, isOver } = useRemembered();
  const found = group.data?.documents ?? (group.isError && document ? [document] : null);
  // Unless there is no answer to be had in time, the desk begins with what is remembered.
  const ready = document && found && isOver;
  const code = error ? codeOf(error) : null;
  return (
    <div className="ws-container ws-desk-page">
      {code && !document && (
        <div role="alert">
          <h1 className="govgr-heading-m">{t('header.sign')}</h1>
          <p className="govgr-body">{t(code === 'not_found' ? 'sign.notFound' : `errors.${code}`)}</p>
          {code !== 'not_found' && <Button onClick={() => void refetch()}>{t('sign.reload')}</Button>}
        </div>
      )}
      {!code && !ready && <Loading />}
      {ready && session && (
        <SignDesk key={document.groupId} {...{ document, session, remembered }} documents={found} />
      )}
    </div>
  );
}
