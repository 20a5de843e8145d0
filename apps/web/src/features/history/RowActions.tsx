import { api, type HistoryDetail, signedName } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SendButton } from '../../common/send/SendButton.tsx';
import { SaveButton } from '../../common/ui/download.tsx';

interface Props {
  detail: HistoryDetail;
  /** A file turned out to be gone: what is shown is no longer true. */
  onGone: () => void;
}

/** What can still be done with the document: the next step is the green one. */
export function RowActions({ detail: { row, current_kept }, onGone }: Props) {
  const { t } = useTranslation();
  if (!current_kept || row.state === 'refused' || row.state === 'expired') return null;
  const { id, filename, signed } = row;
  return (
    <div className="govgr-button-group ws-row__actions">
      {signed && (
        <SaveButton look="primary" path={api.file(id)} name={signedName(filename)} onFailure={onGone}>
          {t('historyRow.download')}
        </SaveButton>
      )}
      {signed && <SendButton document={{ id, name: filename }} />}
      {row.state !== 'locked' && (
        <Link
          className={`govgr-btn ${signed ? 'govgr-btn-secondary' : 'govgr-btn-primary'}`}
          to={`/sign/${id}`}
        >
          {t(signed ? 'historyRow.signAgain' : 'historyRow.sign')}
        </Link>
      )}
      <Link className="govgr-btn govgr-btn-secondary" to={`/sign/${id}/preview`}>
        {t('historyRow.preview')}
      </Link>
    </div>
  );
}
