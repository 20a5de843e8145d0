import './left-out.css';
import { type LeftOut, pageRanges } from '@websign/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutTurns } from '../names.ts';
import { type LeftOutGroup, leftOutGroups } from './left-out.ts';

/** Kinds, and words of one kind, that are listed before anybody asks for all; one more is no reason for a button. */
const firstKinds = 3;
const firstDetails = 3;

/** What a safe copy leaves out, by kind: what became of it, how often, and on which pages. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const groups = useMemo(() => leftOutGroups(leftOut), [leftOut]);
  if (groups.length === 0) return <p className="ws-facts">{t('safeCopy.nothing')}</p>;
  const shown = all || groups.length <= firstKinds + 1 ? groups : groups.slice(0, firstKinds);
  const rest = groups.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <ul className="ws-left-out">
        {shown.map((group) => (
          <Kind key={group.kind} group={group} />
        ))}
      </ul>
      <Rest count={rest} what={t('safeCopy.leftOut')} onShow={() => setAll(true)} />
    </>
  );
}

function Kind({ group: { kind, count, pages, details } }: { group: LeftOutGroup }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const shown = all || details.length <= firstDetails + 1 ? details : details.slice(0, firstDetails);
  const title = t(`leftOut.${kind}`);
  const facts = [
    ...(count > 1 ? [t('safeCopy.count', { count })] : []),
    ...(pages.length > 0 ? [t('findings.pages', { count: pages.length, pages: pageRanges(pages) })] : []),
  ];
  return (
    <li className="ws-left-out__kind">
      {title}
      {facts.length > 0 && <span className="ws-left-out__facts"> ({facts.join(', ')})</span>}
      {shown.length > 0 && (
        <span className="ws-left-out__details">
          {shown.map((detail) => (
            <q key={detail} dir="auto">
              {withoutTurns(detail)}
            </q>
          ))}
        </span>
      )}
      <Rest count={details.length - shown.length} what={title} onShow={() => setAll(true)} />
    </li>
  );
}

function Rest({ count, what, onShow }: { count: number; what: string; onShow: () => void }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  const label = t('findings.more', { count });
  return (
    <button type="button" className="ws-quiet" aria-label={`${label}: ${what}`} onClick={onShow}>
      {label}
    </button>
  );
}
