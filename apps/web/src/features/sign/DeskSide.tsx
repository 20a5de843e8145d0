import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import type { Desk } from './desk.ts';
import { PlacementPanel } from './PlacementPanel.tsx';
import { Receipt } from './Receipt.tsx';
import { SideFacts } from './SideFacts.tsx';
import type { Marks } from './useMarks.ts';
import type { Place } from './usePlace.ts';

interface Props {
  document: DocumentAnswer;
  desk: Desk;
  at: Place;
  signable: boolean;
  marks: Marks;
  onVisible: (visible: boolean) => void;
}

/** Where the signature stands or what proves it, and what the document holds. */
export function DeskSide({ document, desk, at, signable, marks, onVisible }: Props) {
  const { t } = useTranslation();
  const isSigned = document.signedAt !== null && !signable && document.state !== 'expired';
  return (
    <aside className="ws-side" aria-label={t('sign.side')}>
      {signable && <PlacementPanel {...{ document, at, onVisible }} visible={desk.visible} />}
      {isSigned && <Receipt document={document} />}
      <SideFacts {...{ document, signable, marks }} />
    </aside>
  );
}
