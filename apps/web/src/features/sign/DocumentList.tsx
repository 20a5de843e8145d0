import type { DocumentAnswer, DocumentState } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorIcon, SuccessIcon } from '../../common/icons.tsx';
import { DownloadLink } from '../../common/ui/download.tsx';
import { StateTag } from '../../common/ui/facts.tsx';

interface Props {
  documents: DocumentAnswer[];
  shown: string;
  /** Ids that will be signed together. */
  chosen: ReadonlySet<string>;
  canSign: (document: DocumentAnswer) => boolean;
  onChoose: (id: string, chosen: boolean) => void;
}

function StateIcon({ state }: { state: DocumentState }) {
  const Icon = state === 'refused' || state === 'expired' ? ErrorIcon : SuccessIcon;
  return <Icon className={`ws-group__icon ws-group__icon--${state}`} />;
}

/** The documents of the group with their state; a tick says which ones one code will sign. */
export function DocumentList({ documents, shown, chosen, canSign, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <nav className="ws-group" aria-labelledby="group-title">
      <h2 id="group-title" className="govgr-heading-s">
        {t('sign.group')}
      </h2>
      {documents.some(canSign) && <p className="govgr-hint ws-hint">{t('sign.groupHint')}</p>}
      <ul className="ws-group__list">
        {documents.map((document) => (
          <li
            key={document.id}
            className={`ws-group__item ${document.id === shown ? 'ws-group__item--shown' : ''}`}
          >
            {canSign(document) ? (
              <input
                type="checkbox"
                className="ws-tick"
                aria-label={t('sign.include', { name: document.name })}
                checked={chosen.has(document.id)}
                onChange={(event) => onChoose(document.id, event.target.checked)}
              />
            ) : (
              <StateIcon state={document.state} />
            )}
            <span className="ws-group__text">
              <Link
                className="govgr-link ws-group__name"
                to={`/sign/${document.id}`}
                aria-current={document.id === shown ? 'page' : undefined}
              >
                {document.name}
              </Link>
              <StateTag state={document.state} />
              {document.signedAt && <DownloadLink document={document} />}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
