import './marks.css';
import type { Finding } from '@websign/contract';
import { type RefObject, useEffect, useRef } from 'react';
import type { ShownPage } from '../viewer/Viewer.tsx';
import { outline } from './marks.ts';

/** Pixels that a label needs above its outline. */
const labelPx = 24;

interface Props {
  page: ShownPage;
  /** Those of this page are drawn, where their place is known. */
  findings: readonly Finding[];
  /** The one that is looked at. */
  current: string | null;
  /** True once another one was asked for, until it has been brought into the window. */
  sought: RefObject<boolean>;
  /** What stands at an outline; '' for nothing. */
  label?: (finding: Finding) => string;
}

/** Outlines of findings over their page. The lists beside it say the same to those who do not see them. */
export function FindingMarks({ page, findings, current, sought, label }: Props) {
  const marked = useRef<HTMLDivElement>(null);
  // Its page may have to be fetched first. The viewer scrolls its own room; on a small screen the window must follow.
  useEffect(() => {
    const mark = marked.current;
    if (!sought.current || !mark) return;
    sought.current = false;
    requestAnimationFrame(() => mark.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  });
  return (
    <div className="ws-outlines" aria-hidden="true">
      {findings.map((finding) => {
        const { id, rect, verdict } = finding;
        if (finding.page !== page.number || !rect) return null;
        const now = id === current;
        const text = label?.(finding) ?? '';
        const box = outline(rect, page.box, page.widthPx);
        return (
          <div
            key={id}
            ref={now ? marked : null}
            className={`ws-outline ws-outline--${verdict} ${now ? 'ws-outline--now' : ''}`}
            style={box}
          >
            {text && (
              <span className={`ws-outline__label ${box.top < labelPx ? 'ws-outline__label--below' : ''}`}>
                {text}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
