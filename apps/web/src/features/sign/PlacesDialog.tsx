import type { DocumentAnswer, Placement } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../common/ui/button.tsx';
import { Dialog } from '../../common/ui/dialog.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { PlacePage } from './PlacePage.tsx';
import type { LookText } from './SignatureLook.tsx';
import { useCoverText } from './useCoverText.ts';
import { isOpaqueAt, type KnownPlace, type Places } from './usePlaces.ts';

interface Props {
  documents: readonly DocumentAnswer[];
  places: Places;
  text: LookText;
  onClose: () => void;
}

/**
 * SGN-13: the places that cover something, one document after the other: the page with the signature on it, what may be
 * chosen instead, and the confirmation that it was seen.
 */
export function PlacesDialog({ documents, places, text, onClose }: Props) {
  const { t } = useTranslation();
  const [all] = useState(() => documents.filter(places.isOpen).map(({ id }) => id));
  // Until the server has told of a place that was just chosen, its document stays.
  const open = documents.filter(
    (document) => all.includes(document.id) && (places.isOpen(document) || places.isAsked(document)),
  );
  const [document] = open;
  useEffect(() => {
    if (!document) onClose();
  }, [document, onClose]);
  if (!document) return null;
  return (
    <Dialog
      key={document.id}
      title={t('covered.position', { current: all.length - open.length + 1, total: all.length })}
      onCancel={onClose}
      className="ws-place"
      read
    >
      <p className="ws-facts ws-place__file">
        <FileName name={document.name} />
      </p>
      <Body {...{ document, places, text }} />
      <div className="govgr-button-group ws-dialog__buttons">
        <Button onClick={onClose}>{t('app.close')}</Button>
        <Button look="primary" busy={places.isAsked(document)} onClick={() => places.confirm(document)}>
          {t('covered.confirm')}
        </Button>
      </div>
    </Dialog>
  );
}

interface BodyProps extends Omit<Props, 'documents' | 'onClose'> {
  document: DocumentAnswer;
}

/** What was told of the place; while another one is asked about, what was told last. */
function useLastTold(place: KnownPlace | undefined): KnownPlace | undefined {
  const last = useRef(place);
  if (place) last.current = place;
  return last.current;
}

function Body({ document, places, text }: BodyProps) {
  const { t } = useTranslation();
  const coverText = useCoverText();
  const side = useRef<HTMLDivElement>(null);
  const isAsked = places.isAsked(document);
  const told = useLastTold(places.of(document));
  const put = (placement: Placement) => places.put(document, placement);
  useEffect(() => {
    // The choice that was pressed is not offered at the new place: one goes on at the title.
    if (isAsked || window.document.activeElement !== window.document.body) return;
    side.current?.closest('dialog')?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isAsked]);
  if (!told) return null;
  const { smaller, otherPage } = told;
  return (
    <div className="ws-place__body" aria-busy={isAsked}>
      <div ref={side} className="ws-place__side">
        <p>{coverText(told)}</p>
        <p>{t('covered.choices')}</p>
        <div className="govgr-button-group">
          {told.status === 'moved' && (
            <Button busy={isAsked} onClick={() => put(told.placement)}>
              {t('placement.free')}
            </Button>
          )}
          {smaller && (
            <Button busy={isAsked} onClick={() => put(smaller)}>
              {t('placement.smaller')}
            </Button>
          )}
          {otherPage && (
            <Button busy={isAsked} onClick={() => put(otherPage)}>
              {t('placement.otherPage', { page: otherPage.page })}
            </Button>
          )}
          <Button onClick={() => places.hide(document, true)}>{t('covered.invisible')}</Button>
        </div>
      </div>
      <PlacePage
        {...{ document, text }}
        placement={places.placementOf(document)}
        isOpaque={isOpaqueAt(document, places.of(document), true)}
        covers
      />
    </div>
  );
}
