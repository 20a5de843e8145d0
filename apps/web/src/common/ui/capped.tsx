import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Rows that are drawn before anybody asks for all of a thousand. */
const first = 50;

/** The first rows of a long list; all of them once they are asked for. */
export function useCapped<T>(rows: T[]): { shown: T[]; rest: number; showAll: () => void } {
  const [all, setAll] = useState(false);
  // One row more than fits is no reason for a button.
  const whole = all || rows.length <= first + 1;
  return {
    shown: whole ? rows : rows.slice(0, first),
    rest: whole ? 0 : rows.length - first,
    showAll: () => setAll(true),
  };
}

/** A list that was asked for whole lays out only the rows in sight. */
export const filesClass = (rows: number): string =>
  rows > first + 1 ? 'ws-files ws-files--long' : 'ws-files';

/** How many rows are not drawn, and the way to see them. */
export function ShowRest({ rest, onShow }: { rest: number; onShow: () => void }) {
  const { t } = useTranslation();
  if (rest === 0) return null;
  return (
    <p className="ws-rest">
      <button type="button" className="ws-quiet" onClick={onShow}>
        {t('upload.rest', { count: rest })}
      </button>
    </p>
  );
}
