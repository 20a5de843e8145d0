import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../common/ui/button.tsx';

/** Entries on the screen at once: a group of 1,000 documents must not make the browser slow. */
const most = 20;

interface Props<T> {
  /** What the list holds, for those who hear it. */
  label: string;
  items: readonly T[];
  /** Brought into the list's view when it changes: the place of an item; -1 for none. */
  current?: number;
  className: string;
  children: (item: T) => ReactNode;
}

/** A list that shows a part of its items at a time, with the way to the others; each child has its own key. */
export function LongList<T>({ label, items, current = -1, className, children }: Props<T>) {
  const { t } = useTranslation();
  const last = Math.max(0, Math.ceil(items.length / most) - 1);
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    if (current >= 0) setWanted(Math.floor(current / most));
  }, [current]);
  const part = Math.min(wanted, last);
  const from = part * most;
  return (
    <>
      <ul className={className} aria-label={label}>
        {items.slice(from, from + most).map(children)}
      </ul>
      {last > 0 && (
        <fieldset className="ws-parts">
          <legend className="ws-hidden">{label}</legend>
          <Button busy={part === 0} onClick={() => setWanted(part - 1)}>
            {t('list.previous')}
          </Button>
          <span className="ws-parts__range" role="status">
            {t('list.range', {
              from: from + 1,
              to: Math.min(from + most, items.length),
              total: items.length,
            })}
          </span>
          <Button busy={part === last} onClick={() => setWanted(part + 1)}>
            {t('list.next')}
          </Button>
        </fieldset>
      )}
    </>
  );
}
