import type { GlyphShape } from '../../content/font/program/raster.ts';

/** Rows and columns of a reference picture. */
export const SIDE = 8;
/**
 * What each digit looks like within its bounds: the mean of some thousand digits of serif, sans-serif, typewriter and
 * slanted faces. Rows from the foot; how much of a cell is painted, in hexadecimal.
 */
const PICTURES: readonly string[] = [
  '16bbb9307d6239c3cb3004c9ea2103bddb3012ae9c4003bc3c9326d7039bbb61',
  '4689aaaa0029a7550018b8550017b9550016a96523379985568bb9861247b987',
  'deddddd93ab42233027c71000003ab30000029d4221004cb675227d926accc81',
  '7bbbba60862127d8110004cb00235ad50049bc60010016d7464126d827abcc82',
  '00027d6122226e62dcbbceca5b314d7005b33d80006a6c910006ad8200016c83',
  '7bcbb940862238c6110004cb121116d95ba9ada24a7432003974322139cdddd6',
  '16bbba507d6127c7db3004bbed5115d9cdaaada27d62210019a622530159bba4',
  '26971000039a3000006b71000018a4000002a92010004b80433337d6addddddd',
  '29bbba61cb3126c8da2004ca4c946bc305ccbc605b8204c85a8314ca059bbb92',
  '5abb951034236a91001226c62adaaadb9d5115debb4003bd7c7215d805abbb71',
];
/** How many times as far a digit's own picture is than that of another one from which it surely is the other. */
const FARTHER = 1.4;
/** Root mean square of the differences up to which a glyph is a digit at all. */
const NEAR = 0.32;

/** Whether what is drawn for an ASCII digit is clearly nearer to another one. */
export function isNearerToOther(text: string, { cells }: Pick<GlyphShape, 'cells'>): boolean {
  const picture = reduce(cells);
  const distances = PICTURES.map((reference) => distance(picture, reference));
  const own = distances[Number(text)] ?? 0;
  const nearest = Math.min(...distances);
  return nearest <= NEAR && own >= FARTHER * nearest;
}

/** Whether a picture looks like some digit: how much of each of its cells is painted, by rows from the foot. */
export const isLikeDigit = (shares: readonly number[]): boolean =>
  PICTURES.some((reference) => distance(shares, reference) <= NEAR);

/** The share of each cell of a reference that a glyph paints, by rows from the foot. */
export function reduce(cells: Uint8Array): number[] {
  const side = Math.sqrt(cells.length);
  const step = side / SIDE;
  const shares = new Array<number>(SIDE * SIDE).fill(0);
  for (let at = 0; at < cells.length; at++) {
    if (cells[at] === 0) continue;
    const column = Math.floor((at % side) / step);
    const target = Math.floor(at / side / step) * SIDE + column;
    shares[target] = (shares[target] ?? 0) + 1 / step ** 2;
  }
  return shares;
}

function distance(shares: readonly number[], reference: string): number {
  let sum = 0;
  for (const [at, share] of shares.entries()) {
    sum += (share - Number.parseInt(reference[at] ?? '0', 16) / 15) ** 2;
  }
  return Math.sqrt(sum / shares.length);
}
