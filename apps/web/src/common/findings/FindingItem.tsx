import type { Finding } from '@websign/contract';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorIcon, InfoIcon, WarningIcon } from '../icons.tsx';
import { Excerpt } from './Excerpt.tsx';
import {
  type FindingGroup,
  isHiddenText,
  isPlaced,
  type Placed,
  pageRanges,
  placesOf,
  wordsOf,
} from './groups.ts';
import { Technical } from './Technical.tsx';
import { kindWords } from './words.ts';

const icons = { info: InfoIcon, warn: WarningIcon, refuse: ErrorIcon };
/** Places that are listed before anybody asks for a hundred. */
const first = 3;

export type Level = 3 | 4;

interface Props {
  group: FindingGroup;
  level: Level;
  /** Null where the pages cannot be shown. */
  onPlace: ((finding: Placed) => void) | null;
}

/** One kind of finding: what it is, why it matters, where it is, and what to do. */
export function FindingItem({ group, level, onPlace }: Props) {
  const { t } = useTranslation();
  const { kind, verdict, findings } = group;
  const { title, reason, advice } = kindWords(t, kind);
  const Icon = icons[verdict];
  const Heading = `h${level}` as const;
  return (
    <li className={`ws-finding ws-finding--${verdict}`}>
      <Icon className="ws-icon--small" />
      <div className="ws-finding__body">
        <Heading className="ws-finding__title">{title}</Heading>
        <p className="ws-finding__facts">
          {t(`findings.verdicts.${verdict}`)} · <Where group={group} />
        </p>
        <p className="ws-finding__text">{reason}</p>
        <Places findings={findings} of={title} onPlace={onPlace} />
        {advice && (
          <p className="ws-finding__text">
            <strong>{t('findings.act')}</strong> {advice}
          </p>
        )}
        <Technical kind={kind} findings={findings} />
      </div>
    </li>
  );
}

/** How many places, and on which pages, in a few words. */
function Where({ group: { findings, pages } }: { group: FindingGroup }): ReactNode {
  const { t } = useTranslation();
  const count = findings.length > 1 ? `${t('findings.count', { count: findings.length })}, ` : '';
  if (pages.length === 0) return `${count}${t('findings.whole')}`;
  return `${count}${t('findings.pages', { count: pages.length, pages: pageRanges(pages) })}`;
}

/** Where it was found, each with its words; a page leads to the place. Nothing where there is nothing to tell. */
function Places({
  findings,
  of,
  onPlace,
}: { findings: FindingGroup['findings']; of: string } & Pick<Props, 'onPlace'>) {
  const { t } = useTranslation();
  const label = useId();
  const [all, setAll] = useState(false);
  const told = placesOf(findings).filter(
    (finding) => wordsOf(finding) !== '' || (onPlace && isPlaced(finding)),
  );
  if (told.length === 0) return null;
  // One place more than fits is no reason for a button.
  const shown = all || told.length <= first + 1 ? told : told.slice(0, first);
  return (
    <>
      <span id={label} className="ws-hidden">
        {t('findings.places')}: {of}
      </span>
      <ul className="ws-finding__places" aria-labelledby={label}>
        {shown.map((finding, index) => (
          <Place key={finding.id} finding={finding} id={`${label}-${index}`} onPlace={onPlace} />
        ))}
      </ul>
      {shown.length < told.length && (
        <button type="button" className="ws-quiet" onClick={() => setAll(true)}>
          {t('findings.more', { count: told.length - shown.length })}
        </button>
      )}
    </>
  );
}

interface PlaceProps extends Pick<Props, 'onPlace'> {
  finding: Finding;
  /** For the words of it. */
  id: string;
}

function Place({ finding, id, onPlace }: PlaceProps) {
  const { t } = useTranslation();
  const words = wordsOf(finding);
  const shown = isPlaced(finding) && onPlace;
  return (
    <li className="ws-finding__place">
      {shown && (
        <button
          type="button"
          className="ws-quiet"
          aria-describedby={words === '' ? undefined : id}
          onClick={() => onPlace(finding)}
        >
          {t('findings.show', { page: finding.page })}
        </button>
      )}
      {!shown && (
        <span className="ws-finding__page">
          {isPlaced(finding) ? t('findings.page', { page: finding.page }) : t('findings.inFile')}
        </span>
      )}
      {words !== '' && <Excerpt id={id} words={words} />}
      {words === '' && isHiddenText(finding) && (
        <span className="ws-finding__page">{t('findings.unreadable')}</span>
      )}
    </li>
  );
}
