import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Attempt, acceptedOf } from './attempt.ts';
import { signPath } from './paths.ts';

interface Props {
  attempt: Attempt;
  /** The document that one goes on with; the others of its upload stand beside it there. */
  document: string;
  onFollow: () => void;
  ref: Ref<HTMLAnchorElement>;
}

/** The way on where only a part was accepted: one sentence and one button, above all that is to be read. */
export function NextStep({ attempt, document, onFollow, ref }: Props) {
  const { t } = useTranslation();
  const accepted = acceptedOf(attempt.files).length;
  return (
    <section className="ws-next" aria-labelledby="next-title">
      <h2 id="next-title" className="govgr-heading-m ws-next__title">
        {t('upload.attempt.ready', { accepted, total: attempt.files.length })}
      </h2>
      <Link
        ref={ref}
        className="govgr-btn govgr-btn-primary ws-next__go"
        to={signPath(document)}
        onClick={onFollow}
      >
        {t('upload.attempt.goOn', { count: accepted })}
      </Link>
      <p className="govgr-body ws-next__rest">{t('upload.attempt.rest')}</p>
    </section>
  );
}
