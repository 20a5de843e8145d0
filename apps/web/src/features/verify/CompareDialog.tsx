import '../../common/findings/marks.css';
import type { VerifiedChange, VerifiedSignature } from '@websign/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areaOf, outline } from '../../common/findings/marks.ts';
import { ChevronLeftIcon, ChevronRightIcon, MinusIcon, PlusIcon } from '../../common/icons.tsx';
import { withoutTurns } from '../../common/names.ts';
import { Button } from '../../common/ui/button.tsx';
import { Dialog } from '../../common/ui/dialog.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { codeWords } from '../../common/verdict-words.ts';
import type { Drawn } from '../../common/viewer/Comparison.tsx';
import { LazyComparison } from '../../common/viewer/LazyComparison.tsx';
import type { Searched } from '../../common/viewer/useDifferences.ts';

/** Times the width of the room. */
const zooms = [1, 1.5, 2, 3, 4];
/** Where there is little room, a page as wide as it could not be read. */
const firstStep = () => (window.matchMedia('(width < 40rem)').matches ? 2 : 0);

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

type Placed = VerifiedChange & { rect: NonNullable<VerifiedChange['rect']> };

/** The changed pages as they were signed and as they are now, with what changed outlined on both. */
export function CompareDialog({ file, end, signature, pages, page: first, onClose }: Props) {
  const { t } = useTranslation();
  const looked = useLookedFor(pages);
  const [at, setAt] = useState(Math.max(0, pages.indexOf(first)));
  const [step, setStep] = useState(firstStep);
  const page = looked.pages[at] ?? null;
  const changes = useMemo(() => distinct(signature.changes, page), [signature, page]);
  const sides = useMemo(
    () =>
      [
        { title: t('verify.compare.before'), file: file.slice(0, end), missing: t('verify.compare.missing') },
        { title: t('verify.compare.after'), file, missing: t('verify.compare.removed') },
      ] as const,
    [file, end, t],
  );
  const reveal = useMemo(() => {
    const placed = changes.find(isPlaced);
    return placed ? areaOf(placed.rect) : null;
  }, [changes]);
  return (
    <Dialog title={t('verify.compare.title')} onCancel={onClose} className="ws-compare" read>
      <p className="ws-facts ws-compare__file">
        <FileName name={file.name} />
      </p>
      <Bar {...{ at, step, looked }} onTurn={setAt} onZoom={setStep} />
      <Legend changes={changes} looked={looked} />
      <LazyComparison
        sides={sides}
        page={page}
        zoom={zooms[step] ?? 1}
        reveal={reveal}
        overlay={(drawn) => <Marks changes={changes} drawn={drawn} />}
        search={looked.search}
      />
      <div className="govgr-button-group ws-dialog__buttons">
        <Button onClick={onClose}>{t('app.close')}</Button>
      </div>
    </Dialog>
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

const isPlaced = (change: VerifiedChange): change is Placed => change.rect !== null;

/** The changes of a page, each place once: one change of a field is one of several objects. */
function distinct(changes: readonly VerifiedChange[], page: number | null): VerifiedChange[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    const { rule, reason, rect, field, level } = change;
    const key = JSON.stringify([rule, reason, rect, field]);
    if (change.page !== page || level === 'lta' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

interface BarProps {
  at: number;
  step: number;
  looked: Looked;
  onTurn: (at: number) => void;
  onZoom: (step: number) => void;
}

function Bar({ at, step, looked: { pages, how }, onTurn, onZoom }: BarProps) {
  const { t } = useTranslation();
  const page = pages[at];
  const many = pages.length > 1;
  const changed = how !== 'same';
  return (
    <div className="ws-compare__bar">
      {many && (
        <Button
          busy={at === 0}
          onClick={() => onTurn(at - 1)}
          aria-label={t(changed ? 'verify.compare.previous' : 'viewer.previous')}
        >
          <ChevronLeftIcon />
        </Button>
      )}
      <p role="status" className="ws-place__position">
        {page === undefined
          ? t('verify.compare.searching')
          : many
            ? t(changed ? 'verify.compare.position' : 'verify.compare.pageOf', {
                page,
                current: at + 1,
                total: pages.length,
              })
            : t('verify.compare.page', { page })}
      </p>
      {many && (
        <Button
          busy={at === pages.length - 1}
          onClick={() => onTurn(at + 1)}
          aria-label={t(changed ? 'verify.compare.next' : 'viewer.next')}
        >
          <ChevronRightIcon />
        </Button>
      )}
      <Button
        className="ws-compare__zoom"
        busy={step === 0}
        onClick={() => onZoom(step - 1)}
        aria-label={t('verify.compare.zoomOut')}
      >
        <MinusIcon />
      </Button>
      <Button
        busy={step === zooms.length - 1}
        onClick={() => onZoom(step + 1)}
        aria-label={t('verify.compare.zoomIn')}
      >
        <PlusIcon />
      </Button>
    </div>
  );
}

/** What the outlines mean, in words: their numbers are the list's. */
function Legend({ changes, looked: { how } }: { changes: readonly VerifiedChange[]; looked: Looked }) {
  const { t } = useTranslation();
  const placed = changes.filter(isPlaced).length;
  if (how === 'searching') return null;
  const framed = how === 'same' ? 'verify.compare.same' : 'verify.compare.framed';
  const said = placed > 0 ? t('verify.compare.marked', { count: placed }) : t(framed);
  return (
    <>
      <p className="govgr-body ws-file__text">{said}</p>
      {changes.length > 0 && (
        <ol className="ws-compare__list" aria-label={t('verify.compare.list')}>
          {changes.map((change, index) => (
            <li key={keyOf(change)}>
              <span className="ws-compare__number">{index + 1}</span>
              <span>
                {codeWords(t, 'changeRules', change.rule) ?? change.rule}
                {change.reason !== null &&
                  `. ${codeWords(t, 'changeReasons', change.reason) ?? change.reason}`}
                {change.field !== null && (
                  <>
                    {' '}
                    <bdi>{withoutTurns(change.field)}</bdi>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const keyOf = ({ rule, reason, field, rect }: VerifiedChange): string =>
  JSON.stringify([rule, reason, field, rect]);

/** The places that the report names; where it names none on this page, those that look different. */
function Marks({
  changes,
  drawn: { box, widthPx, differing },
}: {
  changes: readonly VerifiedChange[];
  drawn: Drawn;
}) {
  const placed = changes.some(isPlaced);
  return (
    <div className="ws-outlines" aria-hidden="true">
      {changes.map((change, index) => {
        if (change.rect === null) return null;
        const place = outline(change.rect, box, widthPx);
        const look = change.reason === null ? 'ws-outline--info' : '';
        return (
          <div key={keyOf(change)} className={`ws-outline ${look}`} style={place}>
            <span className={`ws-outline__label ${place.top < 24 ? 'ws-outline__label--below' : ''}`}>
              {index + 1}
            </span>
          </div>
        );
      })}
      {!placed &&
        differing.map(({ x, y, width, height }) => (
          <div
            key={`${x} ${y}`}
            className="ws-outline"
            style={outline([x, y, x + width, y + height], box, widthPx)}
          />
        ))}
    </div>
  );
}
