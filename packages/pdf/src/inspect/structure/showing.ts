import { Operands } from '../../content/operands.ts';
import { Tokens } from '../../content/tokens.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';

/** Of operators, also where others stand before or behind: what begins text, shows it, and shows an object (§9.4, §8.8). */
const BEGINS = /BT/;
const TEXT = /T[jJ]|^['"]/;
const OBJECT = /Do/;

/** What the operators of a content stream (ISO 32000-2 §7.8.2) show, of whatever resources. */
export interface Showing {
  text: boolean;
  /** Text that is not a field's value, which stands between `/Tx BMC` and `EMC` (§12.7.4.3). */
  textBesideValue: boolean;
  objects: boolean;
}

export function showingOf(pdf: Pdf, content: Uint8Array): Showing {
  const operands = new Operands();
  const tokens = new Tokens(content, operands, { ambiguous: () => {} });
  const showing = { text: false, textBesideValue: false, objects: false };
  let hasBegun = false;
  let depth = 0;
  let valueDepth = 0;
  pdf.spend(content.length);
  while (tokens.next()) {
    const operator = latin1(content, tokens.start, tokens.pos);
    hasBegun ||= BEGINS.test(operator);
    if (operator === 'BMC' || operator === 'BDC') {
      depth++;
      if (valueDepth === 0 && tokens.name(0) === 'Tx') valueDepth = depth;
    } else if (operator === 'EMC') {
      if (depth === valueDepth) valueDepth = 0;
      depth = Math.max(0, depth - 1);
    } else if (hasBegun && TEXT.test(operator)) {
      showing.text = true;
      if (valueDepth === 0) showing.textBesideValue = true;
    } else if (OBJECT.test(operator)) showing.objects = true;
    operands.count = 0;
  }
  return showing;
}
