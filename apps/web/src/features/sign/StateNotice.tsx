import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { WarningIcon } from '../../common/icons.tsx';
import { Onward } from './Onward.tsx';

/** Why a document cannot be signed, and what one can do (SGN-6, SGN-7, SGN-8); nothing when it can. */
export function StateNotice({
  document: { state, signedAt },
  next,
}: {
  document: DocumentAnswer;
  next: DocumentAnswer | undefined;
}) {
  const { t } = useTranslation();
  if (state === 'ready' || state === 'signed') return null;
  // Signed here and locked by it: the panel above says what became of it and where the copy is.
  const here = state === 'locked' && signedAt !== null;
  const text = here ? 'sign.why.lockedHere' : (`sign.why.${state}` as const);
  return (
    <section className="ws-notice ws-notice--warn" aria-labelledby="state-title">
      <h2 id="state-title" className="govgr-heading-s">
        <WarningIcon className="ws-icon--small ws-notice__icon" /> {t(`sign.whyTitles.${state}`)}
      </h2>
      <p className="ws-notice__text">{t(text)}</p>
      {!here && (
        <p className="ws-onward">
          {next && (
            <Link className="govgr-link" to={`/sign/${next.id}`}>
              {t('done.next')}
            </Link>
          )}
          <Onward />
        </p>
      )}
    </section>
  );
}
