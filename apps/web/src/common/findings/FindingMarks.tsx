import './marks.css';
import type { Finding } from '@websign/contract';
import { useEffect, useRef } from 'react';
import type { ShownPage } from '../viewer/Viewer.tsx';
import { outline } from './marks.ts';

interface Props {
  page: ShownPage;
  /** Those of this page are drawn, where their place is known. */
  findings: readonly Finding[];
  /** The one that is looked at. */
  current: string | null;
  /** Brings the current one into the window when it changes. */
  sought: string | null;
  /** What stands at an outline; '' for nothing. */
  label?: (finding: Finding) => string;
}

/** Outlines of findings over their page. The lists beside it say the same to those who do not see them. */
export function FindingMarks({ page, findings, current, sought, label }: Props) {
  const marked = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sought === null) return;
    // The viewer has scrolled its own room by then; on a small screen the window must follow it.
    const frame = requestAnimationFrame(() => marked.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [sought]);
  return (
    <div className="ws-outlines" aria-hidden="true">
      {findings.map((finding) => {
        const { id, rect, verdict } = finding;
        if (finding.page !== page.number || !rect) return null;
        const now = id === current;
        const text = label?.(finding) ?? '';
        return (
          <div
            key={id}
            ref={now ? marked : null}
            className={`ws-outline ws-outline--${verdict} ${now ? 'ws-outline--now' : ''}`}
            style={outline(rect, page.box, page.widthPx)}
          >
            {text && <span className="ws-outline__label">{text}</span>}
          </div>
        );
      })}
    </div>
  );
}
