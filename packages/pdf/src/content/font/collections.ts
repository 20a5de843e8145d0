/** Where the characters of half a width begin in each of Adobe's collections: ASCII, from the blank on. */
const HALF_WIDTH: Readonly<Record<string, number>> = {
  Japan1: 231,
  GB1: 814,
  CNS1: 13648,
  Korea1: 8094,
};
/** All begin with ASCII, but for two signs of the Japanese one. */
const FIRST = 1;
const CHARACTERS = 94;
const BLANK = 0x20;
/** The reverse solidus, for which some have the sign of their currency. */
const CURRENCY = 0x5c;

/** Whether readers know of an ordering which characters its CIDs are (ISO 32000-2 §9.7.3). */
export const isCollection = (ordering: string | undefined): ordering is string =>
  ordering === 'KR' || (ordering !== undefined && Object.hasOwn(HALF_WIDTH, ordering));

/** The ASCII character of a CID; undefined for any other one. */
export function collectedCharacter(ordering: string, cid: number): string | undefined {
  for (const first of [FIRST, HALF_WIDTH[ordering] ?? FIRST]) {
    const code = BLANK + cid - first;
    if (cid >= first && cid - first < CHARACTERS && code !== CURRENCY) return String.fromCharCode(code);
  }
  return undefined;
}
