import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../common/ui/button.tsx';
import { Dialog } from '../../common/ui/dialog.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { useLengths } from './lengths.ts';
import { PlacePage } from './PlacePage.tsx';
import type { LookText } from './SignatureLook.tsx';
import { isCovering, isOpaqueAt, type Places } from './usePlaces.ts';

interface Props {
  document: DocumentAnswer;
  places: Places;
  text: LookText;
  onClose: () => void;
}

/** The page with the signature on it, to be looked at without leaving the sign box. */
export function SignaturePlaceDialog({ document, places, text, onClose }: Props) {
  const { t } = useTranslation();
  const place = places.of(document);
  const covers = isCovering(place);
  const at = places.placementOf(document);
  const lengths = useLengths();
  return (
    <Dialog title={t('placement.title')} onCancel={onClose} className="ws-place" read>
      <p className="ws-facts ws-place__file">
        <FileName name={document.name} />
      </p>
      <div className="ws-place__body">
        <div className="ws-place__side">
          <p>{t('placement.moved', { page: at.page, x: lengths.words(at.x), y: lengths.words(at.y) })}</p>
          <p>{t('placement.sized', { width: lengths.words(at.width), height: lengths.words(at.height) })}</p>
        </div>
        <PlacePage
          {...{ document, text, covers }}
          placement={at}
          isOpaque={isOpaqueAt(document, place, covers)}
        />
      </div>
      <div className="govgr-button-group ws-dialog__buttons">
        <Button look="primary" onClick={onClose}>
          {t('app.close')}
        </Button>
      </div>
    </Dialog>
  );
}
