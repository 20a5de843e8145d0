import type { Finding } from '@websign/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutTurns } from '../names.ts';
import { partOf } from './groups.ts';

interface Props {
  kind: string;
  /** What the kind is called: there are as many of these as kinds. */
  title: string;
  findings: readonly Finding[];
}

/** What a programmer wants to know: the code of the kind, and in which objects and revisions it stands. */
export function Technical({ kind, title, findings }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <details className="ws-finding__technical" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('findings.technical')}
        <span className="ws-hidden">: {title}</span>
      </summary>
      {open && (
        <>
          <p>
            {t('findings.code')}: <code translate="no">{kind}</code>
          </p>
          <ul>
            {findings.map((finding) => {
              const { id, page, object, revision } = finding;
              const facts = [
                ...(page === undefined ? [] : [t('findings.page', { page })]),
                ...(object === undefined ? [] : [t('findings.object', { number: object })]),
                ...(revision === undefined ? [] : [t('findings.revision', { number: revision })]),
              ];
              const part = withoutTurns(partOf(finding));
              if (facts.length === 0 && part === '') return null;
              return (
                <li key={id}>
                  {facts.join(' · ')}
                  {part !== '' && (
                    <>
                      {facts.length > 0 && ' · '}
                      <code translate="no">{part}</code>
                    </>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </details>
  );
}
