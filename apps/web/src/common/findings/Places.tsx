import { type Finding, pageRanges } from '@websign/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutTurns } from '../names.ts';
import { Excerpt } from './Excerpt.tsx';
import { isHiddenText, isPlaced, type Passage, type Placed, passagesOf, turnsOf } from './groups.ts';

/** Passages, and places of one passage, that are listed before anybody asks for a hundred. */
const firstPassages = 3;
const firstPlaces = 6;
/** Letters of the found words in the name of a link. */
const nameLetters = 60;

interface Props {
  findings: readonly Finding[];
  /** What their kind is called. */
  title: string;
  file: string | undefined;
  /** Null where the pages cannot be shown. */
  onPlace: ((finding: Placed) => void) | null;
}

/** Where it was found, each passage with its words; a page leads to the place. Nothing where there is nothing to tell. */
export function Places({ findings, title, file, onPlace }: Props) {
  const { t } = useTranslation();
  const label = useId();
  const [all, setAll] = useState(false);
  const passages = passagesOf(findings).filter(
    ({ words, places }) => words !== '' || (onPlace && places.some(isPlaced)),
  );
  if (passages.length === 0) return null;
  // One more than fits is no reason for a button.
  const shown = all || passages.length <= firstPassages + 1 ? passages : passages.slice(0, firstPassages);
  const rest = passages.slice(shown.length).reduce((sum, { places }) => sum + places.length, 0);
  return (
    <>
      <span id={label} className="ws-hidden">
        {t('findings.places')}: {title}
      </span>
      <ul className="ws-finding__places" aria-labelledby={label}>
        {shown.map((passage) => (
          <PassageItem key={passage.words} {...{ passage, title, file, onPlace }} />
        ))}
      </ul>
      {rest > 0 && (
        <button
          type="button"
          className="ws-quiet"
          aria-label={`${t('findings.more', { count: rest })}: ${title}`}
          onClick={() => setAll(true)}
        >
          {t('findings.more', { count: rest })}
        </button>
      )}
    </>
  );
}

interface PassageProps extends Omit<Props, 'findings'> {
  passage: Passage;
}

/** The same words at one place or at many: they are said once. */
function PassageItem({ passage, title, file, onPlace }: PassageProps) {
  const { t } = useTranslation();
  const { words, places } = passage;
  return (
    <li className="ws-finding__place">
      {onPlace && places.some(isPlaced) ? (
        <Ways {...{ passage, title, file, onPlace }} />
      ) : (
        <span className="ws-finding__page">
          <PagesOnly places={places} />
        </span>
      )}
      {words !== '' && <Excerpt words={words} />}
      {words === '' && places.some(isHiddenText) && (
        <span className="ws-finding__page">{t('findings.unreadable')}</span>
      )}
    </li>
  );
}

/** Where it is, where no page can be shown. */
function PagesOnly({ places }: { places: Finding[] }) {
  const { t } = useTranslation();
  const pages = [...new Set(places.flatMap(({ page }) => page ?? []))];
  if (pages.length === 0) return t('findings.inFile');
  return t('findings.onPages', { count: pages.length, pages: pageRanges(pages) });
}

interface WaysProps extends PassageProps {
  onPlace: (finding: Placed) => void;
}

/** A way to each place of a passage. Each has a name of its own: by the page, the kind, the words, and the file. */
function Ways({ passage: { words, places }, title, file, onPlace }: WaysProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const placed = places.filter(isPlaced);
  const turns = turnsOf(placed);
  const shown = all || placed.length <= firstPlaces + 1 ? placed : placed.slice(0, firstPlaces);
  const said = words === '' ? [] : [t('findings.quoted', { words: shortened(withoutTurns(words)) })];
  const more = t('findings.more', { count: placed.length - shown.length });
  const nameOf = ({ page }: Placed, turn: number) => {
    const nth = turn > 1 ? [t('findings.nth', { turn })] : [];
    const what = [title, ...said, ...nth, ...(file === undefined ? [] : [withoutTurns(file)])].join(', ');
    return t('findings.showWhat', { page, what });
  };
  const textOf = ({ page }: Placed, turn: number) => {
    if (placed.length === 1) return t('findings.show', { page });
    return turn > 1 ? `${page} (${turn})` : String(page);
  };
  return (
    <span className="ws-finding__ways">
      {placed.length > 1 && <span className="ws-finding__page">{t('findings.showOn')}</span>}
      {shown.map((place, index) => (
        <button
          key={place.id}
          type="button"
          className="ws-quiet"
          aria-label={nameOf(place, turns[index] ?? 1)}
          onClick={() => onPlace(place)}
        >
          {textOf(place, turns[index] ?? 1)}
        </button>
      ))}
      {shown.length < placed.length && (
        <button
          type="button"
          className="ws-quiet"
          aria-label={`${more}: ${[title, ...said].join(', ')}`}
          onClick={() => setAll(true)}
        >
          {more}
        </button>
      )}
    </span>
  );
}

const shortened = (words: string) =>
  words.length > nameLetters ? `${words.slice(0, nameLetters).trimEnd()}…` : words;
