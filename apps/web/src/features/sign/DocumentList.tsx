import type { DocumentAnswer, DocumentState } from '@websign/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DocumentIcon, ErrorIcon, LockIcon, SuccessIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { DownloadLink } from '../../common/ui/download.tsx';
import { StateTag } from '../../common/ui/facts.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { useMedia } from '../../common/ui/media.ts';
import { canSign, type Desk } from './desk.ts';
import { LongList } from './LongList.tsx';

interface Props {
  documents: DocumentAnswer[];
  shown: string;
  /** The ones that will be signed together. */
  chosen: DocumentAnswer[];
  desk: Desk;
  /** One code of the signer's own signs several. */
  together: boolean;
  onChoose: (ids: readonly string[], chosen: boolean) => void;
  onRetry: (document: DocumentAnswer) => void;
}

const icons: Record<DocumentState, typeof ErrorIcon> = {
  ready: DocumentIcon,
  signed: SuccessIcon,
  locked: LockIcon,
  refused: ErrorIcon,
  expired: ErrorIcon,
};

interface ItemProps {
  document: DocumentAnswer;
  shown: boolean;
  /** Ticked or not; null when it cannot be signed. */
  ticked: boolean | null;
  failure: Desk['failures'] extends ReadonlyMap<string, infer Code> ? Code | undefined : never;
  onTick: (on: boolean) => void;
  onRetry: () => void;
}

function Item({ document, shown, ticked, failure, onTick, onRetry }: ItemProps) {
  const { t } = useTranslation();
  const { id, name, state } = document;
  const Icon = icons[state];
  return (
    <li className={`ws-group__item ${shown ? 'ws-group__item--shown' : ''}`}>
      {ticked !== null && (
        <input
          type="checkbox"
          className="ws-tick"
          aria-label={t('sign.include', { name })}
          checked={ticked}
          onChange={(event) => onTick(event.target.checked)}
        />
      )}
      <Icon className={`ws-group__icon ws-group__icon--${state}`} />
      <span className="ws-group__text">
        <Link
          className="govgr-link ws-group__name"
          to={`/sign/${id}`}
          aria-current={shown ? 'page' : undefined}
        >
          <FileName name={name} />
        </Link>
        <StateTag state={state} came={document.signatures.length > 0 ? 'signed' : 'unsigned'} />
        {failure && ticked !== null && (
          <span className="ws-group__failure">
            {t(`errors.${failure}`)}
            <button type="button" className="ws-quiet" onClick={onRetry}>
              {t('box.retry')}
              <span className="ws-hidden">: {name}</span>
            </button>
          </span>
        )}
        {document.signedAt && state !== 'expired' && <DownloadLink document={document} />}
      </span>
    </li>
  );
}

/** A column of its own beside the page; where the window has no room for one, it opens from its title. */
const column = '(width >= 64rem)';

interface FoldProps {
  chosen: number;
  total: number;
  /** Some of them can be signed: how many are chosen is worth saying. */
  signable: boolean;
  /** One of them failed: the list says why and offers to try again, so that it opens by itself. */
  failed: boolean;
  children: ReactNode;
}

function Fold({ chosen, total, signable, failed, children }: FoldProps) {
  const { t } = useTranslation();
  const isColumn = useMedia(column);
  const [open, setOpen] = useState(failed);
  useEffect(() => {
    if (failed) setOpen(true);
  }, [failed]);
  if (isColumn)
    return (
      <nav className="ws-group" aria-labelledby="group-title">
        <h2 id="group-title" className="govgr-heading-s">
          {t('sign.group')}
        </h2>
        {children}
      </nav>
    );
  return (
    <nav className="ws-group" aria-label={t('sign.group')}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="govgr-details__summary">
          {signable ? t('sign.groupOf', { chosen, total }) : t('sign.group')}
        </summary>
        {children}
      </details>
    </nav>
  );
}

/** The documents of the group with their state; a tick says which ones one code will sign. */
export function DocumentList({ documents, shown, chosen, desk, together, onChoose, onRetry }: Props) {
  const { t } = useTranslation();
  const open = documents.filter((document) => canSign(desk, document)).map(({ id }) => id);
  const ticked = new Set(chosen.map(({ id }) => id));
  const openIds = new Set(open);
  const failed = open.some((id) => desk.failures.has(id));
  return (
    <Fold chosen={chosen.length} total={open.length} signable={open.length > 0} failed={failed}>
      {open.length > 1 && (
        <p className="govgr-hint ws-hint">{t(together ? 'sign.groupHint' : 'provider.groupHint')}</p>
      )}
      {open.length > 1 && (
        <div className="ws-group__all">
          <span role="status">{t('sign.chosen', { chosen: chosen.length, total: open.length })}</span>
          <Button onClick={() => onChoose(open, chosen.length < open.length)}>
            {t(chosen.length < open.length ? 'sign.all' : 'sign.none')}
          </Button>
        </div>
      )}
      <LongList
        label={t('sign.group')}
        items={documents}
        current={documents.findIndex(({ id }) => id === shown)}
        className="ws-group__list"
      >
        {(document) => (
          <Item
            key={document.id}
            document={document}
            shown={document.id === shown}
            ticked={openIds.has(document.id) ? ticked.has(document.id) : null}
            failure={desk.failures.get(document.id)}
            onTick={(on) => onChoose([document.id], on)}
            onRetry={() => onRetry(document)}
          />
        )}
      </LongList>
    </Fold>
  );
}
