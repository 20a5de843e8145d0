import './look.css';
import { useQuery } from '@tanstack/react-query';
import { stampLines } from '@websign/contract/words/stamp';
import { layoutStamp, type Mark, marksOf } from '@websign/pdf/stamp';
import { useEffect, useMemo, useState } from 'react';
import { configQuery } from '../../common/api/queries.ts';
import { type Area, type PageBox, toScreen } from '../../common/viewer/geometry.ts';
import { stampTime, useLocale } from '../../i18n/format.ts';
import { type StampFont, useStampFont } from './stampFont.ts';

/** What the visible signature will say; an empty reason or title is left out. */
export interface LookText {
  name: string;
  reason: string;
  title: string;
}

interface Props {
  text: LookText;
  /** Where the box is on its page, in points. */
  at: Area;
  page: PageBox;
  /** CSS pixels a point. */
  scale: number;
  /** Whether it will have an opaque ground. */
  isOpaque: boolean;
}

const minuteMs = 60_000;
const wholeMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs;

/**
 * The minute that it is. The second of the signature nobody knows beforehand; all digits of the font are equally
 * wide, so that the lines are the same whatever it will be.
 */
function useMinute(): number {
  const [minute, setMinute] = useState(wholeMinute);
  useEffect(() => {
    const timer = setTimeout(() => setMinute(wholeMinute()), minute + minuteMs - Date.now());
    return () => clearTimeout(timer);
  }, [minute]);
  return minute;
}

/**
 * The signature as it will stand in the document: laid out by the function that lays out the document's, and drawn
 * with the outlines of the font that is embedded there. The drawing is as large as the page and lies on it: browsers
 * put the corner of a drawing on a whole pixel, and the box may begin between two.
 */
export function SignatureLook({ text: { name, reason, title }, at, page, scale, isOpaque }: Props) {
  const { width, height } = at;
  const locale = useLocale();
  const { data: config } = useQuery(configQuery);
  const time = stampTime(new Date(useMinute()), config?.timeZone);
  const lines = useMemo(() => stampLines(locale, { reason, title, time }), [locale, reason, title, time]);
  const { font, isMissing } = useStampFont(
    [name, ...lines.flatMap(({ label, value }) => [label, value])].join(' '),
  );
  const marks = useMemo(
    () => font && marksOf(layoutStamp({ name, lines }, { width, height }, font.metrics), isOpaque),
    [font, name, lines, width, height, isOpaque],
  );
  if (isMissing || !font || !marks) {
    return <div className="ws-look ws-look--plain">{isMissing && name}</div>;
  }
  return (
    <svg
      className="ws-look"
      style={onPage(at, page, scale)}
      viewBox={`0 0 ${page.width} ${page.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {/* Points upwards from the lower left corner, as in the document. */}
      <g transform={`matrix(1 0 0 -1 ${at.x} ${page.height - at.y})`}>
        {marks.map((mark) => (
          <Drawn key={keyOf(mark)} mark={mark} font={font} />
        ))}
      </g>
    </svg>
  );
}

/** The place of the whole page, from the corner of the box. */
function onPage(at: Area, page: PageBox, scale: number) {
  const { left, top } = toScreen(at, page, page.width * scale);
  return { left: -left, top: -top, width: page.width * scale, height: page.height * scale };
}

const keyOf = (mark: Mark) => (mark.kind === 'text' ? `${mark.role} ${mark.x} ${mark.y}` : mark.kind);

const grayOf = (level: number) => {
  const part = Math.round(level * 255);
  return `rgb(${part} ${part} ${part})`;
};

function Drawn({ mark, font }: { mark: Mark; font: StampFont }) {
  const gray = grayOf(mark.gray);
  const { kind } = mark;
  if (kind === 'text') {
    const em = mark.size / font.unitsPerEm;
    return (
      <path
        data-role={mark.role}
        data-text={mark.text}
        fill={gray}
        d={font.outline(mark.text)}
        transform={`matrix(${em} 0 0 ${em} ${mark.x} ${mark.y})`}
      />
    );
  }
  if (kind === 'rule') {
    const { x1, x2, y, lineWidth } = mark;
    return <line {...{ x1, x2 }} y1={y} y2={y} stroke={gray} strokeWidth={lineWidth} />;
  }
  const { x, y, width, height } = mark;
  if (kind === 'area') return <rect {...{ x, y, width, height }} fill={gray} />;
  return <rect {...{ x, y, width, height }} fill="none" stroke={gray} strokeWidth={mark.lineWidth} />;
}
