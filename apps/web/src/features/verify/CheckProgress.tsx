import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../common/ui/button.tsx';
import { ProgressAnnouncer, ProgressBar } from '../../common/ui/progress.tsx';
import { headline } from '../../common/verdict-words.ts';
import { type Check, isOpen, progressOf } from './checks.ts';

interface Props {
  list: readonly Check[];
  /** What the check waits for, besides its turn. */
  waiting: 'away' | 'busy' | null;
  onCancel: () => void;
}

/** How far the check is, in a bar and, at milestones, aloud; what came of it is said when it is over. */
export function CheckProgress({ list, waiting, onCancel }: Props) {
  const { t } = useTranslation();
  const { done, percent } = progressOf(list);
  const busy = list.some(isOpen);
  const say = useCallback((reached: number) => t('verify.announce', { percent: reached }), [t]);
  return (
    <>
      {busy && (
        <section className="ws-panel" aria-labelledby="check-title">
          <h2 id="check-title" className="govgr-heading-m">
            {t('verify.progress')}
          </h2>
          <div className="ws-total">
            <p className="ws-verify__count">{t('verify.done', { done, total: list.length })}</p>
            <ProgressBar percent={percent} label={t('verify.progress')} />
            <p className="govgr-hint ws-total__note" role="status">
              {waiting && t(waiting === 'away' ? 'verify.waitingAway' : 'verify.waitingBusy')}
            </p>
          </div>
          <Button onClick={onCancel}>{t('verify.cancel')}</Button>
          {list.length > 1 && <ProgressAnnouncer percent={percent} say={say} />}
        </section>
      )}
      <Finished list={list} />
    </>
  );
}

/** Says aloud what came of the check; the headings below say it to the eye. */
function Finished({ list }: { list: readonly Check[] }) {
  const { t } = useTranslation();
  const over = list.length > 0 && !list.some(isOpen);
  const [first] = list;
  const document = first?.judged?.document;
  const verdict = document ? headline(t, document) : t('verify.unchecked');
  return (
    <div className="ws-hidden" role="status">
      {over && t('verify.finished', { count: list.length, verdict })}
    </div>
  );
}
