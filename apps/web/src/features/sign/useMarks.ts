import { useState } from 'react';
import type { Placed } from '../../common/findings/groups.ts';
import { areaOf } from '../../common/findings/marks.ts';
import type { Area } from '../../common/viewer/geometry.ts';
import type { Place } from './usePlace.ts';

/** The outlines of findings on the pages, and the finding that is looked at. */
export interface Marks {
  /** Whether they are drawn. */
  on: boolean;
  turn: (on: boolean) => void;
  finding: Placed | null;
  /** Changes each time a finding is asked for; '' before the first. */
  key: string;
  show: (finding: Placed) => void;
  /** What the pages show for it, until the signature is moved. */
  reveal: { area: Area; key: string } | null;
}

/** A finding that is asked for is shown on its page, marked. */
export function useMarks(at: Place): Marks {
  const [on, setOn] = useState(true);
  const [asked, setAsked] = useState<{ finding: Placed; count: number; turn: string } | null>(null);
  const key = asked ? `${asked.finding.id} ${asked.count}` : '';
  const { page, rect } = asked?.finding ?? {};
  const sought = asked?.turn === at.revealKey && page === at.shown;
  return {
    ...{ on, turn: setOn, key },
    finding: asked?.finding ?? null,
    show: (finding) => {
      setOn(true);
      setAsked({ finding, count: (asked?.count ?? 0) + 1, turn: at.revealKey });
      at.show(finding.page);
    },
    reveal: sought && rect ? { area: areaOf(rect), key } : null,
  };
}
