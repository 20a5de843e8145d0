import type { DocumentAnswer } from '@websign/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../common/ui/button.tsx';
import { Choice as ChoiceField } from '../../common/ui/checkbox.tsx';
import { Covering } from './Covering.tsx';
import { pointsPerCentimetre, useLengths } from './lengths.ts';
import { NumberField } from './NumberField.tsx';
import { PresetChoice } from './PresetChoice.tsx';
import { atPreset, type Preset, pageBox, presetOf } from './placement.ts';
import { SameForAll } from './SameForAll.tsx';
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

  return (
    <section className="ws-side__part" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="govgr-heading-s">
        {t('placement.title')}
      </h2>
      <fieldset className="ws-plain ws-visibility">
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
          <Covering at={at} />
          {!document.visibleKeepsStandards && !at.isFixed && (
            <div className="ws-notice">
              <p className="ws-notice__text">
                {t('placement.standardsLost', { name: document.standards.at(-1) })}
              </p>
              <Button onClick={() => onVisible(false)}>{t('placement.unseen')}</Button>
            </div>
          )}
          <p role="status" className={at.limited ? 'ws-notice ws-notice--warn' : 'ws-plain-note'}>
            {at.limited && t('placement.limited')}
          </p>
          {!at.isFixed && <Choices document={document} at={at} />}
        </>
      )}
    </section>
  );
}

/** One of six places, the same for all, or exact numbers. */
function Choices({ document, at }: { document: DocumentAnswer; at: Place }) {
  const { placement, placeInView: place } = at;
  const page = pageBox(document, placement.page);
  const put = (preset: Preset) => place(atPreset(preset, placement.page, page, placement));
  return (
    <>
      <PresetChoice preset={presetOf(placement, page)} onPreset={put} />
      <SameForAll at={at} />
      <Numbers document={document} at={at} />
    </>
  );
}

/** The exact place and size, in centimetres. */
function Numbers({ document, at }: { document: DocumentAnswer; at: Place }) {
  const { t } = useTranslation();
  const lengths = useLengths();
  const { placement, placeInView: place } = at;
  return (
    <details className="ws-details">
      <summary className="govgr-details__summary">{t('placement.numbers')}</summary>
      <p className="govgr-hint ws-hint">{t('placement.unit')}</p>
      <div className="ws-numbers">
        <NumberField
          label={t('placement.page')}
          shown={String(placement.page)}
          onValue={(number) =>
            place({ ...placement, page: Math.min(Math.max(1, Math.round(number)), document.pages) })
          }
        />
        {(['x', 'y', 'width', 'height'] as const).map((key) => (
          <NumberField
            key={key}
            label={t(`placement.${key}`)}
            shown={lengths.field(placement[key])}
            onValue={(value) => place({ ...placement, [key]: value * pointsPerCentimetre })}
          />
        ))}
      </div>
    </details>
  );
}
