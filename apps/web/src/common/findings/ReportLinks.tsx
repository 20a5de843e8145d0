import { api, findingsName } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { SaveLink } from '../ui/download.tsx';
import { FileName } from '../ui/file-name.tsx';

/** An uploaded file whose findings can be had as a report. */
export interface Reported {
  /** Of its row in the history. */
  id: string;
  name: string;
}

/** The findings as a report, to be kept or handed on: for people, and for programs. */
export function ReportLinks({ id, name }: Reported) {
  const { t } = useTranslation();
  return (
    <p className="ws-findings__report">
      {(['pdf', 'json'] as const).map((format) => (
        <SaveLink
          key={format}
          path={`${api.findings(id)}?format=${format}`}
          name={findingsName(name, format)}
        >
          {t(`findings.report.${format}`)}
          <span className="ws-hidden">
            : <FileName name={name} />
          </span>
        </SaveLink>
      ))}
    </p>
  );
}
