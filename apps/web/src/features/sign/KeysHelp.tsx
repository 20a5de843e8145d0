import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** The keys of this screen; `?` opens the list, unless somebody is typing. */
export function KeysHelp() {
  const { t } = useTranslation();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '?' || typing || document.querySelector('dialog[open]')) return;
      if (!details.current) return;
      details.current.open = true;
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <details ref={details} className="ws-details">
      <summary className="govgr-details__summary">{t('sign.keys')}</summary>
      <p className="ws-facts">{t('sign.keysText')}</p>
    </details>
  );
}
