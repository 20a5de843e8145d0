import { useQuery } from '@tanstack/react-query';
import type { DocumentAnswer } from '@websign/contract';
import { fileQuery } from '../../common/api/queries.ts';
import { LazyViewer } from '../../common/viewer/LazyViewer.tsx';
import type { ShownPage } from '../../common/viewer/Viewer.tsx';
import type { Desk } from './desk.ts';
import { Overlay } from './Overlay.tsx';
import type { Place } from './usePlace.ts';

interface Props {
  document: DocumentAnswer;
  desk: Desk;
  at: Place;
  /** The signer's, as it will be seen. */
  fullName: string;
  signable: boolean;
}

/** The pages of the document, and over them the signature where one can be placed. */
export function DeskPages({ document, desk, at, fullName, signable }: Props) {
  const file = useQuery(fileQuery(document.id, document.checksum));
  const { visible, reason, title } = desk;
  const overlay = (page: ShownPage) => (
    <Overlay {...{ page, at, document, visible }} text={{ name: fullName, reason, title }} />
  );
  return (
    <div className={signable ? 'ws-desk__placing' : undefined}>
      <LazyViewer
        file={file.data}
        failed={file.isError}
        name={document.name}
        page={at.shown}
        onPage={at.show}
        reveal={visible && at.shown === at.placement.page ? { area: at.placement, key: at.revealKey } : null}
        {...(signable ? { overlay } : {})}
      />
    </div>
  );
}
