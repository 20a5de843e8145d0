import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import type { Desk } from './desk.ts';
import { PlacementPanel } from './PlacementPanel.tsx';
import { SideFacts } from './SideFacts.tsx';
import { SignButton } from './SignButton.tsx';
import type { Marks } from './useMarks.ts';
import type { Place } from './usePlace.ts';

interface Props {
  document: DocumentAnswer;
  desk: Desk;
  at: Place;
  signable: boolean;
  /** The ones that will be signed together. */
  chosen: DocumentAnswer[];
  perCode: number;
  onPage: boolean;
  marks: Marks;
  onVisible: (visible: boolean) => void;
  onSign: () => void;
}

/** Where the signature stands, the button that signs, and what the document holds. */
export function DeskSide(props: Props) {
  const { document, desk, at, signable, chosen, perCode, onPage, marks, onVisible, onSign } = props;
  const { t } = useTranslation();
  return (
    <aside className="ws-side" aria-label={t('sign.side')}>
      {signable && <PlacementPanel {...{ document, at, onVisible }} visible={desk.visible} />}
      {(signable || chosen.length > 0) && (
        <SignButton {...{ chosen, perCode, onPage }} quiet={!signable} onOpen={onSign} />
      )}
      <SideFacts {...{ document, signable, marks }} />
    </aside>
  );
}
