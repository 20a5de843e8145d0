import './look.css';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../common/api/queries.ts';
import { stampTime } from '../../i18n/format.ts';

/** What the visible signature will say; an empty reason or title is left out. */
export interface LookText {
  name: string;
  reason: string;
  title: string;
}

const largest = 14;
const smallest = 3.5;
const step = 0.25;
const nameRatio = 1.5;
const leastNameRatio = 1.15;
/** Share of the width that a column of labels may take; wider ones each stand before their value. */
const widestColumn = 0.42;
const labelGap = 0.5;
/** Down to this share of the largest size that fits, and to this size, fewer lines are better than larger print. */
const littleSmaller = 0.8;
const comfortable = 6;

/** The name is half as large again as the rest, and comes down to stay on one line, as far as that looks well. */
function fitName(name: HTMLElement, roomPx: number): void {
  name.style.whiteSpace = 'nowrap';
  name.style.fontSize = `${nameRatio}em`;
  const ratio = Math.min(nameRatio, (nameRatio * roomPx * 0.98) / Math.max(1, name.scrollWidth));
  name.style.fontSize = `${Math.max(leastNameRatio, ratio)}em`;
  if (ratio < leastNameRatio) name.style.whiteSpace = 'normal';
}

const linesOf = (element: HTMLElement): number =>
  Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));

/** Sets the size of the letters and what follows from it; resolves to the lines it takes, or to none if it is too large. */
function tryOut(box: HTMLElement, points: number, pxPerPoint: number): number | null {
  const name = box.querySelector<HTMLElement>('.ws-look__name');
  const rows = box.querySelector<HTMLElement>('.ws-look__rows');
  if (!name || !rows) return null;
  const px = points * pxPerPoint;
  box.style.fontSize = `${px}px`;
  fitName(name, rows.clientWidth);
  const labels = [...rows.querySelectorAll('dt')].map((label) => label.getBoundingClientRect().width);
  const column = Math.max(0, ...labels) + labelGap * px;
  box.classList.toggle('ws-look--run-on', column > rows.clientWidth * widestColumn);
  if (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1) return null;
  return linesOf(name) + linesOf(rows);
}

/** The padding grows with the box, within taste; the border of one pixel is a part of it. */
function pad(box: HTMLElement, pxPerPoint: number): void {
  const [width, height] = [box.offsetWidth / pxPerPoint, box.offsetHeight / pxPerPoint];
  const y = Math.min(Math.max(height * 0.08, 1.2), 8);
  const x = Math.min(Math.max(y * 1.25, width * 0.025, 2), 10);
  box.style.padding = `${Math.max(0, y * pxPerPoint - 1)}px ${Math.max(0, x * pxPerPoint - 1)}px`;
}

/** The largest letters that fit, or ones a little smaller that need fewer lines: as the signature is drawn. */
function fit(box: HTMLElement, pxPerPoint: number): void {
  pad(box, pxPerPoint);
  let best: { points: number; lines: number } | null = null;
  let first = smallest;
  for (let points = largest; points >= smallest; points -= step) {
    if (best && points < Math.max(first * littleSmaller, comfortable)) break;
    const lines = tryOut(box, points, pxPerPoint);
    if (lines === null) continue;
    if (!best) first = points;
    if (!best || lines < best.lines) best = { points, lines };
  }
  tryOut(box, best?.points ?? smallest, pxPerPoint);
}

/** The signature as it will look, in the largest letters that fit, `pxPerPoint` pixels a point. */
export function SignatureLook({
  text,
  pxPerPoint,
  size,
}: {
  text: LookText;
  pxPerPoint: number;
  size: string;
}) {
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const { data: config } = useQuery(configQuery);
  const rows = [
    { label: t('appearance.reason'), value: text.reason },
    { label: t('appearance.title'), value: text.title },
    { label: t('appearance.date'), value: stampTime(new Date(), config?.timeZone) },
  ].filter(({ value }) => value !== '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words and the size of the box decide the letters
  useLayoutEffect(() => {
    if (element.current) fit(element.current, pxPerPoint);
  }, [pxPerPoint, size, text.name, text.reason, text.title]);

  return (
    <div ref={element} className="ws-look" aria-hidden="true">
      <div className="ws-look__name">{text.name}</div>
      <dl className="ws-look__rows">
        {rows.map(({ label, value }) => (
          <div key={label} className="ws-look__row">
            <dt>{label}:</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
