import { type RefObject, useRef, useState } from 'react';
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
  /** True once a finding was asked for, until it has been brought into the window. */
  sought: RefObject<boolean>;
  show: (finding: Placed) => void;
  /** What the pages show for it, until the signature is moved. */
  reveal: { area: Area; key: string } | null;
}

interface Asked {
  /** Id of the document. */
  of: string;
  finding: Placed;
  count: number;
  /** What was to be revealed of the signature then. */
  turn: string;
}

/** A finding of document `id` that is asked for is shown on its page, marked. */
export function useMarks(id: string, at: Place): Marks {
  const [on, setOn] = useState(true);
  const [last, setAsked] = useState<Asked | null>(null);
  const asked = last?.of === id ? last : null;
  const sought = useRef(false);
  const { page, rect } = asked?.finding ?? {};
  const here = asked?.turn === at.revealKey && page === at.shown;
  return {
    ...{ on, turn: setOn, sought },
    finding: asked?.finding ?? null,
    show: (finding) => {
      sought.current = true;
      setOn(true);
      setAsked({ of: id, finding, count: (last?.count ?? 0) + 1, turn: at.revealKey });
      at.show(finding.page);
    },
    reveal: here && rect ? { area: areaOf(rect), key: `${asked.finding.id} ${asked.count}` } : null,
  };
}
