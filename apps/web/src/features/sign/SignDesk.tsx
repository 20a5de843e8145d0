import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DocumentAnswer, SignedDocument } from '@websign/contract';
import { useCallback, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { documentQuery, fileQuery, groupQuery } from '../../common/api/queries.ts';
import type { Session } from '../../common/session/store.ts';
import { DownloadButton } from '../../common/ui/download.tsx';
import { DocumentFacts } from '../../common/ui/facts.tsx';
import { LazyViewer } from '../../common/viewer/LazyViewer.tsx';
import type { ShownPage } from '../../common/viewer/Viewer.tsx';
import { DocumentList } from './DocumentList.tsx';
import { DonePanel } from './DonePanel.tsx';
import { canSign, chosenDocuments, emptyDesk, reduceDesk } from './desk.ts';
import { Overlay } from './Overlay.tsx';
import { PlacementPanel } from './PlacementPanel.tsx';
import { SideFacts } from './SideFacts.tsx';
import { SignBox } from './SignBox.tsx';
import { SignButton } from './SignButton.tsx';
import { usePlace } from './usePlace.ts';

interface Props {
  document: DocumentAnswer;
  documents: DocumentAnswer[];
  session: Session;
}

/** Documents at one side, the pages in the middle, place and findings at the other; one button: sign. */
export function SignDesk({ document, documents, session }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [desk, dispatch] = useReducer(reduceDesk, emptyDesk);
  const [words, setWords] = useState({ reason: '', title: '' });
  const [box, setBox] = useState(false);
  const [justSigned, setJustSigned] = useState(0);
  const { id } = document;
  const signable = canSign(desk, document);
  const at = usePlace(document, desk, dispatch, signable);
  const file = useQuery(fileQuery(id, document.checksum));
  const chosen = chosenDocuments(desk, documents);
  const next = documents.find((other) => other.id !== id && other.state === 'ready');

  const onSigned = (outcomes: SignedDocument[]) => {
    const signed = outcomes
      .filter(({ status }) => status === 'success')
      .map(({ document: signedId }) => signedId);
    dispatch({ do: 'signed', ids: signed });
    setJustSigned((count) => count + signed.length);
    for (const outcome of outcomes) {
      void queries.invalidateQueries({ queryKey: documentQuery(outcome.document).queryKey });
    }
    void queries.invalidateQueries({ queryKey: groupQuery(document.groupId).queryKey });
  };
  const closeBox = useCallback(() => {
    setBox(false);
    // After "changed" and its like the screen shows the document as it now is.
    void queries.invalidateQueries({ queryKey: documentQuery(id).queryKey });
  }, [id, queries]);

  const overlay = (page: ShownPage) => (
    <Overlay
      page={page}
      placement={desk.visible ? at.placement : null}
      document={document}
      text={{ name: session.fullName, ...words }}
      onOccupied={at.setOccupied}
      onPlace={at.place}
      onPage={at.toPage}
    />
  );

  return (
    <>
      <div className="ws-titled">
        <div>
          <h1 className="govgr-heading-m ws-document-name">{document.name}</h1>
          <DocumentFacts document={document} />
        </div>
        <div className="govgr-button-group">
          <Link className="govgr-link" to={`/sign/${id}/preview`}>
            {t('sign.preview')}
          </Link>
          {!document.signedAt && <DownloadButton document={document} />}
        </div>
      </div>
      {document.signedAt && !signable && (
        <DonePanel
          document={document}
          justSigned={justSigned}
          next={next}
          onAgain={() => dispatch({ do: 'again', id })}
        />
      )}
      <div className={`ws-desk ${documents.length > 1 ? 'ws-desk--group' : ''}`}>
        {documents.length > 1 && (
          <DocumentList
            documents={documents}
            shown={id}
            chosen={new Set(chosen.map((entry) => entry.id))}
            canSign={(entry) => canSign(desk, entry)}
            onChoose={(entry, on) => dispatch({ do: 'tick', id: entry, on })}
          />
        )}
        <LazyViewer
          file={file.data}
          failed={file.isError}
          name={document.name}
          page={at.shown}
          onPage={at.show}
          reveal={
            desk.visible && at.shown === at.placement.page ? { area: at.placement, key: at.revealKey } : null
          }
          {...(signable ? { overlay } : {})}
        />
        <aside className="ws-side" aria-label={t('placement.title')}>
          {signable && (
            <PlacementPanel
              document={document}
              visible={desk.visible}
              placement={at.placement}
              shown={at.shown}
              occupied={at.occupied}
              onVisible={(visible) => dispatch({ do: 'show', visible })}
              onPlace={at.placeInView}
              onShow={at.show}
            />
          )}
          {signable && (
            <SignButton
              count={chosen.length}
              onOpen={() => {
                setJustSigned(0);
                setBox(true);
              }}
            />
          )}
          <SideFacts document={document} signable={signable} />
        </aside>
      </div>
      {box && (
        <SignBox
          documents={chosen}
          places={desk.places}
          session={session}
          look={{ visible: desk.visible, ...words }}
          onLook={({ visible, ...said }) => {
            dispatch({ do: 'show', visible });
            setWords(said);
          }}
          onSigned={onSigned}
          onClose={closeBox}
        />
      )}
    </>
  );
}
