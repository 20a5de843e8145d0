import './verify.css';
import { limits } from '@websign/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DropArea } from '../../common/files/DropArea.tsx';
import { useFormats } from '../../i18n/format.ts';
import { CheckProgress } from './CheckProgress.tsx';
import { isOpen } from './checks.ts';
import { Results } from './Results.tsx';
import { Samples } from './Samples.tsx';
import { useChecks } from './useChecks.ts';

/** Documents of any origin: whether they are validly signed, by whom, when, and what changed since. Nothing is kept. */
export function VerifyPage() {
  const { t } = useTranslation();
  const format = useFormats();
  const { checks, dispatch, away } = useChecks();
  const input = useRef<HTMLInputElement>(null);
  const { list } = checks;
  const busy = list.some(isOpen);
  const words = {
    title: t('verify.drop'),
    or: t('home.dropOr'),
    now: t('home.dropNow'),
    choose: t(list.length > 0 ? 'home.more' : 'home.choose'),
    limits: t('verify.limits', { file: format.bytes(limits.fileBytes) }),
  };
  const clear = () => {
    dispatch({ do: 'clear' });
    input.current?.focus();
  };
  return (
    <div className="ws-container ws-verify">
      <h1 className="govgr-heading-xl">{t('verify.title')}</h1>
      <p className="govgr-body ws-lead">{t('verify.lead')}</p>
      <DropArea
        onFiles={(files) => dispatch({ do: 'add', files })}
        compact={list.length > 0}
        ref={input}
        words={words}
      />
      <p className="govgr-hint ws-kept">{t('verify.nothingKept')}</p>
      {list.length === 0 && <Samples onFiles={(files) => dispatch({ do: 'add', files })} />}
      <CheckProgress
        list={list}
        waiting={busy && (away || checks.pausedUntil > 0) ? (away ? 'away' : 'busy') : null}
        onCancel={() => {
          dispatch({ do: 'cancel' });
          input.current?.focus();
        }}
      />
      <Results list={list} dispatch={dispatch} onClear={clear} />
    </div>
  );
}
