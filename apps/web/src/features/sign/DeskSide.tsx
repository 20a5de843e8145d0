import type { DocumentAnswer } from '@websign/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyNotice } from './CopyNotice.tsx';
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
  /** What one can do with a document that is signed; false for others. */
  more: ReactNode;
}

/** Where the signature stands or what proves it, and what the document holds. That it is a copy comes before signing it. */
export function DeskSide({ document, desk, at, signable, marks, onVisible, more }: Props) {
  const { t } = useTranslation();
  return (
    <aside className="ws-side" aria-label={t('sign.side')}>
      {!more && <CopyNotice document={document} />}
      {signable && <PlacementPanel {...{ document, at, onVisible }} visible={desk.visible} />}
      {more}
      {more && <Receipt document={document} />}
      {more && <CopyNotice document={document} />}
      <SideFacts {...{ document, signable, marks }} />
    </aside>
  );
}
