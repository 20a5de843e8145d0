import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format.ts';

/** What the visible signature will say; empty parts are left out. */
export interface LookText {
  name: string;
  reason: string;
  title: string;
}

const largest = 14;
const smallest = 3.5;
const step = 0.25;

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
  const format = useFormats();
  const element = useRef<HTMLDivElement>(null);
  const rows = [
    { label: t('appearance.title'), value: text.title },
    { label: t('appearance.reason'), value: text.reason },
    { label: t('appearance.date'), value: format.dateTime(Date.now()) },
  ].filter(({ value }) => value !== '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words and the size of the box decide the letters
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    for (let points = largest; points >= smallest; points -= step) {
      box.style.fontSize = `${points * pxPerPoint}px`;
      if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) return;
    }
  }, [pxPerPoint, size, text.name, text.reason, text.title]);

  return (
    <div ref={element} className="ws-look" aria-hidden="true">
      {text.name && <div className="ws-look__name">{text.name}</div>}
      <dl className={text.name ? 'ws-look__rows ws-look__rows--ruled' : 'ws-look__rows'}>
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
