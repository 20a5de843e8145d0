import type { DocumentAnswer, Placement } from '@websign/contract';
import { useEffect } from 'react';
import { type Area, overlaps } from '../../common/viewer/geometry.ts';
import type { ShownPage } from '../../common/viewer/Viewer.tsx';
import { PlacementBox } from './PlacementBox.tsx';
import { pageBox } from './placement.ts';
import type { LookText } from './SignatureLook.tsx';

interface Props {
  page: ShownPage;
  /** null: the signature will be invisible. */
  placement: Placement | null;
  document: DocumentAnswer;
  text: LookText;
  onOccupied: (areas: Area[]) => void;
  onPlace: (placement: Placement) => void;
  onPage: (page: number) => void;
}

/** The signature over its page; tells what else stands there. */
export function Overlay({ page, placement, document, text, onOccupied, onPlace, onPage }: Props) {
  const { occupied } = page;
  useEffect(() => onOccupied(occupied), [occupied, onOccupied]);
  if (!placement || placement.page !== page.number) return null;
  return (
    <PlacementBox
      placement={placement}
      page={pageBox(document, page.number)}
      pages={document.pages}
      widthPx={page.widthPx}
      text={text}
      covers={occupied.some((area) => overlaps(area, placement))}
      onPlace={onPlace}
      onPage={onPage}
    />
  );
}
