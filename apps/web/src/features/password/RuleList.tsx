import { limits } from '@websign/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CircleIcon, SuccessIcon } from '../../common/icons.tsx';
import { formRules, keeps } from './rules.ts';

/** Milliseconds without a key until the count is read out: nobody is talked to while typing. */
const quietMs = 1200;

/** How many are kept, once typing has paused; '' until something was typed. */
function usePausedCount(met: number, typed: boolean): string {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const all = formRules.length;
  const text = !typed ? '' : met === all ? t('password.rulesAll') : t('password.rulesMet', { met, all });
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), quietMs);
    return () => clearTimeout(timer);
  }, [text]);
  return said;
}

/** PWD-1: the rules, each with its state in shape and in words, ticked as one types. */
export function RuleList({ password, confirmation }: { password: string; confirmation: string }) {
  const { t } = useTranslation();
  const kept = formRules.filter((rule) => keeps(rule, password, confirmation));
  const said = usePausedCount(kept.length, password !== '');
  return (
    <section className="ws-rules" aria-labelledby="password-rules">
      <h2 id="password-rules" className="govgr-heading-s">
        {t('password.rulesTitle')}
      </h2>
      <ul>
        {formRules.map((rule) => {
          const met = kept.includes(rule);
          const Icon = met ? SuccessIcon : CircleIcon;
          return (
            <li key={rule} className={met ? 'ws-rule ws-rule--met' : 'ws-rule'}>
              <Icon className="ws-icon--small" />
              <span>
                {t(`password.rules.${rule}`, {
                  length: limits.passwordLength,
                  symbols: limits.passwordSymbols,
                })}
                <span className="ws-hidden"> – {t(met ? 'password.met' : 'password.notMet')}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <p role="status" className="ws-rules__count">
        {said}
      </p>
    </section>
  );
}
