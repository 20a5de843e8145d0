import { useQueryClient } from '@tanstack/react-query';
import { api, type HistoryRow, originalName, signedName } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { SaveLink } from '../../common/ui/download.tsx';

interface Props {
  row: HistoryRow;
  /** What tells this file from all others of the list. */
  label: string;
}

/** The newest version of the row's file: the signed one where there is one, else what was uploaded. */
export function RowDownload({ row: { id, filename, signed, state }, label }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  if (state === 'expired') return <span className="ws-history__gone">{t('history.gone')}</span>;
  return (
    <SaveLink
      path={api.file(id)}
      name={signed ? signedName(filename) : originalName(filename)}
      // It may have left since the list was fetched: the rows are asked for again.
      onFailure={() => void client.invalidateQueries({ queryKey: ['history', 'rows'] })}
    >
      {t('app.download')}
      <span className="ws-hidden">
        {': '}
        {t(signed ? 'history.signedFile' : 'history.uploadedFile', { label })}
      </span>
    </SaveLink>
  );
}
