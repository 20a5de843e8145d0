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

/** The name is half as large again as the rest, and comes down to stay on one line, as far as that looks well. */
function fitName(name: HTMLElement, roomPx: number): void {
  name.style.whiteSpace = 'nowrap';
  name.style.fontSize = `${nameRatio}em`;
  const ratio = Math.min(nameRatio, (nameRatio * roomPx * 0.95) / Math.max(1, name.scrollWidth));
  name.style.fontSize = `${Math.max(leastNameRatio, ratio)}em`;
  if (ratio < leastNameRatio) name.style.whiteSpace = 'normal';
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
    const box = element.current;
    if (!box) return;
    const name = box.querySelector<HTMLElement>('.ws-look__name');
    for (let points = largest; points >= smallest; points -= step) {
      box.style.fontSize = `${points * pxPerPoint}px`;
      if (name) fitName(name, box.clientWidth);
      if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) return;
    }
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
