import { intersect } from '../../revisions/boxes.ts';
import { loadFont } from '../font/font.ts';
import type { Interpreter } from '../interpreter.ts';
import { CLOSE, DICT, HEX, NAME, NUMBER, OPEN, PLAIN, WORD } from '../operands.ts';
import { distance } from '../setting.ts';
import { showText } from '../showtext.ts';
import { type Operators, sets } from './operator.ts';

/** A gap in a line, in thousandths of an em, that is more than kerning. */
const GAP = 250;

/** Text rendering modes (Table 104). */
const MODES: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 6, 7]);

/** Text (ISO 32000-2 §9.3, §9.4). */
export const TEXT: Operators = {
  BT: {
    numbers: 0,
    run: (it) => {
      // Within another text object some readers go on where that one was.
      if (it.text.open) it.ambiguous(it.tokens.start);
      endText(it);
      it.text.begin();
    },
  },
  ET: { numbers: 0, run: endText },
  Tc: sets('charSpace'),
  Tw: sets('wordSpace'),
  Tz: {
    numbers: 1,
    run: (it, at) => {
      it.state.scale = it.operands.at(at) / 100;
    },
  },
  TL: sets('leading'),
  Ts: sets('rise'),
  Tr: {
    numbers: 1,
    run: (it, at) => {
      const mode = it.operands.at(at);
      if (!MODES.has(mode)) it.ambiguous(it.tokens.start);
      it.state.mode = mode & 7;
    },
  },
  Tf: { numbers: 1, operands: 2, run: setFont },
  Td: { numbers: 2, run: (it, at) => it.text.next(it.operands.at(at), it.operands.at(at + 1)) },
  TD: {
    numbers: 2,
    run: (it, at) => {
      it.state.leading = -it.operands.at(at + 1);
      it.text.next(it.operands.at(at), it.operands.at(at + 1));
    },
  },
  Tm: {
    numbers: 6,
    run: ({ text, operands }, at) => {
      const [a, b, c, d] = [operands.at(at), operands.at(at + 1), operands.at(at + 2), operands.at(at + 3)];
      text.set(a, b, c, d, operands.at(at + 4), operands.at(at + 5));
    },
  },
  'T*': { numbers: 0, run: (it) => it.text.next(0, -it.state.leading) },
  Tj: { numbers: 0, run: show },
  "'": {
    numbers: 0,
    run: (it, end) => {
      it.text.next(0, -it.state.leading);
      show(it, end);
    },
  },
  '"': {
    numbers: 0,
    run: (it, end) => {
      if (end !== 3) it.ambiguous(it.tokens.start);
      it.state.wordSpace = it.operands.at(end - 3);
      it.state.charSpace = it.operands.at(end - 2);
      it.text.next(0, -it.state.leading);
      showText(it, it.tokens.string(end - 1), []);
    },
  },
  TJ: { numbers: 0, run: showSpaced },
};

/** What modes 4 to 7 gathered becomes part of the clip. */
function endText(it: Interpreter): void {
  const { text, state } = it;
  text.open = false;
  if (text.clip !== undefined) {
    // Blanks let nothing through.
    state.clip = text.clip[0] > text.clip[2] ? [0, 0, 0, 0] : intersect(state.clip, text.clip);
    state.inner = [0, 0, 0, 0];
    state.vague = true;
  }
  text.clip = undefined;
}

function setFont(it: Interpreter, at: number): void {
  const { state, operands } = it;
  state.fontSize = operands.at(at);
  state.isFontDoubtful = false;
  const value = it.resource('Font', it.tokens.name(at - 1));
  state.font = it.attempt(value, () => loadFont(it.pdf, value));
}

function show(it: Interpreter, end: number): void {
  if (end !== 1 || !it.tokens.isString(0)) it.ambiguous(it.tokens.start);
  if (it.tokens.isString(end - 1)) showText(it, it.tokens.string(end - 1), []);
}

/**
 * Strings with little between them are shown as one: kerning cuts a word into letters. Not those of Type 3 fonts, whose
 * glyphs are drawn each in its place.
 */
function showSpaced(it: Interpreter, end: number): void {
  const { operands, tokens, state, line } = it;
  const drawn = state.font?.kind === 'type3';
  const composite = state.font?.kind === 'composite';
  let at = end - 1;
  while (at >= 0 && operands.kind[at] !== OPEN) at--;
  if (at > 0 || operands.kind[end - 1] !== CLOSE) it.ambiguous(tokens.start);
  for (at++; at < end; at++) {
    const kind = operands.kind[at];
    if (kind === NAME || kind === DICT || kind === WORD) it.ambiguous(tokens.start);
    if (kind === NUMBER) {
      const gap = operands.at(at);
      if (!line.empty && !drawn && gap > -GAP && gap < GAP) {
        line.adjust(gap);
      } else {
        flush(it);
        move(it, gap);
      }
      continue;
    }
    if (drawn) flush(it);
    // A code that is cut in two by a string's end goes on in no other string.
    if (composite && line.odd) flush(it);
    if (kind === PLAIN) {
      line.add(tokens.bytes, operands.start[at] ?? 0, operands.end[at] ?? 0);
    } else if (kind === HEX) {
      line.addHex(tokens.bytes, operands.start[at] ?? 0, operands.end[at] ?? 0);
    } else if (tokens.isString(at)) {
      const bytes = tokens.string(at);
      line.add(bytes, 0, bytes.length);
    }
  }
  flush(it);
}

function move(it: Interpreter, gap: number): void {
  if (it.state.font?.vertical === true) it.text.advance(0, distance(it.state, gap));
  else it.text.advance(distance(it.state, gap), 0);
}

function flush(it: Interpreter): void {
  const { line } = it;
  if (line.empty) return;
  const { bytes, gaps } = line.take();
  showText(it, bytes, gaps);
}
