import type { DocumentAnswer } from '@websign/contract';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { WarningIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { Choice as ChoiceField } from '../../common/ui/checkbox.tsx';
import { overlaps } from '../../common/viewer/geometry.ts';
import { nearestFree } from './free.ts';
import { NumberField } from './NumberField.tsx';
import { atPreset, type Preset, pageBox, presetOf, presets } from './placement.ts';
import type { Place } from './usePlace.ts';

interface Props {
  document: DocumentAnswer;
  visible: boolean;
  at: Place;
  onVisible: (visible: boolean) => void;
}

/** Where the signature stands: visible or not, one of six places, or exact numbers. */
export function PlacementPanel({ document, visible, at, onVisible }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { placement, placeInView: place } = at;
  const page = pageBox(document, placement.page);
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
          <Covering document={document} at={at} />
          <p role="status" className={at.limited ? 'ws-notice ws-notice--warn' : 'ws-plain-note'}>
            {at.limited && t('placement.limited')}
          </p>
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
                onValue={(number) =>
                  place({ ...placement, page: Math.min(Math.max(1, Math.round(number)), document.pages) })
                }
              />
              {(['x', 'y', 'width', 'height'] as const).map((key) => (
                <NumberField
                  key={key}
                  label={t(`placement.${key}`)}
                  value={placement[key]}
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

/** Says so when the box is on another page than the shown one, or lies over text of the document. */
function Covering({ document, at }: { document: DocumentAnswer; at: Place }) {
  const { t } = useTranslation();
  const { placement, shown, occupied, placeInView: place } = at;
  const covers = occupied.some((area) => overlaps(area, placement));
  const free = useMemo(
    () => (covers ? nearestFree(placement, pageBox(document, placement.page), occupied) : null),
    [covers, placement, document, occupied],
  );
  if (placement.page !== shown) {
    return (
      <div className="ws-notice">
        <p className="ws-notice__text">{t('placement.elsewhere', { page: placement.page })}</p>
        <div className="govgr-button-group">
          <Button onClick={() => place(placement)}>{t('placement.goThere')}</Button>
          <Button onClick={() => place({ ...placement, page: shown })}>{t('placement.here')}</Button>
        </div>
      </div>
    );
  }
  if (!covers) return null;
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
