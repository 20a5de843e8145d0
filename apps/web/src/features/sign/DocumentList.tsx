import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StateTag } from '../../shared/ui/facts.tsx';

interface Props {
  documents: DocumentAnswer[];
  shown: string;
  /** Ids that will be signed together. */
  chosen: ReadonlySet<string>;
  canSign: (document: DocumentAnswer) => boolean;
  onChoose: (id: string, chosen: boolean) => void;
}

/** The documents of the group with their state; a tick says which ones one code will sign. */
export function DocumentList({ documents, shown, chosen, canSign, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <nav className="ws-group" aria-labelledby="group-title">
      <h2 id="group-title" className="govgr-heading-s">
        {t('sign.group')}
      </h2>
      <p className="govgr-hint ws-hint">{t('sign.groupHint')}</p>
      <ul className="ws-group__list">
        {documents.map((document) => (
          <li
            key={document.id}
            className={`ws-group__item ${document.id === shown ? 'ws-group__item--shown' : ''}`}
          >
            <input
              type="checkbox"
              className="ws-tick"
              aria-label={t('sign.include', { name: document.name })}
              checked={chosen.has(document.id)}
              disabled={!canSign(document)}
              onChange={(event) => onChoose(document.id, event.target.checked)}
            />
            <span className="ws-group__text">
              <Link
                className="govgr-link ws-group__name"
                to={`/sign/${document.id}`}
                aria-current={document.id === shown ? 'page' : undefined}
              >
                {document.name}
              </Link>
              <StateTag state={document.state} />
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
