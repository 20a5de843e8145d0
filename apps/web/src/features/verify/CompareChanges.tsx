import type { VerifiedChange, VerifiedSignature } from '@websign/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompareDialog } from '../../common/compare/CompareDialog.tsx';
import { isPlaced, type Mark } from '../../common/compare/mark.ts';
import { withoutTurns } from '../../common/names.ts';
import { codeWords } from '../../common/verdict-words.ts';
import type { Searched } from '../../common/viewer/useDifferences.ts';

interface Props {
  file: File;
  /** Octets of the file as it was signed. */
  end: number;
  signature: VerifiedSignature;
  /** Those that changed; none where no page is known to: then all can be looked at. */
  pages: number[];
  /** The one to begin with. */
  page: number;
  onClose: () => void;
}

/** The changed pages as they were signed and as they are now, with what changed outlined on both. */
export function CompareChanges({ file, end, signature, pages, page: first, onClose }: Props) {
  const { t } = useTranslation();
  const { pages: looked, how, search } = useLookedFor(pages);
  const signed = useMemo(() => file.slice(0, end), [file, end]);
  const sides = [
    { title: t('verify.compare.before'), file: signed, missing: t('verify.compare.missing') },
    { title: t('verify.compare.after'), file, missing: t('verify.compare.removed') },
  ] as const;
  const marksOf = useMemo(
    () => (page: number) => distinct(signature.changes, page).map((change) => markOf(t, change)),
    [signature, t],
  );
  const total = looked.length;
  return (
    <CompareDialog
      {...{ sides, first, marksOf, search, onClose }}
      name={file.name}
      pages={looked}
      turning={{
        previous: t(how === 'same' ? 'viewer.previous' : 'verify.compare.previous'),
        next: t(how === 'same' ? 'viewer.next' : 'verify.compare.next'),
        position: (page, at) =>
          how === 'same'
            ? t('compare.pageOf', { page, total })
            : t('verify.compare.position', { page, current: at + 1, total }),
        searching: t('verify.compare.searching'),
      }}
      said={(marks) => {
        const count = marks.filter(isPlaced).length;
        if (count > 0) return t('verify.compare.marked', { count });
        return t(how === 'same' ? 'verify.compare.same' : 'compare.framed');
      }}
      list={t('verify.compare.list')}
    />
  );
}

/** Which pages can be turned to: those of the report, else those that look different, else all. */
interface Looked {
  pages: readonly number[];
  /** `told`: by the report; `seen`: they look different; `same`: none does, and all are shown. */
  how: 'told' | 'searching' | 'seen' | 'same';
  search: Searched | undefined;
}

function useLookedFor(told: readonly number[]): Looked {
  const [seen, setSeen] = useState<readonly number[]>([]);
  const [count, setCount] = useState(0);
  const search = useMemo(
    () =>
      told.length > 0
        ? undefined
        : {
            onFound: (page: number) => setSeen((pages) => (pages.includes(page) ? pages : [...pages, page])),
            onEnd: setCount,
          },
    [told],
  );
  if (told.length > 0) return { pages: told, how: 'told', search };
  if (seen.length > 0) return { pages: seen, how: 'seen', search };
  if (count === 0) return { pages: [], how: 'searching', search };
  return { pages: Array.from({ length: count }, (_, index) => index + 1), how: 'same', search };
}

/** The changes of a page, each place once: one change of a field is one of several objects. */
function distinct(changes: readonly VerifiedChange[], page: number): VerifiedChange[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    const { rule, reason, rect, field, level } = change;
    const key = JSON.stringify([rule, reason, rect, field]);
    if (change.page !== page || level === 'lta' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function markOf(t: TFunction, { rule, reason, field, rect }: VerifiedChange): Mark {
  const what = codeWords(t, 'changeRules', rule) ?? rule;
  const why = reason === null ? '' : `. ${codeWords(t, 'changeReasons', reason) ?? reason}`;
  return {
    key: JSON.stringify([rule, reason, field, rect]),
    rect,
    calm: reason === null,
    words: (
      <>
        {what}
        {why}
        {field !== null && (
          <>
            {' '}
            <bdi>{withoutTurns(field)}</bdi>
          </>
        )}
      </>
    ),
  };
}
