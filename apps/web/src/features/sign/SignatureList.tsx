import type { SignatureSummary } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { ErrorIcon, InfoIcon, SuccessIcon } from '../../common/icons.tsx';
import { useFormats } from '../../i18n/format.ts';

const icons = { intact: SuccessIcon, broken: ErrorIcon, unsupported: InfoIcon };

/** The signatures that the document already holds: who, when, and whether its content is as they signed it. */
export function SignatureList({ signatures }: { signatures: SignatureSummary[] }) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <section className="ws-side__part" aria-labelledby="signatures-title">
      <h2 id="signatures-title" className="govgr-heading-s">
        {t('signatures.title')}
      </h2>
      {signatures.length === 0 ? (
        <p className="ws-facts">{t('signatures.none')}</p>
      ) : (
        <ul className="ws-signatures">
          {signatures.map((signature) => {
            const Icon = icons[signature.integrity];
            return (
              <li key={signature.field} className={`ws-signature ws-signature--${signature.integrity}`}>
                <Icon className="ws-icon--small" />
                <span>
                  <strong>{signature.signer || t('signatures.unnamed')}</strong>
                  <br />
                  {t(`signatures.kinds.${signature.kind}`)}
                  {signature.signedAt && <> · {format.dateTime(signature.signedAt)}</>}
                  <br />
                  {t(`signatures.integrity.${signature.integrity}`)}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
