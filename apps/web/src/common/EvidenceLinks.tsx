import './evidence.css';
import { useQuery } from '@tanstack/react-query';
import { api, evidenceName } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { configQuery } from './api/queries.ts';
import { SaveLink } from './ui/download.tsx';
import { FileName } from './ui/file-name.tsx';

/** How a signed document came to be signed: under the service's seal, for people and courts, and for programs. */
export function EvidenceLinks({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const formats = config?.evidenceSheets ? (['pdf', 'json'] as const) : (['json'] as const);
  return (
    <p className="ws-evidence">
      {formats.map((format) => (
        <SaveLink
          key={format}
          path={`${api.evidence(id)}?format=${format}`}
          name={evidenceName(name, format)}
        >
          {t(`evidence.${format}`)}
          <span className="ws-hidden">
            : <FileName name={name} />
          </span>
        </SaveLink>
      ))}
    </p>
  );
}
