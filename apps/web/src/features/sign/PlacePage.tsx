import { useQuery } from '@tanstack/react-query';
import type { DocumentAnswer, Placement } from '@websign/contract';
import { useState } from 'react';
import { fileQuery } from '../../common/api/queries.ts';
import { LazyViewer } from '../../common/viewer/LazyViewer.tsx';
import type { LookText } from './SignatureLook.tsx';
import { StillBox } from './StillBox.tsx';

/** The page with the signature on it as it will be seen. */
export function PlacePage({
  document,
  placement,
  text,
  isOpaque,
  covers,
}: {
  document: DocumentAnswer;
  placement: Placement;
  text: LookText;
  isOpaque: boolean;
  covers: boolean;
}) {
  const file = useQuery(fileQuery(document.id, document.checksum));
  const [page, setPage] = useState(placement.page);
  return (
    <div className="ws-place__pages">
      <LazyViewer
        file={file.data}
        failed={file.isError}
        name={document.name}
        page={page}
        onPage={setPage}
        reveal={page === placement.page ? { area: placement, key: document.id } : null}
        overlay={(shown) =>
          shown.number === placement.page && (
            <StillBox {...{ document, placement, text, isOpaque, covers }} page={shown} />
          )
        }
      />
    </div>
  );
}
