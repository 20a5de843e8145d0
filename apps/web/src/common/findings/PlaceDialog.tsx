import { useQuery } from '@tanstack/react-query';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../api/error.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FileName } from '../ui/file-name.tsx';
import { LazyViewer } from '../viewer/LazyViewer.tsx';
import { Excerpt } from './Excerpt.tsx';
import { FindingMarks } from './FindingMarks.tsx';
import { type FindingGroup, isHiddenText, isPlaced, type Placed, placesOf, wordsOf } from './groups.ts';
import { areaOf } from './marks.ts';
import { type Pages, pagesQuery } from './source.ts';
import { kindWords } from './words.ts';

interface Props {
  group: FindingGroup;
  /** The one to begin with. */
  finding: Placed;
  pages: Pages;
  onClose: () => void;
}

/** The pages of a file with the places of one kind of finding outlined, and the words found beside them. */
export function PlaceDialog({ group, finding, pages, onClose }: Props) {
  const { t } = useTranslation();
  const places = useMemo(() => placesOf(group.findings).filter(isPlaced), [group]);
  const [at, setAt] = useState(() => Math.max(0, places.indexOf(finding)));
  const [page, setPage] = useState(finding.page);
  const sought = useRef(true);
  const now = places[at] ?? finding;
  const { title, reason } = kindWords(t, group.kind);
  const show = (index: number) => {
    const next = places[index];
    if (!next) return;
    setAt(index);
    setPage(next.page);
    sought.current = true;
  };
  return (
    <Dialog title={title} onCancel={onClose} className="ws-place" read>
      <p className="ws-facts ws-place__file">
        <FileName name={pages.name} />
      </p>
      <div className="ws-place__body">
        <div className="ws-place__side">
          <p>{reason}</p>
          {places.length > 1 && <Turn {...{ at, count: places.length, page: now.page }} onShow={show} />}
          <Words finding={now} />
        </div>
        <Sheets {...{ pages, places, now, page, sought }} onPage={setPage} />
        <PlaceList places={places} at={at} onShow={show} />
      </div>
      <div className="govgr-button-group ws-dialog__buttons">
        <Button onClick={onClose}>{t('app.close')}</Button>
      </div>
    </Dialog>
  );
}

interface TurnProps {
  at: number;
  count: number;
  page: number;
  onShow: (index: number) => void;
}

/** From place to place. */
function Turn({ at, count, page, onShow }: TurnProps) {
  const { t } = useTranslation();
  return (
    <div className="ws-place__turn">
      <Button busy={at === 0} onClick={() => onShow(at - 1)} aria-label={t('place.previous')}>
        <ChevronLeftIcon />
      </Button>
      <p role="status" className="ws-place__position">
        {t('place.position', { current: at + 1, total: count })}
        <span className="ws-hidden">, {t('findings.page', { page })}</span>
      </p>
      <Button busy={at === count - 1} onClick={() => onShow(at + 1)} aria-label={t('place.next')}>
        <ChevronRightIcon />
      </Button>
    </div>
  );
}

/** What stands at the place, to be read as text: on the page it may not be seen. */
function Words({ finding }: { finding: Placed }) {
  const { t } = useTranslation();
  const words = wordsOf(finding);
  return (
    <div className="ws-place__words">
      <h3 className="govgr-heading-s">{t('place.words')}</h3>
      {words === '' ? (
        <p className="ws-facts">{t(isHiddenText(finding) ? 'findings.unreadable' : 'place.noWords')}</p>
      ) : (
        <Excerpt words={words} />
      )}
      {!finding.rect && <p className="ws-facts">{t('place.wholePage')}</p>}
    </div>
  );
}

function PlaceList({
  places,
  at,
  onShow,
}: {
  places: Placed[];
  at: number;
  onShow: (index: number) => void;
}) {
  const { t } = useTranslation();
  if (places.length < 2) return null;
  return (
    <div className="ws-place__all">
      <h3 className="govgr-heading-s">{t('place.list')}</h3>
      <ol className="ws-place__list">
        {places.map((finding, index) => (
          <li key={finding.id}>
            <button
              type="button"
              className="ws-place__entry"
              aria-current={index === at || undefined}
              onClick={() => onShow(index)}
            >
              <span className="ws-place__number">{index + 1}</span>
              <span>
                {t('findings.page', { page: finding.page })}
                {wordsOf(finding) !== '' && <Excerpt words={wordsOf(finding)} />}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface SheetsProps {
  pages: Pages;
  places: Placed[];
  now: Placed;
  page: number;
  sought: RefObject<boolean>;
  onPage: (page: number) => void;
}

/** The page of the place, zoomed to it; or why it cannot be shown. */
function Sheets({ pages, places, now, page, sought, onPage }: SheetsProps) {
  const { t } = useTranslation();
  const file = useQuery(pagesQuery(pages));
  const gone = file.error && codeOf(file.error) === 'expired';
  return (
    <div className="ws-place__pages">
      <LazyViewer
        file={file.data}
        failed={file.isError}
        failedText={t(gone ? 'place.expired' : 'place.failed')}
        name={pages.name}
        page={page}
        onPage={onPage}
        reveal={now.rect && now.page === page ? { area: areaOf(now.rect), key: now.id, near: true } : null}
        overlay={(shown) => (
          <FindingMarks
            page={shown}
            findings={places}
            current={now.id}
            sought={sought}
            label={({ id }) => String(places.findIndex((place) => place.id === id) + 1)}
          />
        )}
      />
    </div>
  );
}
