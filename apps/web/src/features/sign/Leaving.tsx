import { isConfidential } from '@websign/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  page: string;
  /** The person came back by the browser's own button, and the page is as it was left. */
  onBack: () => void;
  /** It leads nowhere that a person should be sent. */
  onRefused: () => void;
}

/** Hands the person over to the provider's own page, once the question about leaving is gone. */
export function Leaving({ page, onBack, onRefused }: Props) {
  const { t } = useTranslation();
  const told = useRef({ onBack, onRefused });
  told.current = { onBack, onRefused };
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && told.current.onBack();
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  useEffect(() => {
    if (URL.canParse(page) && isConfidential(new URL(page))) window.location.assign(page);
    else told.current.onRefused();
  }, [page]);
  return (
    <p className="govgr-body" role="status">
      {t('provider.leaving')}
    </p>
  );
}
