import type { DocumentAnswer } from '@websign/contract';
import type { ShownPage } from '../../common/viewer/Viewer.tsx';
import { PlacementBox } from './PlacementBox.tsx';
import { pageBox } from './placement.ts';
import type { LookText } from './SignatureLook.tsx';
import { StillBox } from './StillBox.tsx';
import type { Place } from './usePlace.ts';
import { isOpaqueAt } from './usePlaces.ts';

interface Props {
  page: ShownPage;
  visible: boolean;
  at: Place;
  document: DocumentAnswer;
  text: LookText;
}

/** The signature over its page. */
export function Overlay({ page, visible, at, document, text }: Props) {
  if (!visible || at.isHidden || at.placement.page !== page.number) return null;
  const isOpaque = isOpaqueAt(document, at.told, at.covers);
  if (at.isFixed)
    return <StillBox {...{ document, page, text, isOpaque }} placement={at.placement} covers={false} />;
  return (
    <PlacementBox
      at={at}
      page={pageBox(document, page.number)}
      pages={document.pages}
      widthPx={page.widthPx}
      text={text}
      covers={at.covers}
      isOpaque={isOpaque}
    />
  );
}
