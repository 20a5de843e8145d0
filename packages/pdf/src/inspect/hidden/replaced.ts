import type { Painting, TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { contradictsText, isClause, saysAmount } from './saidtext.ts';

/** Shown characters of one piece that are kept. */
const LONGEST = 1000;

/** Of the height of a page, its head and its foot: there running titles and page numbers are artifacts. */
const MARGIN = 0.12;

interface Piece {
  /** Undefined: an artifact, which nobody is told of who listens. */
  said: string | undefined;
  shown: string;
  box: Box | undefined;
  /** An image or an area is painted. */
  painted: boolean;
  /** Marked content that was open around it. */
  depth: number;
}

/**
 * Text of one page that is copied and read aloud as something else than what it shows (/ActualText, ISO 32000-2
 * §14.9.4). Of such pieces within each other the outer one counts.
 */
export class ReplacedText {
  readonly #page: Page;
  readonly #report: Report;
  #depth = 0;
  #piece: Piece | undefined;

  constructor(page: Page, report: Report) {
    this.#page = page;
    this.#report = report;
  }

  begin(said: string | undefined, isArtifact: boolean): void {
    if ((said !== undefined || isArtifact) && this.#piece === undefined) {
      this.#piece = { said, shown: '', box: undefined, painted: false, depth: this.#depth };
    }
    this.#depth++;
  }

  see({ font, bytes, box, mode, layer }: TextRun): void {
    const piece = this.#piece;
    if (piece === undefined || mode === 3 || layer === 'off' || piece.shown.length >= LONGEST) return;
    piece.shown += font?.text(bytes) ?? '�';
    piece.box = piece.box === undefined ? box : union(piece.box, box);
  }

  paint({ kind, box, layer }: Painting): void {
    const piece = this.#piece;
    if (piece === undefined || layer === 'off' || kind === 'stroke') return;
    piece.painted = true;
    piece.box = piece.box === undefined ? box : union(piece.box, box);
  }

  end(): void {
    this.#depth--;
    const piece = this.#piece;
    if (piece === undefined || piece.depth !== this.#depth) return;
    this.#piece = undefined;
    if (!this.#isMisleading(piece)) return;
    const { said = '', shown, box } = piece;
    const excerpt = `${shown.slice(0, EXCERPT / 2 - 2)}→${said.slice(0, EXCERPT / 2 - 2)}`;
    const rect = box === undefined ? {} : { rect: box };
    this.#report({ kind: 'text_map_mismatch', page: this.#page.number, excerpt, ...rect });
  }

  #isMisleading({ said, shown, box, painted }: Piece): boolean {
    const text = shown.slice(0, LONGEST);
    if (said === undefined) return this.#isInBody(box) && isClause(text);
    // A picture of an amount is read by eyes alone: who copies or listens gets what the file says in its place.
    const unread = painted && shown.trim() === '' && saysAmount(said);
    return unread || contradictsText(text, said);
  }

  #isInBody(box: Box | undefined): boolean {
    if (box === undefined) return false;
    const [, y0, , y1] = this.#page.cropBox;
    const place = ((box[1] + box[3]) / 2 - y0) / (y1 - y0);
    return place > MARGIN && place < 1 - MARGIN;
  }
}
