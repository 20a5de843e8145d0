/** Codes of runs by their length, 0 to 63 and then 64, 128 … 2560 (ITU-T T.4 tables 2 and 3), of white and of black. */
const WHITE =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 ' +
  '101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 ' +
  '00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 ' +
  '00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 ' +
  '11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 011010011 ' +
  '011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 010011010 011000 010011011 ';
const BLACK =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 ' +
  '0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 ' +
  '000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 ' +
  '000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 ' +
  '000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111 ' +
  '0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 ' +
  '0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 ' +
  '0000001011010 0000001011011 0000001100100 0000001100101 ';
const LONGER =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 000000011100 000000011101 000000011110 000000011111';
const RUNS = [WHITE, BLACK].map((codes) => (codes + LONGER).split(' '));
const LONGEST = 2560;
/** What passes a row above by, what begins two runs, and edges three left of one above to three right of it. */
const PASS = '0001';
const TWO_RUNS = '001';
const BESIDE = ['0000010', '000010', '010', '1', '011', '000011', '0000011'];
const END_OF_ROW = '000000000001';

export interface FaxForm {
  /** /K: below 0 each row is written by the one above, at 0 by itself, above 0 every so many of them. */
  k: number;
  /** /EncodedByteAlign. */
  isAligned?: boolean;
  /** /EndOfLine; of a /K above 0 it is always there. */
  isEnded?: boolean;
  /** /EndOfBlock. */
  isClosed?: boolean;
}

/** Rows of samples, 1 black, as CCITTFaxDecode reads them (ISO 32000-2 §7.4.6). */
export function encodeFax(rows: readonly Uint8Array[], form: FaxForm): Uint8Array {
  const { k, isAligned = false, isEnded = k > 0, isClosed = true } = form;
  const columns = rows[0]?.length ?? 0;
  let bits = '';
  const bytes: number[] = [];
  const put = (code: string): void => {
    bits += code;
    for (; bits.length >= 8; bits = bits.slice(8)) bytes.push(Number.parseInt(bits.slice(0, 8), 2));
  };
  const align = (): void => put('0'.repeat((8 - bits.length) % 8));
  let above = new Uint8Array(columns);
  for (const [at, row] of rows.entries()) {
    if (isAligned) align();
    const isAlone = k === 0 || (k > 0 && at % k === 0);
    if (k >= 0 && isEnded) put(END_OF_ROW);
    if (k > 0) put(isAlone ? '1' : '0');
    put(isAlone ? alone(row) : below(row, above));
    above = Uint8Array.from(row);
  }
  if (isClosed && isAligned) align();
  if (isClosed) put(k < 0 ? END_OF_ROW.repeat(2) : (k > 0 ? `${END_OF_ROW}1` : END_OF_ROW).repeat(6));
  align();
  return Uint8Array.from(bytes);
}

function run(colour: number, length: number): string {
  let code = '';
  let rest = length;
  for (; rest >= LONGEST + 64; rest -= LONGEST) code += RUNS[colour]?.at(-1);
  if (rest >= 64) code += RUNS[colour]?.[63 + Math.floor(rest / 64)];
  return code + RUNS[colour]?.[rest % 64];
}

/** The first place from `at` on that is of a colour; the row's end without one. */
function find(row: Uint8Array, colour: number, at: number): number {
  const found = row.indexOf(colour, Math.max(0, at));
  return found < 0 ? row.length : found;
}

function alone(row: Uint8Array): string {
  let [code, at] = ['', 0];
  for (let colour = 0; at < row.length; colour = 1 - colour) {
    const end = find(row, 1 - colour, at);
    code += run(colour, end - at);
    at = end;
  }
  return code;
}

/** ITU-T T.6 §2.2.4. */
function below(row: Uint8Array, above: Uint8Array): string {
  let [code, at, colour] = ['', -1, 0];
  while (at < row.length) {
    const a1 = find(row, 1 - colour, at);
    // Above, what is of the other colour already is passed by.
    const b1 = find(above, 1 - colour, at < 0 || above[at] === colour ? at : find(above, colour, at));
    const b2 = find(above, colour, b1);
    if (b2 < a1) {
      code += PASS;
      at = b2;
    } else if (Math.abs(a1 - b1) <= 3) {
      code += BESIDE[a1 - b1 + 3];
      at = a1;
      colour = 1 - colour;
    } else {
      const a2 = find(row, colour, a1);
      code += TWO_RUNS + run(colour, a1 - Math.max(0, at)) + run(1 - colour, a2 - a1);
      at = a2;
    }
  }
  return code;
}
