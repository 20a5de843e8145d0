import type { DrawnAnnotation } from '../content/annotations.ts';
import type { Box } from '../revisions/pages.ts';
import { ascii } from '../syntax/bytes.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import type { Copying } from './copying.ts';
import { type Ending, endedLine } from './endings.ts';
import { noteIcon } from './icon.ts';
import { flateStream } from './stream.ts';
import { arrayText, dictText, numberText } from './written.ts';

type Entries = PdfDict['entries'];

/** Points of one annotation that are drawn. */
const MOST_NUMBERS = 20_000;
const MOST_DASHES = 8;
/** Of the distance from the middle of an arc of 90° to its corner: the control points of its curve. */
const CURVE = 0.5523;
/** Where lines go through and under a quadrilateral, of its height, and how broad they are. */
const STRUCK = 0.5;
const UNDER = 0.08;
const BROAD = 0.06;
/** Of the same height, how long a tooth of a jagged line is; how many one line has, and what each costs. */
const TOOTH = 0.12;
const MOST_TEETH = 1000;
const POINT = 32;

/** What one annotation is drawn with. */
interface Look {
  /** Paths, each with its painting operator. */
  paths: string[];
  blend?: string;
}

/**
 * The form of an annotation that has no appearance and that readers draw by themselves, in the space of the page (ISO 32000-2
 * §12.5.6, Table 192); undefined where it shows nothing. Icons of attachments are drawn by some alone: they are left out.
 */
export function ownLook(copy: Copying, annotation: DrawnAnnotation, page: Box): string | undefined {
  const { dict, subtype, rect } = annotation;
  if (rect === undefined) return undefined;
  const { paths, blend } = lookOf(copy, subtype, dict.entries, rect);
  if (paths.length === 0) return undefined;
  const alpha = Math.min(1, Math.max(0, copy.pdf.number(dict.entries.get('CA')) ?? 1));
  const state = dictText([
    ['Type', '/ExtGState'],
    ['BM', blend === undefined ? undefined : `/${blend}`],
    ['CA', numberText(alpha)],
    ['ca', numberText(alpha)],
  ]);
  const form = (resources: string, operators: string, group?: string): string => {
    const entries = [
      ['Type', '/XObject'],
      ['Subtype', '/Form'],
      ['BBox', arrayText(page.map(numberText))],
      ['Group', group],
      ['Resources', resources],
    ] as const;
    return copy.add(flateStream(copy, entries, ascii(operators)));
  };
  const all = paths.join('');
  if (alpha === 1) return form(`<</ExtGState <</G0 ${state}>>>>`, `/G0 gs\n${all}`);
  // As one: a frame is not seen through its ground as well.
  const whole = form('<<>>', all, '<</S /Transparency>>');
  return form(`<</ExtGState <</G0 ${state}>>/XObject <</X0 ${whole}>>>>`, '/G0 gs\n/X0 Do\n');
}

function lookOf(copy: Copying, subtype: string, entries: Entries, rect: Box): Look {
  const { pdf } = copy;
  const through = (key: string): number[] => pointsOf(copy, entries.get(key));
  switch (subtype) {
    case 'Square':
      return { paths: outlined(copy, entries, rectangle(inset(copy, entries, rect))) };
    case 'Circle':
      return { paths: outlined(copy, entries, ellipse(inset(copy, entries, rect))) };
    case 'Polygon':
      return { paths: outlined(copy, entries, closed(through('Vertices'))) };
    case 'PolyLine':
      return { paths: ended(copy, entries, through('Vertices')) };
    case 'Line':
      return { paths: ended(copy, entries, through('L')) };
    case 'Ink': {
      const lists = pdf.array(entries.get('InkList'))?.items ?? [];
      const all = lists.map((item) => line(pointsOf(copy, item))).join('');
      return { paths: stroked(copy, entries, all) };
    }
    case 'Highlight':
      return { paths: marked(copy, entries, rect), blend: 'Multiply' };
    case 'StrikeOut':
      return { paths: ruled(copy, entries, rect, { level: STRUCK }) };
    case 'Underline':
      return { paths: ruled(copy, entries, rect, { level: UNDER }) };
    case 'Squiggly':
      return { paths: ruled(copy, entries, rect, { level: UNDER, isJagged: true }) };
    case 'Text':
      // Nobody can move it aside any more: what it stands on is seen through it.
      return { paths: [noteIcon(rect)], blend: 'Multiply' };
    default:
      return { paths: [] };
  }
}

/** A closed path, filled and stroked as the annotation says. */
function outlined(copy: Copying, entries: Entries, path: string): string[] {
  const fill = colourOf(copy, entries.get('IC'), false);
  const stroke = colourOf(copy, entries.get('C'), true);
  const width = widthOf(copy, entries);
  if (path === '' || (fill === undefined && (stroke === undefined || width <= 0))) return [];
  const painting = fill === undefined ? 'S' : stroke === undefined || width <= 0 ? 'f' : 'B';
  return [`${fill ?? ''}${stroke ?? ''}${numberText(width)} w\n${dashes(copy, entries)}${path}${painting}\n`];
}

function stroked(copy: Copying, entries: Entries, path: string): string[] {
  const width = widthOf(copy, entries);
  if (path === '' || width <= 0) return [];
  const colour = colourOf(copy, entries.get('C'), true) ?? '0 G\n';
  return [`${colour}${numberText(width)} w\n${dashes(copy, entries)}${path}S\n`];
}

/** A line with what stands at its ends, in its own colour and width. */
function ended(copy: Copying, entries: Entries, points: readonly number[]): string[] {
  const { through, endings } = endedLine(copy, entries, points, widthOf(copy, entries));
  const drawn = stroked(copy, entries, line(through));
  if (drawn.length === 0) return [];
  const fill = colourOf(copy, entries.get('IC'), false);
  return [...drawn, ...endings.map((ending) => endingPath(ending, fill))];
}

function endingPath({ corners, isClosed, isRound }: Ending, fill: string | undefined): string {
  const path = isRound ? disc(corners) : line(corners.flat());
  return isClosed && fill !== undefined ? `${fill}${path}b\n` : `${path}${isClosed ? 's' : 'S'}\n`;
}

/** In the square of its corners. */
function disc(corners: readonly (readonly [number, number])[]): string {
  const [[x0, y0] = [0, 0], [x1, y1] = [0, 0], [x2, y2] = [0, 0]] = corners;
  const [x, y, radius] = [(x0 + x2) / 2, (y0 + y2) / 2, Math.hypot(x1 - x0, y1 - y0) / 2];
  return ellipse([x - radius, y - radius, x + radius, y + radius]);
}

/** Its quadrilaterals; all of its rectangle where it has none. */
function marked(copy: Copying, entries: Entries, rect: Box): string[] {
  const fill = colourOf(copy, entries.get('C'), false);
  if (fill === undefined) return [];
  return quadsOf(copy, entries, rect).map(
    ([x0, y0, x1, y1, x2, y2, x3, y3]) => `${fill}${closed([x0, y0, x1, y1, x3, y3, x2, y2])}f\n`,
  );
}

/** A line along each quadrilateral, at some part of its height. */
function ruled(
  copy: Copying,
  entries: Entries,
  rect: Box,
  { level, isJagged = false }: { level: number; isJagged?: boolean },
): string[] {
  const stroke = colourOf(copy, entries.get('C'), true) ?? '0 G\n';
  return quadsOf(copy, entries, rect).map(([x0, y0, x1, y1, x2, y2, x3, y3]) => {
    const height = Math.hypot(x0 - x2, y0 - y2);
    const ends = [
      ...[x2 + (x0 - x2) * level, y2 + (y0 - y2) * level],
      ...[x3 + (x1 - x3) * level, y3 + (y1 - y3) * level],
    ];
    const through = isJagged ? jagged(copy, ends, height) : ends;
    return `${stroke}${numberText(height * BROAD)} w\n${line(through)}S\n`;
  });
}

/** The teeth of a line between two points, of the height of what it marks. */
function jagged({ pdf }: Copying, ends: readonly number[], height: number): readonly number[] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = ends;
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length === 0 || height === 0) return ends;
  const count = Math.min(MOST_TEETH, Math.ceil(length / (TOOTH * height)));
  pdf.spend(count * POINT);
  const deep = ((UNDER / 2) * height) / length;
  return Array.from({ length: count + 1 }, (_, at) => {
    const side = at % 2 === 0 ? deep : -deep;
    return [
      x0 + ((x1 - x0) * at) / count - (y1 - y0) * side,
      y0 + ((y1 - y0) * at) / count + (x1 - x0) * side,
    ];
  }).flat();
}

type Quad = [number, number, number, number, number, number, number, number];

/** Upper left, upper right, lower left, lower right, as all writers have them. */
function quadsOf(copy: Copying, entries: Entries, [x0, y0, x1, y1]: Box): Quad[] {
  const numbers = pointsOf(copy, entries.get('QuadPoints'));
  const quads: Quad[] = [];
  for (let at = 0; at + 8 <= numbers.length; at += 8) quads.push(numbers.slice(at, at + 8) as Quad);
  return quads.length > 0 ? quads : [[x0, y1, x1, y1, x0, y0, x1, y0]];
}

function pointsOf(copy: Copying, value: PdfValue | undefined): number[] {
  const items = copy.pdf.array(value)?.items.slice(0, MOST_NUMBERS) ?? [];
  const numbers = items.map((item) => copy.pdf.number(item) ?? 0);
  return numbers.length % 2 === 0 ? numbers : numbers.slice(0, -1);
}

function line(through: readonly number[]): string {
  let path = '';
  for (let at = 0; at + 1 < through.length; at += 2)
    path += `${numberText(through[at] ?? 0)} ${numberText(through[at + 1] ?? 0)} ${at === 0 ? 'm' : 'l'}\n`;
  return path;
}

const closed = (through: readonly number[]): string => (through.length === 0 ? '' : `${line(through)}h\n`);
const rectangle = ([x0, y0, x1, y1]: Box): string => closed([x0, y0, x1, y0, x1, y1, x0, y1]);

function ellipse([x0, y0, x1, y1]: Box): string {
  const [x, y, a, b] = [(x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2];
  const [c, d] = [a * CURVE, b * CURVE];
  const curve = (...points: readonly number[]): string => `${points.map(numberText).join(' ')} c\n`;
  return (
    line([x + a, y]) +
    curve(x + a, y + d, x + c, y + b, x, y + b) +
    curve(x - c, y + b, x - a, y + d, x - a, y) +
    curve(x - a, y - d, x - c, y - b, x, y - b) +
    curve(x + c, y - b, x + a, y - d, x + a, y) +
    'h\n'
  );
}

/** Half of its border within its rectangle, after what /RD takes off. */
function inset(copy: Copying, entries: Entries, [x0, y0, x1, y1]: Box): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = pointsOf(copy, entries.get('RD'));
  const half = widthOf(copy, entries) / 2;
  return [x0 + left + half, y0 + bottom + half, x1 - right - half, y1 - top - half];
}

/** How broad the line of an annotation's frame is. */
export function widthOf(copy: Copying, entries: Entries): number {
  const style = copy.pdf.dict(entries.get('BS'))?.entries.get('W');
  return copy.pdf.number(style ?? copy.pdf.array(entries.get('Border'))?.items[2]) ?? 1;
}

/** The operator that breaks its border into dashes, of three points where it says no more (Tables 166 and 168). */
function dashes(copy: Copying, entries: Entries): string {
  const { pdf } = copy;
  const style = pdf.dict(entries.get('BS'))?.entries;
  if (style !== undefined && pdf.name(style.get('S')) !== 'D') return '';
  const list = pdf.array(style === undefined ? pdf.array(entries.get('Border'))?.items[3] : style.get('D'));
  const lengths = list?.items.slice(0, MOST_DASHES).map((item) => pdf.number(item) ?? -1);
  const pattern = lengths ?? (style === undefined ? [] : [3]);
  const isOne = pattern.every((length) => length >= 0) && pattern.some((length) => length > 0);
  return isOne ? `${arrayText(pattern.map(numberText))} 0 d\n` : '';
}

const OPERATORS: Readonly<Record<number, readonly [string, string]>> = {
  1: ['g', 'G'],
  3: ['rg', 'RG'],
  4: ['k', 'K'],
};

/** The operator that sets one, three or four components; undefined for none, which is transparent. */
export function colourOf(copy: Copying, value: PdfValue | undefined, isStroke: boolean): string | undefined {
  const parts = copy.pdf.array(value)?.items.map((item) => copy.pdf.number(item) ?? 0) ?? [];
  const operators = OPERATORS[parts.length];
  if (operators === undefined) return undefined;
  return `${parts.map(numberText).join(' ')} ${operators[isStroke ? 1 : 0]}\n`;
}
