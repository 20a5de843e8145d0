import type { DocumentAnswer, Placement } from '@websign/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { WarningIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { Choice as ChoiceField } from '../../common/ui/checkbox.tsx';
import { type Area, overlaps } from '../../common/viewer/geometry.ts';
import { NumberField } from './NumberField.tsx';
import { atPreset, keepInside, nearestFree, type Preset, pageBox, presetOf, presets } from './placement.ts';

interface Props {
  document: DocumentAnswer;
  visible: boolean;
  placement: Placement;
  /** The page that is on the screen. */
  shown: number;
  occupied: Area[];
  onVisible: (visible: boolean) => void;
  onPlace: (placement: Placement) => void;
  onShow: (page: number) => void;
}

/** Where the signature stands: visible or not, one of six places, or exact numbers. */
export function PlacementPanel(props: Props) {
  const { document, visible, placement, shown, occupied, onVisible, onPlace, onShow } = props;
  const { t } = useTranslation();
  const id = useId();
  const page = pageBox(document, placement.page);
  const place = (next: Placement) => {
    onPlace(keepInside(next, pageBox(document, next.page)));
    if (next.page !== shown) onShow(next.page);
  };
  const put = (preset: Preset, number = placement.page) =>
    place(atPreset(preset, number, pageBox(document, number), placement));
  const preset = presetOf(placement, page);

  return (
    <section className="ws-side__part" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="govgr-heading-s">
        {t('placement.title')}
      </h2>
      <fieldset className="ws-plain">
        <legend className="ws-hidden">{t('placement.title')}</legend>
        <ChoiceField
          type="radio"
          name={`${id}-visible`}
          label={t('placement.visible')}
          checked={visible}
          onChange={() => onVisible(true)}
        />
        <ChoiceField
          type="radio"
          name={`${id}-visible`}
          label={t('placement.invisible')}
          hint={visible ? undefined : t('placement.invisibleHint')}
          checked={!visible}
          onChange={() => onVisible(false)}
        />
      </fieldset>
      {visible && (
        <>
          <Covering {...{ document, placement, shown, occupied, place, onShow }} />
          <label className="ws-label" htmlFor={`${id}-preset`}>
            {t('placement.preset')}
          </label>
          <select
            id={`${id}-preset`}
            className="govgr-select ws-select"
            value={preset ?? 'custom'}
            onChange={(event) => {
              const chosen = presets.find((name) => name === event.target.value);
              if (chosen) put(chosen);
            }}
          >
            {presets.map((name) => (
              <option key={name} value={name}>
                {t(`placement.presets.${name}`)}
              </option>
            ))}
            {preset === null && <option value="custom">{t('placement.custom')}</option>}
          </select>
          <details className="ws-details">
            <summary className="govgr-details__summary">{t('placement.numbers')}</summary>
            <p className="govgr-hint ws-hint">{t('placement.unit')}</p>
            <div className="ws-numbers">
              <NumberField
                label={t('placement.page')}
                value={placement.page}
                low={1}
                high={document.pages}
                onValue={(number) => place({ ...placement, page: Math.round(number) })}
              />
              {(['x', 'y', 'width', 'height'] as const).map((key) => (
                <NumberField
                  key={key}
                  label={t(`placement.${key}`)}
                  value={placement[key]}
                  low={0}
                  high={key === 'x' || key === 'width' ? page.width : page.height}
                  onValue={(value) => place({ ...placement, [key]: value })}
                />
              ))}
            </div>
          </details>
        </>
      )}
    </section>
  );
}

interface CoveringProps {
  document: DocumentAnswer;
  placement: Placement;
  shown: number;
  occupied: Area[];
  place: (placement: Placement) => void;
  onShow: (page: number) => void;
}

/** Says so when the box is on another page than the shown one, or lies over text of the document. */
function Covering({ document, placement, shown, occupied, place, onShow }: CoveringProps) {
  const { t } = useTranslation();
  if (placement.page !== shown) {
    return (
      <div className="ws-notice">
        <p className="ws-notice__text">{t('placement.elsewhere', { page: placement.page })}</p>
        <div className="govgr-button-group">
          <Button onClick={() => onShow(placement.page)}>{t('placement.goThere')}</Button>
          <Button onClick={() => place({ ...placement, page: shown })}>{t('placement.here')}</Button>
        </div>
      </div>
    );
  }
  if (!occupied.some((area) => overlaps(area, placement))) return null;
  const free = nearestFree(placement, pageBox(document, shown), occupied);
  return (
    <div className="ws-notice ws-notice--warn" role="status">
      <p className="ws-notice__text">
        <WarningIcon className="ws-icon--small ws-notice__icon" /> {t('placement.overlap')}
      </p>
      {free ? (
        <Button onClick={() => place(free)}>{t('placement.free')}</Button>
      ) : (
        <p>{t('placement.noFree')}</p>
      )}
    </div>
  );
}
