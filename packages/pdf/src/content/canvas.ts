import type { Box } from '../revisions/pages.ts';
import type { PdfStream } from '../syntax/values.ts';
import type { Pace, Stretch } from './codes.ts';
import type { Font } from './font/font.ts';
import type { Matrix } from './matrix.ts';
import type { Outline } from './outline.ts';
import type { ShadeAt } from './shadeat.ts';

/**
 * What stands behind a mark: the object number of the stream that makes it (the page's content, a form), and of the
 * annotation whose appearance it belongs to.
 */
export interface Maker {
  object?: number;
  /** The annotation's `id`: no object number where it is negative. */
  annotation?: number;
}

/** Why a mark may not be seen although it is drawn: optional content (§8.11) that is off by default, or conditional. */
export type LayerState = 'on' | 'off' | 'conditional';

/** A soft mask (§11.5), place by place. */
export interface Mask {
  /** How much it lets through there, 0 to 1: the mean of a square about the place, where it has a side. */
  at(x: number, y: number, side?: number): number;
  /** Strings that it is made of: what is painted through them is seen as text. The first of many. */
  readonly texts: readonly TextRun[];
}

interface Mark {
  /** Set inside a Type 3 glyph's own drawing. */
  glyph: boolean;
  /** What it surely stays within, in default user space of the page; before clipping. */
  box: Box;
  /** What the clip surely lets through at most: the bounds of the clipping path; the page's MediaBox where none is set. */
  clip: Box;
  /** Clipping paths that are no rectangles; what is outside of any of them is not seen. */
  clips: readonly Outline[];
  /** There are clipping paths of which nothing but `clip` is known: letters, or too many points. */
  vague: boolean;
  /** 0 to 1, with the alpha of every group around it; 0 for a colourant that paints nothing (/None). */
  alpha: number;
  /** A soft mask is in force: it may be less visible than `alpha` says. */
  masked: boolean;
  /** The soft masks in force as far as they are known, those of the groups around included. */
  masks: readonly Mask[];
  /** Name of the blend mode, 'Normal' where none is set (§11.3.5); a group's, where the mark's own is 'Normal'. */
  blend: string;
  /** That blend mode is a group's: what lies within the group meets the mark before what lies behind it. */
  grouped: boolean;
  layer: LayerState;
  maker: Maker;
}

/** What a painting shows at a place: 0xRRGGBB, and how much of what is behind it that hides. */
export interface Shown {
  colour: number;
  alpha: number;
}
/**
 * What a painting of several colours shows at a place of the page; undefined where that is not known. `near`: a colour
 * that it is to be told from: where it is surely another, that may be all that is said.
 */
export type ShownAt = (x: number, y: number, near?: number) => Shown | 'nothing' | undefined;

/** One shown string: Tj, ', ", or strings of a TJ that stand less than a quarter of an em apart. */
export interface TextRun extends Mark {
  font: Font | undefined;
  /** First byte of the operator that shows it, in its content: of a page's parts, in all of them joined. */
  at: number;
  /** As it stands in the content stream, decoded from its string syntax; a view of it: copy what is kept for long. */
  bytes: Uint8Array;
  /** Where the line of its glyphs begins and ends (x0, y0, x1, y1), in default user space: which way it runs. */
  line: readonly [number, number, number, number];
  /** A unit of text space along that line, in default user space. */
  along: readonly [number, number];
  /** An em upwards from the line, with its slant, in default user space. */
  up: readonly [number, number];
  /** How its codes follow each other, and the stretch of text space that `line` is; see `spell`. */
  pace: Pace;
  stretch: Stretch;
  /** Height of an em over its line in default user space, all matrices and the font size in. */
  size: number;
  /** Width of an em along its line, all matrices, the font size and the scaling in. */
  width: number;
  /** How far a letter leans forward, in ems to the em: 0 where it stands upright on its line. */
  slant: number;
  /** How far it was raised off its line (Ts), in ems. */
  rise: number;
  /** Text rendering mode, 0 to 7 (Table 104). */
  mode: number;
  /** Width of the line that strokes the glyphs, in default user space; 0 in modes that do not. */
  lineWidth: number;
  /** 0xRRGGBB of what paints the glyphs (fill, or stroke in modes 1 and 5); undefined for patterns and what is not known. */
  colour: number | undefined;
  /** Of a pattern or shading of several colours: all of them, where they are known and few. */
  shades: readonly number[] | undefined;
  /** Of a shading: its colour at each place, where that is known. */
  shadeAt: ShadeAt | undefined;
  /** 0xRRGGBB of the stroke in modes 2 and 6, which fill and stroke; undefined in all others, and where not known. */
  outline: number | undefined;
  /** In a Type 3 font none of whose shown glyphs paints anything, or stroked with gaps in which letters get lost. */
  blank: boolean;
  /** Within the cell of a tiling pattern: it is no text of the page, and few programs copy it. */
  tiled: boolean;
}

/** An area that is painted: a path filled or stroked, a shading, an image. */
export interface Painting extends Mark {
  kind: 'fill' | 'stroke' | 'shading' | 'image';
  /** An axis-aligned rectangle that is surely painted whole, clip considered: for what covers, and what lies behind. */
  solid: Box | undefined;
  /** That rectangle before clipping. */
  whole: Box | undefined;
  /** What of `box` is painted, where that is known and no rectangle. */
  outline?: Outline;
  /** 0xRRGGBB; undefined for patterns, images, shadings and what is not known. */
  colour: number | undefined;
  /** Of a stroke: the width of its line, in default user space. A frame around something is not behind it. */
  width?: number;
  /** Of a stroke: the bounds of the line that it follows. `box` has room for its sharpest corners as well. */
  follows?: Box;
  /** Of a thin stroke around or across something large: the line that it follows, where it has few points. */
  trace?: Outline;
  /** Of a stroke that is a hatch: the straight pieces that it follows. */
  pieces?: readonly Box[];
  /** Of a stroke that is no larger than letters are: the straight pieces that it follows. */
  strokes?: readonly Box[];
  /**
   * Of an image that is an object, or stands within the content and in no glyph, where marks are not told precisely: its
   * stream, and from the unit square to the page.
   */
  picture?: { stream: PdfStream; matrix: Matrix };
  /** Of a stencil within the content, where marks are told precisely: as `picture`, for it alone. */
  stencil?: { stream: PdfStream; matrix: Matrix };
  /** Of what has several colours, or lets something through in places: what it shows, place by place. */
  shows?: ShownAt;
  /** Of an image: its width and height in samples. One sample drawn over a page is no scan. */
  samples?: readonly [number, number];
  /** Whether the paint hides what is behind it: alpha 1, no soft mask, no stencil, blend mode Normal. */
  opaque: boolean;
  /** It lets through what is behind it in places: stencils, masked images, patterns. */
  porous: boolean;
}

/** Marked content that begins. */
export interface Begun {
  /** What it is copied and read aloud as instead (/ActualText, §14.9.4), else what describes or expands it. */
  said: string | undefined;
  /** `said` describes or expands it (/Alt, /E of a /Span, §14.9.3 and §14.9.5). */
  describes: boolean;
  /** An artifact is not read aloud at all (§14.8.2.2). */
  isArtifact: boolean;
  /** The characters of its strings stand in the reverse of the order in which they are read (§14.8.2.5.3). */
  isReversed: boolean;
  /** Its number (/MCID), by which elements of the structure tree name it. */
  content: number | undefined;
}

/** Takes the marks of a page in the order in which they are painted. */
export interface Canvas {
  text(run: TextRun): void;
  paint(painting: Painting): void;
  /** Marked content begins (§14.6). */
  begin?(begun: Begun): void;
  /** The marked content that began last ends. */
  end?(): void;
}
