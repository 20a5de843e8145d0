import type { TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { contradictsText } from './textmap.ts';

/** Shown characters of one piece that are kept. */
const LONGEST = 1000;

interface Piece {
  said: string;
  shown: string;
  box: Box | undefined;
  /** Marked content that was open around it. */
  depth: number;
}

/**
 * Text of one page that is copied and read aloud as something else than what it shows (/ActualText, ISO 32000-2
 * §14.9.4). Of such pieces within each other the outer one counts.
 */
export class ReplacedText {
  readonly #page: number;
  readonly #report: Report;
  #depth = 0;
  #piece: Piece | undefined;

  constructor(page: number, report: Report) {
    this.#page = page;
    this.#report = report;
  }

  begin(said: string | undefined): void {
    if (said !== undefined && this.#piece === undefined) {
      this.#piece = { said, shown: '', box: undefined, depth: this.#depth };
    }
    this.#depth++;
  }

  see({ font, bytes, box, mode, layer }: TextRun): void {
    const piece = this.#piece;
    if (piece === undefined || mode === 3 || layer === 'off' || piece.shown.length >= LONGEST) return;
    piece.shown += font?.text(bytes) ?? '�';
    piece.box = piece.box === undefined ? box : union(piece.box, box);
  }

  end(): void {
    this.#depth--;
    const piece = this.#piece;
    if (piece === undefined || piece.depth !== this.#depth) return;
    this.#piece = undefined;
    const { said, shown, box } = piece;
    if (!contradictsText(shown.slice(0, LONGEST), said)) return;
    const excerpt = `${shown.slice(0, EXCERPT / 2 - 2)}→${said.slice(0, EXCERPT / 2 - 2)}`;
    const rect = box === undefined ? {} : { rect: box };
    this.#report({ kind: 'text_map_mismatch', page: this.#page, excerpt, ...rect });
  }
}
