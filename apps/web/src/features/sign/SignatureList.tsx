import type { SignatureSummary } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Signatures } from '../../common/ui/signatures.tsx';

/** The signatures that the document already holds. */
export function SignatureList({ signatures }: { signatures: SignatureSummary[] }) {
  const { t } = useTranslation();
  return (
    <section className="ws-side__part" aria-labelledby="signatures-title">
      <h2 id="signatures-title" className="govgr-heading-s">
        {t('signatures.title')}
      </h2>
      <Signatures signatures={signatures} />
    </section>
  );
}
