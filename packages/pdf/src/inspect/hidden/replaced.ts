import type { Begun, Painting, TextRun } from '../../content/canvas.ts';
import type { Font } from '../../content/font/font.ts';
import { isStandardLatin } from '../../content/font/shown.ts';
import { drawGlyphOutlines } from '../../content/glyphs.ts';
import { intersect, isEmpty, union } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { saysOtherCurrency } from './currencies.ts';
import {
  type Around,
  contradictsText,
  isClause,
  saysAmount,
  saysNoSuchAmount,
  saysOtherAmount,
  saysThousands,
  saysWords,
  turnsSentence,
} from './saidtext.ts';
import { RIGHT_TO_LEFT } from './scripts.ts';
import type { StructurePlace } from './structureplaces.ts';
import type { StructureText } from './structuretexts.ts';
import { textBeside } from './textbeside.ts';

/** Characters of one piece that are kept, of what is shown and of what is said, and what comparing one costs. */
const LONGEST = 10_000;
const COMPARED = 4;
/** Pictures, and pieces of recognised words, that are kept of a page. */
const MOST_KEPT = 200;

/** By how much strings of one number differ in size. */
const UNEVEN = 0.1;
/** Of the height of a page, its head and its foot: there running titles and page numbers are artifacts. */
const MARGIN = 0.12;

/** A text that ends with a number. */
const NUMBER = /\p{Nd}\s*$/u;

interface Piece {
  /** Undefined: an artifact, which nobody is told of who listens. */
  said: string | undefined;
  /** It only describes or expands what is shown. */
  describes: boolean;
  /** The element of the structure tree that says it. */
  element: StructureText | undefined;
  /** What is said is what is shown, each string in reverse. */
  isTurned: boolean;
  shown: string;
  /** Text in it that is not painted: words that were recognised on a scan. */
  unseen: string;
  box: Box | undefined;
  /** An image or an area is painted. */
  painted: boolean;
  /** Something of it is seen: also what is no text. */
  isSeen: boolean;
  /** Marked content that was open around it. */
  depth: number;
  /** The strings before it, at its beginning and its end, and behind it. */
  before: TextRun | undefined;
  first: TextRun | undefined;
  last: TextRun | undefined;
  behind: TextRun | undefined;
}

/**
 * Text of one page that is copied and read aloud as something else than what it shows (/ActualText, ISO 32000-2
 * §14.9.4). Of such pieces within each other some readers take the outer one, and others the inner one.
 */
export class ReplacedText {
  readonly #pdf: Pdf;
  readonly #page: Page;
  readonly #report: Report;
  readonly #places: ReadonlyMap<number, StructurePlace> | undefined;
  /** Of elements with several contents: those that ended, as one, and how many they were. */
  readonly #gathered = new Map<StructureText, { piece: Piece; contents: number }>();
  #depth = 0;
  /** The innermost one is the last. */
  readonly #open: Piece[] = [];
  /** A piece that ended, and behind which nothing is shown yet. */
  #ended: Piece | undefined;
  #last: TextRun | undefined;
  /** Where pictures are, and pieces of which something else is said than was recognised, if they lie on one. */
  readonly #pictures: Box[] = [];
  readonly #misread: Piece[] = [];

  /** `places`: where the structure tree has the page's contents, by their numbers. */
  constructor(pdf: Pdf, page: Page, places: ReadonlyMap<number, StructurePlace> | undefined, report: Report) {
    this.#places = places;
    this.#pdf = pdf;
    this.#page = page;
    this.#report = report;
  }

  begin({ said: own, describes, isArtifact, isReversed, content }: Begun): void {
    const isOwn = own !== undefined || isArtifact || content === undefined;
    const element = isOwn ? undefined : this.#places?.get(content)?.text;
    const isTurned = isReversed && own === undefined && element === undefined;
    const said = isTurned ? '' : (own ?? element?.said);
    const isPiece = said !== undefined || isArtifact;
    if (isPiece && (this.#open.length === 0 || own !== undefined)) {
      const around = { before: this.#last, first: undefined, last: undefined, behind: undefined };
      this.#open.push({
        ...{
          said,
          describes: element?.describes ?? describes,
          element,
          isTurned,
          shown: '',
          unseen: '',
          box: undefined,
        },
        ...{ painted: false, isSeen: false, depth: this.#depth, ...around },
      });
    }
    this.#depth++;
  }

  see(run: TextRun): void {
    const { mode, layer } = run;
    if (layer === 'off') return;
    if (mode === 3) {
      for (const piece of this.#opened()) this.#keepUnseen(piece, run);
      return;
    }
    if (this.#ended !== undefined) {
      this.#ended.behind = run;
      this.#judge(this.#ended);
    }
    this.#last = run;
    for (const piece of this.#opened()) this.#show(piece, run);
  }

  #opened(): readonly Piece[] {
    this.#pdf.spend(COMPARED * this.#open.length);
    return this.#open;
  }

  /** What was recognised on a scan stands for what that shows. */
  #keepUnseen(piece: Piece, { font, bytes, box }: TextRun): void {
    if (piece.said === undefined || piece.unseen.length >= LONGEST) return;
    piece.unseen += font?.text(bytes) ?? '�';
    piece.box = piece.box === undefined ? box : union(piece.box, box);
  }

  #show(piece: Piece, run: TextRun): void {
    const { font, bytes, box } = run;
    if (piece.shown.length >= LONGEST) return;
    const isOtherSize = piece.last !== undefined && Math.abs(piece.last.size - run.size) > UNEVEN * run.size;
    piece.first ??= run;
    piece.last = run;
    const text = font?.text(bytes) ?? '�';
    piece.isSeen ||= text.trim() !== '' || this.#isDrawn(run);
    // An exponent is no digit of the number before it.
    piece.shown += isOtherSize ? `\n${text}` : text;
    if (piece.isTurned) piece.said += [...text].reverse().join('');
    piece.box = piece.box === undefined ? box : union(piece.box, box);
  }

  /** Whether a blank is one that its font draws something for. */
  #isDrawn(run: TextRun): boolean {
    return (drawGlyphOutlines(this.#pdf, run)?.outlines.length ?? 0) > 0;
  }

  paint({ kind, box, layer }: Painting): void {
    if (kind === 'image' && layer !== 'off' && this.#pictures.length < MOST_KEPT) this.#pictures.push(box);
    if (layer === 'off') return;
    for (const piece of this.#opened()) {
      piece.isSeen = true;
      if (kind === 'stroke') continue;
      piece.painted = true;
      piece.box = piece.box === undefined ? box : union(piece.box, box);
    }
  }

  end(): void {
    this.#depth--;
    const piece = this.#open.at(-1);
    if (piece === undefined || piece.depth !== this.#depth) return;
    this.#open.pop();
    this.#judgeEnded();
    this.#ended = piece.element === undefined || piece.element.contents === 1 ? piece : undefined;
    if (piece.element !== undefined && this.#ended === undefined) this.#gather(piece.element, piece);
  }

  /** What an element says is held against all of its contents, once the last of them has ended. */
  #gather(element: StructureText, piece: Piece): void {
    const { piece: all, contents } = this.#gathered.get(element) ?? { piece: undefined, contents: 0 };
    const box = piece.box ?? all?.box;
    const whole: Piece = {
      ...piece,
      shown: all === undefined ? piece.shown : `${all.shown} ${piece.shown}`.slice(0, LONGEST),
      unseen: all === undefined ? piece.unseen : `${all.unseen} ${piece.unseen}`.slice(0, LONGEST),
      box: box === undefined ? box : union(box, all?.box ?? box),
      painted: piece.painted || all?.painted === true,
      isSeen: piece.isSeen || all?.isSeen === true,
      ...{ before: undefined, behind: undefined },
    };
    this.#gathered.set(element, { piece: whole, contents: contents + 1 });
    if (contents + 1 === element.contents && !element.isApart) this.#judge(whole);
  }

  /** Judges what the end of the page leaves open. */
  finish(): void {
    this.#judgeEnded();
    // Where no picture shows them, unseen words are told of in any case.
    for (const piece of this.#misread) {
      this.#pdf.spend(this.#pictures.length);
      const { box } = piece;
      if (box !== undefined && this.#pictures.some((picture) => !isEmpty(intersect(picture, box))))
        this.#tell(piece);
    }
    for (const [element, { piece, contents }] of this.#gathered) {
      if (contents === element.contents && !element.isApart) continue;
      // Some of its contents are on other pages, or nowhere.
      if (saysNoSuchAmount(piece.shown, piece.said ?? '')) this.#tell(piece);
    }
  }

  #judgeEnded(): void {
    if (this.#ended !== undefined) this.#judge(this.#ended);
  }

  #judge(piece: Piece): void {
    this.#ended = undefined;
    if (this.#isMisleading(piece)) this.#tell(piece);
    else if (isMisreading(piece) && this.#misread.length < MOST_KEPT) this.#misread.push(piece);
  }

  #tell({ said = '', shown, unseen, box }: Piece): void {
    const text = (shown.trim() === '' ? unseen : shown).replaceAll('\n', ' ');
    const excerpt = `${text.slice(0, EXCERPT / 2 - 2)}→${said.slice(0, EXCERPT / 2 - 2)}`;
    const rect = box === undefined ? {} : { rect: box };
    this.#report({ kind: 'text_map_mismatch', page: this.#page.number, excerpt, ...rect });
  }

  #isMisleading(piece: Piece): boolean {
    const { said, shown, box, painted, isSeen } = piece;
    const text = shown.slice(0, LONGEST);
    if (said === undefined) return this.#isInBody(box) && isClause(text);
    const isBehindNumber = NUMBER.test(textBeside(piece.before, piece.first));
    if (isBehindNumber && saysThousands(text, said.slice(0, LONGEST))) return true;
    if (piece.describes) return saysOtherAmount(text, said) || saysOtherCurrency(text, said);
    if (piece.isTurned && RIGHT_TO_LEFT.test(text)) return false;
    // Writers of tagged files leave an empty text in elements that they say nothing of.
    if (piece.element !== undefined && said.trim() === '') return saysAmount(text) || isClause(text);
    if (!isSeen && piece.unseen.trim() === '' && saysWords(said)) return true;
    // A picture of an amount is read by eyes alone: who copies or listens gets what the file says in its place.
    const unread = painted && shown.trim() === '' && saysAmount(said);
    this.#pdf.spend(COMPARED * (text.length + said.length));
    return unread || contradictsText(...alikeLong(text, said), this.#around(piece));
  }

  #around({ before, first, last, behind }: Piece): Around {
    return {
      before: textBeside(before, first).slice(-1),
      behind: textBeside(last, behind, 'second').slice(0, 1),
      isLatin: first !== undefined && this.#isLatin(first.font) && this.#isLatin(last?.font),
    };
  }

  #isLatin(font: Font | undefined): boolean {
    const value =
      font?.dict ?? (font?.object === undefined ? undefined : this.#pdf.object(font.object)?.value);
    return value !== undefined && isStandardLatin(this.#pdf, value);
  }

  #isInBody(box: Box | undefined): boolean {
    if (box === undefined) return false;
    const [, y0, , y1] = this.#page.cropBox;
    const place = ((box[1] + box[3]) / 2 - y0) / (y1 - y0);
    return place > MARGIN && place < 1 - MARGIN;
  }
}

/** Both of two texts as far as the shorter one goes without its blanks, where one of them was cut off. */
function alikeLong(shown: string, said: string): [shown: string, said: string] {
  if (Math.max(shown.length, said.length) < LONGEST) return [shown, said];
  const signs = [shown, said].map((text) => [...text.matchAll(/\S/gu)].map(({ index }) => index));
  const count = Math.min(...signs.map(({ length }) => length));
  const [ours, theirs] = signs.map((places) => places[count]);
  return [shown.slice(0, ours), said.slice(0, theirs)];
}

/** Whether it stands for words that are not painted, and says another amount, or turns a sentence. */
const isMisreading = ({ shown, unseen, said = '', describes }: Piece): boolean =>
  !describes && shown.trim() === '' && (saysNoSuchAmount(unseen, said) || turnsSentence(unseen, said));
