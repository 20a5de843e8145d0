import { useTranslation } from 'react-i18next';
import { codeOf } from '../../common/api/error.ts';
import { ErrorIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';

interface Props {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** Nothing came, or no answer at all: why, and a way to try again. */
export function Failure({ error, busy, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <div className="ws-notice ws-notice--bad" role="alert">
      <h2 className="govgr-heading-s">
        <ErrorIcon className="ws-notice__icon ws-icon--small" /> {t('history.failed')}
      </h2>
      <p className="govgr-body">{t(`errors.${codeOf(error)}`)}</p>
      <Button busy={busy} onClick={onRetry}>
        {t('history.retry')}
      </Button>
    </div>
  );
}
