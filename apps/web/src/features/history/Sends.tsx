import type { HistorySend } from '@websign/contract';
import type { TFunction } from 'i18next';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ClockIcon, ErrorIcon, SuccessIcon, WarningIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { useFormats } from '../../i18n/format.ts';
import { Section } from './Section.tsx';

const icons = { waiting: ClockIcon, sent: SuccessIcon, unknown: WarningIcon, failed: ErrorIcon };
const looks = { waiting: 'note', sent: 'good', unknown: 'warn', failed: 'bad' } as const;

/** What became of it and what to do. */
const textOf = (t: TFunction, { state, failure }: HistorySend): string =>
  state === 'failed'
    ? t(`historyRow.sendFailures.${failure ?? 'internal'}`)
    : t(`historyRow.sendTexts.${state}`);

interface Props {
  sends: HistorySend[];
  busy: boolean;
  onRefresh: () => void;
}

/** To whom the document was sent by e-mail and what became of it. */
export function Sends({ sends, busy, onRefresh }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  const waiting = sends.some(({ state }) => state === 'waiting');
  // The button that was there stays, and with it the focus of whoever pressed it.
  const waited = useRef(false);
  if (waiting) waited.current = true;
  if (sends.length === 0) return null;
  return (
    <Section title={t('historyRow.sends')}>
      <ul className="ws-row__items" aria-live="polite">
        {sends.map((sent) => {
          const Icon = icons[sent.state];
          return (
            <li key={`${sent.asked_at} ${sent.to}`} className="ws-row__item">
              <p className={`ws-row__name ws-verdict ws-verdict--${looks[sent.state]}`}>
                <Icon className="ws-icon--small" />
                <span>
                  <bdi>{sent.to}</bdi>
                  {sent.copy && <> ({t('historyRow.sendCopy')})</>}:{' '}
                  {t(`historyRow.sendStates.${sent.state}`)}
                </span>
              </p>
              <p>{textOf(t, sent)}</p>
              <p className="ws-facts">
                {t('historyRow.sendAsked', { time: format.dateTime(sent.asked_at) })}
                {sent.settled_at && (
                  <> · {t('historyRow.sendSettled', { time: format.dateTime(sent.settled_at) })}</>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      {waited.current && (
        <Button busy={busy} onClick={onRefresh}>
          {t('historyRow.refresh')}
        </Button>
      )}
    </Section>
  );
}
