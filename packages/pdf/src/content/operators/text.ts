import { loadFont } from '../font/font.ts';
import type { Interpreter } from '../interpreter.ts';
import { intersect } from '../matrix.ts';
import { NUMBER, OPEN } from '../operands.ts';
import { showText } from '../showtext.ts';
import { type Operators, sets } from './operator.ts';

/** A gap in a line, in thousandths of an em, that is more than kerning. */
const GAP = 250;

/** Text (ISO 32000-2 §9.3, §9.4). */
export const TEXT: Operators = {
  BT: {
    numbers: 0,
    run: (it) => {
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
      it.state.mode = it.operands.at(at) & 7;
    },
  },
  Tf: { numbers: 1, run: setFont },
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
      it.state.wordSpace = it.operands.at(end - 3);
      it.state.charSpace = it.operands.at(end - 2);
      it.text.next(0, -it.state.leading);
      show(it, end);
    },
  },
  TJ: { numbers: 0, run: showSpaced },
};

/** What modes 4 to 7 gathered becomes part of the clip. */
function endText(it: Interpreter): void {
  const { text, state } = it;
  if (text.clip !== undefined) {
    state.clip = intersect(state.clip, text.clip);
    state.inner = [0, 0, 0, 0];
  }
  text.clip = undefined;
}

function setFont(it: Interpreter, at: number): void {
  const { state, operands } = it;
  state.fontSize = operands.at(at);
  const value = it.resources.get('Font', it.tokens.name(at - 1));
  state.font = it.attempt(value, () => loadFont(it.pdf, value));
}

function show(it: Interpreter, end: number): void {
  if (it.tokens.isString(end - 1)) showText(it, it.tokens.string(end - 1), 0);
}

/** Strings with little between them are shown as one: kerning cuts a word into letters. */
function showSpaced(it: Interpreter, end: number): void {
  const { operands, tokens, state, line } = it;
  let at = end - 1;
  while (at >= 0 && operands.kind[at] !== OPEN) at--;
  const unit = (state.fontSize / 1000) * (state.font?.vertical === true ? 1 : state.scale);
  const flush = (): void => {
    if (line.empty) return;
    const { bytes, shift } = line.take();
    showText(it, bytes, -shift * unit);
  };
  for (at++; at < end; at++) {
    if (operands.kind[at] === NUMBER) {
      const gap = operands.at(at);
      if (Math.abs(gap) < GAP && !line.empty) {
        line.shift += gap;
        continue;
      }
      flush();
      if (state.font?.vertical === true) it.text.advance(0, -gap * unit);
      else it.text.advance(-gap * unit, 0);
    } else if (tokens.isString(at)) {
      const bytes = tokens.string(at);
      // A code that is cut in two by a string's end goes on in no other string.
      if (state.font?.kind === 'composite' && line.odd) flush();
      line.add(bytes);
    }
  }
  flush();
}
