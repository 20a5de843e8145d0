import { useQuery } from '@tanstack/react-query';
import type { CopyOrigin, DocumentAnswer, LeftOut } from '@websign/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../common/api/error.ts';
import { CompareDialog } from '../../common/compare/CompareDialog.tsx';
import { isPlaced, type Mark } from '../../common/compare/mark.ts';
import { firstPage, leftOutOf } from '../../common/copy/left-out.ts';
import { pagesQuery } from '../../common/findings/source.ts';
import { withoutTurns } from '../../common/names.ts';

export type Copy = DocumentAnswer & { origin: CopyOrigin };

/** CPY-2: the pages of the original and of its safe copy, side by side, with what was left out outlined on both. */
export function CompareCopy({ copy, onClose }: { copy: Copy; onClose: () => void }) {
  const { t } = useTranslation();
  const sides = useSides(copy);
  const { leftOut } = copy.origin;
  const pages = useMemo(() => Array.from({ length: copy.pages }, (_, at) => at + 1), [copy.pages]);
  const marksOf = useMemo(
    () => (page: number) => leftOutOf(leftOut, page).map((one, at) => markOf(t, one, at)),
    [leftOut, t],
  );
  const isAlone = sides[0].unavailable !== undefined;
  return (
    <CompareDialog
      {...{ sides, pages, marksOf, onClose }}
      name={copy.origin.name}
      first={Math.min(firstPage(leftOut), copy.pages)}
      turning={{
        previous: t('viewer.previous'),
        next: t('viewer.next'),
        position: (page) => t('compare.pageOf', { page, total: pages.length }),
        searching: t('app.loading'),
      }}
      said={(marks) => {
        if (marks.some(isPlaced)) return t('safeCopy.marked');
        return isAlone ? null : t('compare.framed');
      }}
      list={t('safeCopy.ofPage')}
      every
    />
  );
}

/** The original as it was uploaded, as long as it is kept, and the copy as it now stands. */
function useSides({ id, name, checksum, origin }: Copy) {
  const { t } = useTranslation();
  const original = useQuery(pagesQuery({ id: origin.document, name: origin.name }));
  const copy = useQuery(pagesQuery({ id, name, checksum }));
  const unavailable = (error: unknown) => {
    if (!error) return undefined;
    return t(codeOf(error) === 'expired' ? 'safeCopy.originalGone' : 'safeCopy.originalUnanswered');
  };
  return [
    {
      title: t('safeCopy.original'),
      file: original.data,
      missing: t('safeCopy.missing'),
      broken: t('safeCopy.originalFailed'),
      unavailable: unavailable(original.error),
    },
    {
      title: t('safeCopy.title'),
      file: copy.data,
      missing: t('safeCopy.removed'),
      unavailable: copy.error ? t(`errors.${codeOf(copy.error)}`) : undefined,
    },
  ] as const;
}

/** What was left out, drawn in or mended, with a few words of it. */
function markOf(t: TFunction, { kind, rect, detail = '' }: LeftOut, at: number): Mark {
  return {
    key: `${at} ${kind}`,
    rect: rect ?? null,
    calm: true,
    words: (
      <>
        {t(`leftOut.${kind}`)}
        {detail.trim() !== '' && (
          <>
            {' '}
            <q dir="auto">{withoutTurns(detail)}</q>
          </>
        )}
      </>
    ),
  };
}
