/** How letters stand: turned by 180 degrees, mirrored from left to right, from foot to top, or turned by 90 degrees. */
export type Way = 'round' | 'back' | 'over' | 'quarter';

/** What is the same in each way to stand, and pairs of which each is read as the other. */
const SAME: Readonly<Record<Way, string>> = {
  round: ' .-+–−=:%/|018oslxzHINOSXZΗΘΙΝΞΟΦΧΖοχφ',
  back: ' .-+–−=:|018iltovwxAHIMOTUVWXYΑΔΗΘΙΛΜΞΟΠΤΥΦΧΨΩοχφω',
  over: ' .-+–−=:|<>()0138loxcBCDEHIKOXΒΕΗΘΙΚΞΟΣΦΧοχφ',
  quarter: '+oOΟοX×',
};
const PAIRS: Readonly<Record<Way, string>> = {
  round: '69 nu dp bq MW mw <> ≤≥ () [] ΛV',
  back: '25 bd pq <> ≤≥ () [] /\\',
  over: '25 nu bp dq MW ΛV /\\',
  quarter: 'NZ ΝΖ',
};
/** Lines that lie or stand, by what they are read as when they are turned. */
const LINES = '-‐–—−_';
const BARS = 'lI|Ι';

const READ = new Map(
  (Object.keys(SAME) as Way[]).map((way): [Way, ReadonlyMap<string, string>] => [way, tableOf(way)]),
);

function tableOf(way: Way): ReadonlyMap<string, string> {
  const table = new Map([...SAME[way]].map((sign): [string, string] => [sign, sign]));
  for (const [one = '', other = ''] of PAIRS[way].split(' ')) table.set(one, other).set(other, one);
  if (way !== 'quarter') return table;
  for (const sign of LINES) table.set(sign, '1');
  for (const sign of BARS) table.set(sign, '-');
  return table;
}

/** What is read where a text stands in a way; undefined where that is nothing that is known. */
export function readAs(text: string, way: Way): string | undefined {
  const signs = [...text].map((sign) => READ.get(way)?.get(sign));
  if (signs.includes(undefined)) return undefined;
  return (way === 'over' ? signs : signs.reverse()).join('');
}
