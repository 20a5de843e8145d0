import './findings.css';
import type { Finding } from '@websign/contract';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { UploadText } from '../explain.ts';
import { FindingItem, type Level } from './FindingItem.tsx';
import { type FindingGroup, groupsOf, type Placed } from './groups.ts';
import { PlaceDialog } from './PlaceDialog.tsx';
import { type Reported, ReportLinks } from './ReportLinks.tsx';
import type { Pages } from './source.ts';
import { sharedAdvice, wordsBelow } from './words.ts';

interface Props {
  findings: readonly Finding[];
  /** Of the headings of the groups. */
  level: Level;
  /** Where the pages are; null where they are kept no longer, or were never. */
  pages: Pages | null;
  /** What the report of the findings is asked for by; null where none is offered. */
  report: Reported | null;
  /** The text for the whole file that stands above: what it says is not said again. */
  said?: UploadText | null;
  /** The file's name, where the findings of several files are in sight: it tells their links apart. */
  file?: string;
  /** Shows a place where the document is on the screen already; otherwise a view of its own opens. */
  onPlace?: (finding: Placed) => void;
}

/** What the check found, by kind and worst first: what, why it matters, where, and what to do. */
export default function FindingsPanel({ findings, level, pages, report, said = null, file, onPlace }: Props) {
  const { t } = useTranslation();
  const groups = useMemo(() => groupsOf(findings), [findings]);
  const [shown, setShown] = useState<{ group: FindingGroup; finding: Placed } | null>(null);
  const infos = groups.filter(({ verdict }) => verdict === 'info');
  const rest = groups.filter(({ verdict }) => verdict !== 'info');
  const wordsOf = ({ kind }: FindingGroup) => wordsBelow(t, kind, said);
  // Warnings are read one by one on the desk; what keeps a file out is mended by one and the same act.
  const common = sharedAdvice(groups.filter(({ verdict }) => verdict === 'refuse').map(wordsOf));
  const itemWords = (group: FindingGroup) => {
    const words = wordsOf(group);
    return group.verdict === 'refuse' && common.includes(words.advice) ? { ...words, advice: '' } : words;
  };
  const item = (group: FindingGroup) => (
    <FindingItem
      key={group.key}
      group={group}
      words={itemWords(group)}
      level={level}
      file={file}
      onPlace={onPlace ?? (pages && ((finding) => setShown({ group, finding })))}
    />
  );
  const calm = infos.reduce((sum, group) => sum + group.findings.length, 0);
  return (
    <>
      {rest.length > 0 && <ul className="ws-findings">{rest.map(item)}</ul>}
      {common.map((advice) => (
        <p key={advice} className="ws-findings__act">
          <strong>{t('findings.act')}</strong> {advice}
        </p>
      ))}
      {infos.length > 0 && (
        <details className="ws-findings__infos">
          <summary>{t('findings.infos', { count: calm })}</summary>
          <ul className="ws-findings">{infos.map(item)}</ul>
        </details>
      )}
      {report && <ReportLinks {...report} />}
      {shown &&
        pages &&
        // Outside of whatever form the panel stands in: Enter in the view's fields must not send that.
        createPortal(<PlaceDialog {...shown} pages={pages} onClose={() => setShown(null)} />, document.body)}
    </>
  );
}
