import { useQuery } from '@tanstack/react-query';
import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { fileQuery } from '../../common/api/queries.ts';
import { FindingMarks } from '../../common/findings/FindingMarks.tsx';
import { LazyViewer } from '../../common/viewer/LazyViewer.tsx';
import type { ShownPage } from '../../common/viewer/Viewer.tsx';
import type { Desk } from './desk.ts';
import { Overlay } from './Overlay.tsx';
import type { Marks } from './useMarks.ts';
import type { Place } from './usePlace.ts';
import { stepKeys } from './useStepKeys.ts';

interface Props {
  document: DocumentAnswer;
  desk: Desk;
  at: Place;
  /** The signer's, as it will be seen. */
  fullName: string;
  signable: boolean;
  marks: Marks;
}

/** The pages of the document, over them the outlines of findings, and the signature where one can be placed. */
export function DeskPages({ document, desk, at, fullName, signable, marks }: Props) {
  const { t } = useTranslation();
  const file = useQuery(fileQuery(document.id, document.checksum));
  const stepWords = stepKeys.map((step) => ({
    keys: [t(`done.keys.${step}`)],
    does: t(`done.keyDoes.${step}`),
  }));
  const { visible, reason, title } = desk;
  const overlay = (page: ShownPage) => (
    <>
      {marks.on && (
        <FindingMarks
          page={page}
          findings={alarming(document, marks)}
          current={marks.finding?.id ?? null}
          sought={marks.sought}
        />
      )}
      {signable && <Overlay {...{ page, at, document, visible }} text={{ name: fullName, reason, title }} />}
    </>
  );
  // Where the signature will stand is still being asked for.
  const isLooking = signable && visible && !at.isHidden && !at.told;
  const placed = visible && at.shown === at.placement.page;
  return (
    <div
      className={`ws-desk__pages ${signable ? 'ws-desk__placing' : ''}`}
      data-looking={isLooking || undefined}
    >
      <LazyViewer
        file={file.data}
        failed={file.isError}
        name={document.name}
        page={at.shown}
        onPage={at.show}
        reveal={marks.reveal ?? (placed ? { area: at.placement, key: at.revealKey } : null)}
        overlay={overlay}
        placing={signable}
        fit="page"
        moreKeys={document.signedAt && !signable ? stepWords : []}
      />
    </div>
  );
}

/** Information is marked only when it is asked for. */
const alarming = ({ findings }: DocumentAnswer, { finding }: Marks) =>
  findings.filter(({ id, verdict }) => verdict !== 'info' || id === finding?.id);
