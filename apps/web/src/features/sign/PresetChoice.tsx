import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preset } from './placement.ts';

/** In the order in which they lie on the sheet that the choice draws. */
const rows: readonly Preset[] = [
  'topLeft',
  'topCenter',
  'topRight',
  'bottomLeft',
  'bottomCenter',
  'bottomRight',
];

interface Props {
  /** The one at which the signature stands; null when it was put elsewhere. */
  preset: Preset | null;
  onPreset: (preset: Preset) => void;
}

/** The six places as a small sheet of paper: one touch moves the signature, one Tab reaches them, arrows choose. */
export function PresetChoice({ preset, onPreset }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const name = preset ? t(`placement.presets.${preset}`) : t('placement.custom');
  return (
    <fieldset className="ws-presets">
      <legend className="ws-presets__legend">
        {t('placement.preset')}: <strong>{name}</strong>
      </legend>
      <div className="ws-presets__sheet">
        {rows.map((one) => (
          <label key={one} className="ws-presets__place" title={t(`placement.presets.${one}`)}>
            <input
              type="radio"
              className="ws-presets__radio"
              name={id}
              value={one}
              checked={one === preset}
              onChange={() => onPreset(one)}
              // The one that is chosen already brings the signature back into view.
              onClick={() => one === preset && onPreset(one)}
            />
            <span className="ws-hidden">{t(`placement.presets.${one}`)}</span>
            <span className="ws-presets__mark" aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
