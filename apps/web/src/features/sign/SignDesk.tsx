import type { DocumentAnswer, Preferences } from '@websign/contract';
import { useRef, useState } from 'react';
import { isOnPage } from '../../common/elsewhere.ts';
import type { Session } from '../../common/session/store.ts';
import { DeskBar } from './DeskBar.tsx';
import { DeskPages } from './DeskPages.tsx';
import { DeskSide } from './DeskSide.tsx';
import { DocumentList } from './DocumentList.tsx';
import { DoneMore } from './DoneMore.tsx';
import { DonePanel } from './DonePanel.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { canSign, chosenDocuments, nextOf } from './desk.ts';
import { SignBox } from './SignBox.tsx';
import { StateNotice } from './StateNotice.tsx';
import { useDesk } from './useDesk.ts';
import { useMarks } from './useMarks.ts';
import { usePlace } from './usePlace.ts';
import { usePlaces } from './usePlaces.ts';
import { useSigningBox } from './useSigningBox.ts';

interface Props {
  document: DocumentAnswer;
  documents: DocumentAnswer[];
  session: Session;
  /** SGN-11: what is remembered of the signer. */
  remembered: Preferences | null;
}

/** A bar with the button that signs; documents at one side, the pages in the middle, place and findings at the other. */
export function SignDesk({ document, documents, session, remembered }: Props) {
  const { id } = document;
  const { groupId } = document;
  const { desk, dispatch, restored, restart } = useDesk(session.serial, groupId, documents, remembered);
  const box = useSigningBox(groupId, id, documents, desk, dispatch);
  const [noticed, setNoticed] = useState(restored);
  const heading = useRef<HTMLHeadingElement>(null);
  const signable = canSign(desk, document);
  const chosen = chosenDocuments(desk, documents);
  const spots = usePlaces(documents, desk, dispatch);
  const others = chosen.filter((one) => one.id !== id);
  const at = usePlace(document, others, desk, spots, dispatch, signable);
  const marks = useMarks(id, at);
  const expired = document.state === 'expired';
  const again = () => {
    dispatch({ do: 'again', id });
    // The panel with the button goes; what follows begins at the document's name.
    heading.current?.focus();
  };

  const next = nextOf(document, documents);
  const isDone = document.signedAt !== null && !signable && !expired;

  return (
    <>
      <DeskBar
        {...{ document, signable, chosen }}
        perCode={session.maxDocumentsPerOtp}
        onPage={isOnPage(session)}
        onSign={() => box.open(chosen)}
        ref={heading}
      />
      {noticed && signable && box.justSigned === 0 && (
        <DraftNotice
          onKeep={() => setNoticed(false)}
          onRestart={() => {
            restart();
            setNoticed(false);
          }}
        />
      )}
      {isDone && <DonePanel document={document} justSigned={box.justSigned} next={next} />}
      <StateNotice document={document} next={next} />
      <div className={`ws-desk ${documents.length > 1 ? 'ws-desk--group' : ''}`}>
        {documents.length > 1 && (
          <DocumentList
            documents={documents}
            shown={id}
            chosen={chosen}
            desk={desk}
            together={session.maxDocumentsPerOtp > 1 && !isOnPage(session)}
            onChoose={(ids, on) => dispatch({ do: 'tick', ids, on })}
            onRetry={(failed) => box.open([failed])}
          />
        )}
        {!expired && <DeskPages {...{ document, desk, at, signable, marks }} fullName={session.fullName} />}
        <DeskSide
          {...{ document, desk, at, signable, marks }}
          onVisible={(visible) => dispatch({ do: 'say', said: { visible } })}
          more={
            isDone && (
              <DoneMore
                document={document}
                many={box.justSigned > 1}
                signedInGroup={documents.filter(({ signedAt }) => signedAt !== null).length}
                onAgain={again}
              />
            )
          }
        />
      </div>
      {box.opened && (
        <SignBox
          {...box.opened}
          key={box.opened.running?.signing ?? ''}
          inGroup={documents.length > 1}
          spots={spots}
          shown={id}
          session={session}
          said={desk}
          onSaid={(said) => dispatch({ do: 'say', said })}
          onSettled={box.onSettled}
          onLeave={box.onLeave}
          onRefresh={box.refresh}
          onClose={box.close}
        />
      )}
    </>
  );
}
