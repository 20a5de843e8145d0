import { api, type DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SendButton } from '../../common/send/SendButton.tsx';
import { Button } from '../../common/ui/button.tsx';
import { DownloadButton, SaveButton } from '../../common/ui/download.tsx';
import { KeyHint, Step } from './Step.tsx';

interface Props {
  document: DocumentAnswer;
  /** Several were signed just now: the panel above offers them all, and this one is offered here. */
  many: boolean;
  /** How many of the group are signed, by now or before. */
  signedInGroup: number;
  onAgain: () => void;
}

/** SGN-9: what else one can do with a signed document: send it, sign it once more, find it again. */
export function DoneMore({ document, many, signedInGroup, onAgain }: Props) {
  const { t } = useTranslation();
  return (
    <section className="ws-side__part" aria-labelledby="done-more-title">
      <h2 id="done-more-title" className="govgr-heading-s">
        {t('done.more')}
      </h2>
      <div className="ws-done__more">
        {many && <DownloadButton document={document}>{t('done.download')}</DownloadButton>}
        {!many && signedInGroup > 1 && (
          <SaveButton path={api.zip(document.groupId)} name={`${t('done.zipName')}.zip`}>
            {t('done.downloadAll')}
          </SaveButton>
        )}
        <SendButton document={document} />
        {document.state === 'signed' && (
          <Step step="again">
            <Button onClick={onAgain}>
              {t('done.again')}
              <KeyHint step="again" />
            </Button>
          </Step>
        )}
        <Link className="govgr-link" to="/history">
          {t('done.history')}
        </Link>
      </div>
    </section>
  );
}
