import './signatures.css';
import type { SignatureSummary } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format.ts';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '../icons.tsx';
import { codeWords, isJudged, keptSentence, keptStanding } from '../verdict-words.ts';

const icons = {
  intact: SuccessIcon,
  broken: ErrorIcon,
  unsupported: InfoIcon,
  valid: SuccessIcon,
  warn: WarningIcon,
  unknown: InfoIcon,
  invalid: ErrorIcon,
};

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
        const look = isJudged(signature) ? keptStanding(signature) : signature.integrity;
        const Icon = icons[look];
        return (
          <li key={signature.field} className={`ws-signature ws-signature--${look}`}>
            <Icon className="ws-icon--small" />
            <span>
              <strong>
                <bdi>{signature.signer || t('signatures.unnamed')}</bdi>
              </strong>
              <br />
              {t(`signatures.kinds.${signature.kind}`)}
              {signature.signedAt && <> · {format.dateTime(signature.signedAt)}</>}
              <br />
              {isJudged(signature)
                ? keptSentence(t, signature)
                : t(`signatures.integrity.${signature.integrity}`)}
              <Further signature={signature} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** What changed since and the level, where they were looked for. */
function Further({ signature: { changesAfter, level } }: { signature: SignatureSummary }) {
  const { t } = useTranslation();
  // Data for later checks are nothing that anybody changed.
  const told = changesAfter && changesAfter !== 'none' && changesAfter !== 'lta';
  const changes = told ? codeWords(t, 'changeLevels', changesAfter) : null;
  const words = level && codeWords(t, 'levels', level);
  return (
    <>
      {changes && (
        <>
          <br />
          {t('signatures.changes', { changes })}
        </>
      )}
      {words && (
        <>
          <br />
          {t('signatures.level', { level: words })}
        </>
      )}
    </>
  );
}
