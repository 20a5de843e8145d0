import type { Finding } from '@websign/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What a programmer wants to know: the code of the kind, and in which objects and revisions it stands. */
export function Technical({ kind, findings }: { kind: string; findings: readonly Finding[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <details className="ws-finding__technical" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('findings.technical')}</summary>
      {open && (
        <>
          <p>
            {t('findings.code')}: <code translate="no">{kind}</code>
          </p>
          <ul>
            {findings.map(({ id, page, object, revision, excerpt }) => {
              const facts = [
                ...(page === undefined ? [] : [t('findings.page', { page })]),
                ...(object === undefined ? [] : [t('findings.object', { number: object })]),
                ...(revision === undefined ? [] : [t('findings.revision', { number: revision })]),
              ];
              // Only there the excerpt is a code, not words of the document.
              if (kind === 'unreadable_object' && excerpt) facts.push(excerpt);
              return facts.length > 0 && <li key={id}>{facts.join(' · ')}</li>;
            })}
          </ul>
        </>
      )}
    </details>
  );
}
