import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DocumentAnswer, SignedDocument } from '@websign/contract';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { documentQuery, fileQuery, groupQuery } from '../../shared/api/queries.ts';
import { SignIcon } from '../../shared/icons.tsx';
import type { Session } from '../../shared/session/store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { DownloadButton } from '../../shared/ui/download.tsx';
import { DocumentFacts } from '../../shared/ui/facts.tsx';
import { FindingList } from '../../shared/ui/findings.tsx';
import { type Area, overlaps } from '../../shared/viewer/geometry.ts';
import { LazyViewer } from '../../shared/viewer/LazyViewer.tsx';
import type { ShownPage } from '../../shared/viewer/Viewer.tsx';
import { DocumentList } from './DocumentList.tsx';
import { DonePanel } from './DonePanel.tsx';
import { canSign, choiceOf, chosenDocuments, emptyDesk, reduceDesk } from './desk.ts';
import { PlacementBox } from './PlacementBox.tsx';
import { PlacementPanel } from './PlacementPanel.tsx';
import { type Choice, keepInside, pageBox } from './placement.ts';
import { SignatureList } from './SignatureList.tsx';
import { SignBox } from './SignBox.tsx';

interface Props {
  document: DocumentAnswer;
  documents: DocumentAnswer[];
  session: Session;
}

const refusals = { refused: 'sign.refused', locked: 'sign.locked', expired: 'sign.expired' } as const;

/** Documents at one side, the pages in the middle, place and findings at the other; one button: sign. */
export function SignDesk({ document, documents, session }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [desk, dispatch] = useReducer(reduceDesk, emptyDesk);
  const [look, setLook] = useState({ showName: true, reason: '', title: '' });
  const [box, setBox] = useState(false);
  const [justSigned, setJustSigned] = useState(0);
  const { id } = document;
  const choice = choiceOf(desk, document);
  const [shown, setShown] = useState(choice.placement.page);
  const [occupied, setOccupied] = useState<Area[]>([]);
  const file = useQuery(fileQuery(id, document.checksum));
  const signable = canSign(desk, document);
  const chosen = chosenDocuments(desk, documents);
  const next = documents.find((other) => other.id !== id && other.state === 'ready');

  // Another document begins at the page that its signature stands on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of document turns the page
  useEffect(() => {
    setShown(choice.placement.page);
    setOccupied([]);
  }, [id]);

  const place = (changed: Choice) => dispatch({ do: 'place', id, choice: changed });
  const toPage = (page: number) => {
    place({ visible: true, placement: keepInside({ ...choice.placement, page }, pageBox(document, page)) });
    setShown(page);
  };
  const onSigned = (outcomes: SignedDocument[]) => {
    const signed = outcomes.filter(({ status }) => status === 'success').map((outcome) => outcome.document);
    dispatch({ do: 'signed', ids: signed });
    setJustSigned(signed.length);
    for (const outcome of outcomes)
      void queries.invalidateQueries({ queryKey: documentQuery(outcome.document).queryKey });
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
      choice={choice}
      box={pageBox(document, page.number)}
      pages={document.pages}
      text={{ name: look.showName ? session.fullName : '', reason: look.reason, title: look.title }}
      onOccupied={setOccupied}
      onPlace={(placement) => place({ visible: true, placement })}
      onPage={toPage}
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
          onAgain={() => {
            setJustSigned(0);
            dispatch({ do: 'again', id });
          }}
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
          name={document.name}
          page={shown}
          onPage={setShown}
          {...(signable ? { overlay } : {})}
        />
        <aside className="ws-side">
          {signable && (
            <>
              <PlacementPanel
                document={document}
                choice={choice}
                shown={shown}
                occupied={occupied}
                onChange={place}
                onShow={setShown}
              />
              <Button
                look="primary"
                className="ws-sign-button"
                busy={chosen.length === 0}
                onClick={() => setBox(true)}
              >
                <SignIcon />
                {chosen.length > 1 ? t('sign.openMany', { count: chosen.length }) : t('sign.open')}
              </Button>
            </>
          )}
          {!document.signedAt && document.state in refusals && (
            <p className="ws-notice ws-notice--warn">
              {t(refusals[document.state as keyof typeof refusals])}
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
          {signable && (
            <details className="ws-details">
              <summary className="govgr-details__summary">{t('sign.keys')}</summary>
              <p className="ws-facts">{t('sign.keysText')}</p>
            </details>
          )}
        </aside>
      </div>
      {box && (
        <SignBox
          documents={chosen}
          choiceOf={(entry) => choiceOf(desk, entry)}
          session={session}
          look={look}
          onLook={setLook}
          onSigned={onSigned}
          onClose={closeBox}
        />
      )}
    </>
  );
}

interface OverlayProps {
  page: ShownPage;
  choice: Choice;
  box: ReturnType<typeof pageBox>;
  pages: number;
  text: { name: string; reason: string; title: string };
  onOccupied: (areas: Area[]) => void;
  onPlace: (placement: Choice['placement']) => void;
  onPage: (page: number) => void;
}

/** The signature over its page; tells what else stands there. */
function Overlay({ page, choice, box, pages, text, onOccupied, onPlace, onPage }: OverlayProps) {
  const { occupied } = page;
  useEffect(() => onOccupied(occupied), [occupied, onOccupied]);
  if (!choice.visible || choice.placement.page !== page.number) return null;
  return (
    <PlacementBox
      placement={choice.placement}
      page={box}
      pages={pages}
      widthPx={page.widthPx}
      text={text}
      covers={occupied.some((area) => overlaps(area, choice.placement))}
      onPlace={onPlace}
      onPage={onPage}
    />
  );
}
