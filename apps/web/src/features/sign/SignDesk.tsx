import { useQuery } from '@tanstack/react-query';
import type { DocumentAnswer } from '@websign/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fileQuery } from '../../common/api/queries.ts';
import type { Session } from '../../common/session/store.ts';
import { DownloadButton } from '../../common/ui/download.tsx';
import { DocumentFacts } from '../../common/ui/facts.tsx';
import { LazyViewer } from '../../common/viewer/LazyViewer.tsx';
import type { ShownPage } from '../../common/viewer/Viewer.tsx';
import { DocumentList } from './DocumentList.tsx';
import { DonePanel } from './DonePanel.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { canSign, chosenDocuments } from './desk.ts';
import { Overlay } from './Overlay.tsx';
import { PlacementPanel } from './PlacementPanel.tsx';
import { SideFacts } from './SideFacts.tsx';
import { SignBox } from './SignBox.tsx';
import { SignButton } from './SignButton.tsx';
import { StateNotice } from './StateNotice.tsx';
import { useDesk } from './useDesk.ts';
import { usePlace } from './usePlace.ts';
import { useSigningBox } from './useSigningBox.ts';

interface Props {
  document: DocumentAnswer;
  documents: DocumentAnswer[];
  session: Session;
}

/** The next document that waits for a signature: after this one, else from the beginning. */
function nextOf(document: DocumentAnswer, documents: DocumentAnswer[]): DocumentAnswer | undefined {
  const here = documents.findIndex(({ id }) => id === document.id);
  const turned = [...documents.slice(here + 1), ...documents.slice(0, Math.max(0, here))];
  return turned.find(({ id, state }) => state === 'ready' && id !== document.id);
}

/** Documents at one side, the pages in the middle, place and findings at the other; one button: sign. */
export function SignDesk({ document, documents, session }: Props) {
  const { t } = useTranslation();
  const { id, state } = document;
  const { desk, dispatch, restored } = useDesk(session.serial, document.groupId, documents);
  const box = useSigningBox(document.groupId, id, documents, dispatch);
  const [noticed, setNoticed] = useState(restored);
  const heading = useRef<HTMLHeadingElement>(null);
  const signable = canSign(desk, document);
  const at = usePlace(document, desk, dispatch, signable);
  const expired = state === 'expired';
  const file = useQuery({ ...fileQuery(id, document.checksum), enabled: !expired });
  const chosen = chosenDocuments(desk, documents);
  const again = () => {
    dispatch({ do: 'again', id });
    // The panel with the button goes; what follows begins at the document's name.
    heading.current?.focus();
  };

  const overlay = (page: ShownPage) => (
    <Overlay
      {...{ page, at, document }}
      visible={desk.visible}
      text={{ name: session.fullName, reason: desk.reason, title: desk.title }}
    />
  );

  return (
    <>
      <div className="ws-titled">
        <div>
          <h1 ref={heading} tabIndex={-1} className="govgr-heading-m ws-document-name">
            <bdi>{document.name}</bdi>
          </h1>
          <DocumentFacts document={document} />
        </div>
        {!expired && (
          <div className="govgr-button-group">
            <Link className="govgr-link" to={`/sign/${id}/preview`}>
              {t('sign.preview')}
            </Link>
            {(!document.signedAt || signable) && <DownloadButton document={document} />}
          </div>
        )}
      </div>
      {noticed && signable && box.justSigned === 0 && (
        <DraftNotice
          onKeep={() => setNoticed(false)}
          onRestart={() => {
            dispatch({ do: 'restart' });
            setNoticed(false);
          }}
        />
      )}
      {document.signedAt && !signable && !expired && (
        <DonePanel
          document={document}
          justSigned={box.justSigned}
          signedInGroup={documents.filter(({ signedAt }) => signedAt !== null).length}
          next={nextOf(document, documents)}
          onAgain={again}
        />
      )}
      <StateNotice document={document} next={nextOf(document, documents)} />
      <div className={`ws-desk ${documents.length > 1 ? 'ws-desk--group' : ''}`}>
        {documents.length > 1 && (
          <DocumentList
            documents={documents}
            shown={id}
            chosen={chosen}
            desk={desk}
            onChoose={(ids, on) => dispatch({ do: 'tick', ids, on })}
            onRetry={(failed) => box.open([failed])}
          />
        )}
        {!expired && (
          <div className={signable ? 'ws-desk__placing' : undefined}>
            <LazyViewer
              file={file.data}
              failed={file.isError}
              name={document.name}
              page={at.shown}
              onPage={at.show}
              reveal={
                desk.visible && at.shown === at.placement.page
                  ? { area: at.placement, key: at.revealKey }
                  : null
              }
              {...(signable ? { overlay } : {})}
            />
          </div>
        )}
        <aside className="ws-side" aria-label={t('sign.side')}>
          {signable && (
            <PlacementPanel
              document={document}
              visible={desk.visible}
              at={at}
              onVisible={(visible) => dispatch({ do: 'say', said: { visible } })}
            />
          )}
          {(signable || chosen.length > 0) && (
            <SignButton
              chosen={chosen}
              perCode={session.maxDocumentsPerOtp}
              quiet={!signable}
              onOpen={() => box.open(chosen)}
            />
          )}
          <SideFacts document={document} signable={signable} />
        </aside>
      </div>
      {box.opened && (
        <SignBox
          {...box.opened}
          key={box.opened.running?.signing ?? ''}
          places={desk.places}
          session={session}
          said={desk}
          onSaid={(said) => dispatch({ do: 'say', said })}
          onSettled={box.onSettled}
          onRefresh={box.refresh}
          onClose={box.close}
        />
      )}
    </>
  );
}
