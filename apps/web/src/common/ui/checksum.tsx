import './checksum.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from '../icons.tsx';

/** How many of the 64 digits are shown where there is little room. */
const SHORT = 12;
/** Milliseconds that "copied" stays. */
const SAID_MS = 4000;

interface Props {
  /** Lower-case hexadecimal. */
  value: string;
  /** Whose checksum it is: part of the button's name. */
  of: string;
  short?: boolean;
}

/** A checksum that can be copied in full; where it is shown shortened, assistive technology has all of it. */
export function Checksum({ value, of, short = false }: Props) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      // Refused by the browser, or there is no clipboard: the whole value is shown to be selected.
      setOutcome('refused');
    }
  };
  const shortened = short && outcome !== 'refused';
  return (
    <span className="ws-sum">
      <span className="ws-sum__value" translate="no">
        {shortened ? (
          <>
            <span aria-hidden="true">{value.slice(0, SHORT)}…</span>
            <span className="ws-hidden">{value}</span>
          </>
        ) : (
          value
        )}
      </span>
      <button type="button" className="ws-quiet" onClick={() => void copy()}>
        <CopyIcon className="ws-icon--small" />
        {t('checksum.copy')}
        <span className="ws-hidden">
          : {t('checksum.name')}, <bdi>{of}</bdi>
        </span>
      </button>
      <span role="status" className="ws-sum__note">
        {outcome && t(`checksum.${outcome}`)}
      </span>
    </span>
  );
}
