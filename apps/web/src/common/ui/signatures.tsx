import './signatures.css';
import type { SignatureSummary } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format.ts';
import { ErrorIcon, InfoIcon, SuccessIcon } from '../icons.tsx';

const icons = { intact: SuccessIcon, broken: ErrorIcon, unsupported: InfoIcon };

interface Props {
  signatures: SignatureSummary[];
  /** The document was refused before anybody could look for signatures. */
  unread: boolean;
}

/** The signatures that a document holds: who, when, and whether its content is as they signed it. */
export function Signatures({ signatures, unread }: Props) {
  const { t } = useTranslation();
  const format = useFormats();
  if (signatures.length === 0)
    return <p className="ws-facts">{t(unread ? 'signatures.unread' : 'signatures.none')}</p>;
  return (
    <ul className="ws-signatures">
      {signatures.map((signature) => {
        const Icon = icons[signature.integrity];
        return (
          <li key={signature.field} className={`ws-signature ws-signature--${signature.integrity}`}>
            <Icon className="ws-icon--small" />
            <span>
              <strong>
                <bdi>{signature.signer || t('signatures.unnamed')}</bdi>
              </strong>
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
  );
}
