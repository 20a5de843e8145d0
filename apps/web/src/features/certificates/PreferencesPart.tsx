import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Preferences, RememberedPlace } from '@websign/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallCode, codeOf } from '../../common/api/error.ts';
import { forgetPreferences, preferencesQuery } from '../../common/preferences.ts';
import { Button } from '../../common/ui/button.tsx';
import { Loading } from '../../common/ui/loading.tsx';
import { Terms } from '../../common/ui/terms.tsx';
import { Part } from './Part.tsx';

/** SGN-11: what is remembered of the signer's last signing, and the button that has the server forget it. */
export function PreferencesPart() {
  const { t } = useTranslation();
  const { data: remembered, error } = useQuery(preferencesQuery);
  return (
    <Part id="preferences" title={t('preferences.title')}>
      {remembered === undefined && !error && <Loading />}
      {error && <p className="govgr-body">{t(`errors.${codeOf(error)}`)}</p>}
      {remembered !== undefined && <Remembered remembered={remembered} />}
    </Part>
  );
}

function Remembered({ remembered }: { remembered: Preferences | null }) {
  const { t } = useTranslation();
  const { state, failure, forget } = useForgetting();
  const said = useRef<HTMLParagraphElement>(null);
  // The button is gone with what it deleted.
  useEffect(() => {
    if (state === 'done') said.current?.focus();
  }, [state]);
  return (
    <>
      <p className="govgr-body" ref={said} tabIndex={-1}>
        {remembered ? (
          t('preferences.lead')
        ) : (
          <>
            <strong>{t(state === 'done' ? 'preferences.forgotten' : 'preferences.none')}</strong>{' '}
            {t('preferences.after')}
          </>
        )}
      </p>
      {remembered && (
        <>
          <Kept remembered={remembered} />
          <div role="alert">{failure && <p className="govgr-error-message">{t(`errors.${failure}`)}</p>}</div>
          <Button className="ws-preferences__forget" busy={state === 'working'} onClick={() => void forget()}>
            {t('preferences.forget')}
          </Button>
        </>
      )}
    </>
  );
}

function Kept({ remembered: { visible, title, reason, place } }: { remembered: Preferences }) {
  const { t } = useTranslation();
  const where = usePlaceName();
  return (
    <Terms
      className="ws-terms"
      terms={[
        [t('preferences.visibility'), t(visible ? 'preferences.visible' : 'preferences.invisible')],
        [t('preferences.place'), place ? where(place) : t('preferences.defaultPlace')],
        [t('box.jobTitle'), title || t('preferences.empty')],
        [t('box.reason'), reason || t('preferences.empty')],
      ]}
    />
  );
}

/** The place in words: the page, and the corner that it is nearest to. */
function usePlaceName(): (place: RememberedPlace) => string {
  const { t, i18n } = useTranslation();
  return ({ page, corner }) => {
    const name =
      typeof page === 'number' ? t('preferences.pages.other', { page }) : t(`preferences.pages.${page}`);
    const near = t(`placement.presets.${corner}`).toLocaleLowerCase(i18n.language);
    return `${name}, ${near}`;
  };
}

interface Forgetting {
  state: 'idle' | 'working' | 'done';
  failure: CallCode | null;
  forget: () => Promise<void>;
}

function useForgetting(): Forgetting {
  const queries = useQueryClient();
  const [state, setState] = useState<Forgetting['state']>('idle');
  const [failure, setFailure] = useState<CallCode | null>(null);
  const forget = async () => {
    setState('working');
    setFailure(null);
    try {
      await forgetPreferences(queries);
      setState('done');
    } catch (error) {
      setFailure(codeOf(error));
      setState('idle');
    }
  };
  return { state, failure, forget };
}
