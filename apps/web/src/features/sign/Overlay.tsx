import type { DocumentAnswer } from '@websign/contract';
import { useEffect } from 'react';
import { overlaps } from '../../common/viewer/geometry.ts';
import type { ShownPage } from '../../common/viewer/Viewer.tsx';
import { PlacementBox } from './PlacementBox.tsx';
import { pageBox } from './placement.ts';
import type { LookText } from './SignatureLook.tsx';
import type { Place } from './usePlace.ts';

interface Props {
  page: ShownPage;
  visible: boolean;
  at: Place;
  document: DocumentAnswer;
  text: LookText;
}

/** The signature over its page; tells what else stands there. */
export function Overlay({ page, visible, at, document, text }: Props) {
  const { occupied } = page;
  const { placement, setOccupied } = at;
  useEffect(() => setOccupied(occupied), [occupied, setOccupied]);
  if (!visible || placement.page !== page.number) return null;
  const covers = occupied.some((area) => overlaps(area, placement));
  return (
    <PlacementBox
      at={at}
      page={pageBox(document, page.number)}
      pages={document.pages}
      widthPx={page.widthPx}
      text={text}
      covers={covers}
      // What others have signed stays to be read: over it the signature has no ground.
      isOpaque={!(covers && document.signatures.length > 0)}
    />
  );
}
