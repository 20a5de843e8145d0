import { pageRanges } from '@websign/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorIcon, InfoIcon, WarningIcon } from '../icons.tsx';
import type { FindingGroup, Placed } from './groups.ts';
import { Places } from './Places.tsx';
import { Technical } from './Technical.tsx';
import type { KindWords } from './words.ts';

const icons = { info: InfoIcon, warn: WarningIcon, refuse: ErrorIcon };
export type Level = 3 | 4;

interface Props {
  group: FindingGroup;
  /** What is to be said of its kind; '' for what is said elsewhere. */
  words: KindWords;
  level: Level;
  /** The file's name, where findings of several files are in sight. */
  file: string | undefined;
  /** Null where the pages cannot be shown. */
  onPlace: ((finding: Placed) => void) | null;
}

/** One kind of finding: what it is, why it matters, where it is, and what to do. */
export function FindingItem({ group, words, level, file, onPlace }: Props) {
  const { t } = useTranslation();
  const { kind, verdict, findings } = group;
  const { title, reason, advice } = words;
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
        {reason && <p className="ws-finding__text">{reason}</p>}
        <Places findings={findings} title={title} file={file} onPlace={onPlace} />
        {advice && (
          <p className="ws-finding__text">
            <strong>{t('findings.act')}</strong> {advice}
          </p>
        )}
        <Technical kind={kind} title={title} findings={findings} />
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
