import type { VerifiedDocument, VerifiedSignature } from '@websign/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorIcon, InfoIcon } from '../../common/icons.tsx';
import { withoutTurns } from '../../common/names.ts';
import { codeWords } from '../../common/verdict-words.ts';
import { CompareChanges } from './CompareChanges.tsx';
import { type ChangeGroup, changedPages, groupsOf, signedEnd } from './changes.ts';

/** Changes and pages that are listed before anybody asks for all. */
const first = 8;

interface Props {
  signature: VerifiedSignature;
  document: VerifiedDocument;
  file: File;
}

/** What changed after the signature, and the pages before and after. */
export function Changes({ signature, document, file }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const groups = groupsOf(signature.changes);
  if (groups.length === 0) return null;
  const shown = all || groups.length <= first + 1 ? groups : groups.slice(0, first);
  return (
    <>
      <h5 className="ws-verify__sub">{t('verify.changes.title')}</h5>
      <ul className="ws-changes">
        {shown.map((group) => (
          <Change key={JSON.stringify([group.rule, group.reason, group.page, group.field])} group={group} />
        ))}
      </ul>
      {shown.length < groups.length && (
        <p>
          <button type="button" className="ws-quiet" onClick={() => setAll(true)}>
            {t('verify.changes.more', { count: groups.length - shown.length })}
          </button>
        </p>
      )}
      <Compare signature={signature} document={document} file={file} />
    </>
  );
}

function Change({ group: { rule, reason, page, field } }: { group: ChangeGroup }) {
  const { t } = useTranslation();
  const Icon = reason === null ? InfoIcon : ErrorIcon;
  const where = [
    ...(page === null ? [] : [t('verify.changes.page', { page })]),
    ...(field === null ? [] : [t('verify.changes.field', { name: `\u2068${withoutTurns(field)}\u2069` })]),
  ];
  const why = reason === null ? null : (codeWords(t, 'changeReasons', reason) ?? reason);
  return (
    <li className={`ws-change ws-change--${reason === null ? 'allowed' : 'forbidden'}`}>
      <Icon className="ws-icon--small" />
      <span>
        <strong>{codeWords(t, 'changeRules', rule) ?? rule}</strong>
        {where.length > 0 && ` (${where.join(', ')})`}
        {rule !== 'unexplained' && (
          <> · {t(reason === null ? 'verify.changes.allowed' : 'verify.changes.forbidden')}</>
        )}
        {why && <span className="ws-change__why">{why}</span>}
      </span>
    </li>
  );
}

/** The ways to the pages that changed. */
function Compare({ signature, document, file }: Props) {
  const { t } = useTranslation();
  const [page, setPage] = useState<number | null>(null);
  const pages = changedPages(signature.changes);
  const end = signedEnd(signature, document);
  if (end === null) return null;
  return (
    <div className="ws-changes__pages">
      {pages.slice(0, first).map((number) => (
        <button key={number} type="button" className="ws-quiet" onClick={() => setPage(number)}>
          {t('verify.changes.compare', { page: number })}
        </button>
      ))}
      {pages.length === 0 && (
        <button type="button" className="ws-quiet" onClick={() => setPage(1)}>
          {t('verify.changes.compareAll')}
        </button>
      )}
      {page !== null && (
        <CompareChanges
          file={file}
          end={end}
          signature={signature}
          pages={pages}
          page={page}
          onClose={() => setPage(null)}
        />
      )}
    </div>
  );
}
