import '../findings/marks.css';
import { outline } from '../findings/marks.ts';
import type { Drawn } from '../viewer/Comparison.tsx';
import { isExplained, isPlaced, type Mark } from './mark.ts';

/** Pixels that a label needs above its outline. */
const labelPx = 24;

interface Props {
  marks: readonly Mark[];
  drawn: Drawn;
  /** Whether all that looks different is outlined; else only where no mark has a place. */
  every: boolean;
}

/** Numbered outlines of the marks' places, and outlines without a number where the pages look different. */
export function CompareMarks({ marks, drawn: { box, widthPx, differing }, every }: Props) {
  const isShown = every || !marks.some(isPlaced);
  const others = isShown ? differing.filter((area) => !isExplained(area, marks)) : [];
  return (
    <div className="ws-outlines" aria-hidden="true">
      {marks.map(({ key, rect, calm }, index) => {
        if (rect === null) return null;
        const place = outline(rect, box, widthPx);
        return (
          <div key={key} className={`ws-outline ${calm ? 'ws-outline--info' : ''}`} style={place}>
            <span className={`ws-outline__label ${place.top < labelPx ? 'ws-outline__label--below' : ''}`}>
              {index + 1}
            </span>
          </div>
        );
      })}
      {others.map(({ x, y, width, height }) => (
        <div
          key={`${x} ${y}`}
          className="ws-outline"
          style={outline([x, y, x + width, y + height], box, widthPx)}
        />
      ))}
    </div>
  );
}
