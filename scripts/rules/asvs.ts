/** What a requirement may be found to be, in the order of the table of sums. */
const RESULTS = ['met', 'in part', 'not met', 'operator', 'does not apply'];
const ROW = /^\| V(\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm;
const SUMS = /^\| ([12]) \| (\d+(?: \| \d+){4}) \|$/gm;
const NAMED = /`((?:apps|packages|e2e|deploy|scripts)\/[^`]+\.ts)`/g;

/**
 * What is wrong with docs/ASVS.md: a test that is not there, a requirement that stands twice or has no known result, sums
 * that are not those of the rows.
 */
export function faultsOfAsvs(text: string, isThere: (path: string) => boolean): string[] {
  const faults: string[] = [];
  const sums = new Map(['1', '2'].map((level) => [level, RESULTS.map(() => 0)]));
  const seen = new Set<string>();
  for (const [, number = '', level = '', , result = ''] of text.matchAll(ROW)) {
    if (seen.has(number)) faults.push(`V${number} stands twice`);
    seen.add(number);
    const at = RESULTS.indexOf(result);
    if (at < 0) faults.push(`V${number} is found to be "${result}", which is no result`);
    const ofLevel = sums.get(level);
    if (ofLevel?.[at] !== undefined) ofLevel[at] += 1;
  }
  for (const [, path = ''] of text.matchAll(NAMED))
    if (!isThere(path)) faults.push(`${path} is named and not there`);
  const written = new Map([...text.matchAll(SUMS)].map(([, level, figures]) => [level, figures]));
  for (const [level, figures] of sums)
    if (written.get(level) !== figures.join(' | '))
      faults.push(`the sums of level ${level} are ${figures.join(' | ')}`);
  return faults;
}
