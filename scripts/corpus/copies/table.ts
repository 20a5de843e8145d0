import type { CopyReport } from './judge.ts';
import { PROGRAMS } from './pictures.ts';

export interface CopiedFile extends CopyReport {
  file: string;
}

/** Prints which files can be signed as they are or by a copy, and how the copies compare; true where every mark is met. */
export function printCopies(all: readonly CopiedFile[]): boolean {
  const shown = all.filter(({ isShown }) => isShown);
  const isDirect = ({ outcome }: CopiedFile) => 'direct' in outcome && outcome.direct === 'accepted';
  const isCopied = ({ outcome }: CopiedFile) => outcome.kind === 'copied' && outcome.copy === 'accepted';
  const direct = shown.filter(isDirect).length;
  const byCopy = shown.filter((one) => !isDirect(one) && isCopied(one)).length;
  console.log(`copies: ${all.length} files, ${shown.length} that are shown without a password`);
  console.log(
    `  can be signed directly: ${direct}, by a copy: ${byCopy}, ${percent(direct + byCopy, shown.length)}`,
  );
  for (const one of shown)
    if (!isDirect(one) && !isCopied(one)) console.log(`  CANNOT ${one.file}: ${why(one)}`);
  const copied = all.filter(({ outcome }) => outcome.kind === 'copied');
  const bad = copied.filter((one) => !isCopied(one) || one.qpdf !== undefined);
  for (const one of bad) console.log(`  BAD ${one.file}: ${one.qpdf ?? why(one)}`);
  for (const one of all)
    if (one.outcome.kind === 'crashed' || one.outcome.kind === 'hung')
      console.log(`  WRONG ${one.file}: ${one.outcome.text}`);
  const unstable = copied.filter(({ outcome }) => outcome.kind === 'copied' && !outcome.isStable);
  console.log(
    `  copied: ${copied.length}, accepted and clean: ${copied.length - bad.length}, a copy of the copy is the same: ${copied.length - unstable.length}`,
  );
  for (const one of unstable) console.log(`  UNSTABLE ${one.file}`);
  const programs = printPictures(copied);
  const texts = copied.filter(({ sameText }) => sameText === true).length;
  console.log(`  text extraction equal: ${texts} of ${copied.length}`);
  for (const one of copied) if (one.sameText === false) console.log(`  TEXT ${one.file} ${leftOut(one)}`);
  return (
    bad.length === 0 &&
    programs &&
    all.every(({ outcome }) => outcome.kind !== 'crashed' && outcome.kind !== 'hung')
  );
}

function printPictures(copied: readonly CopiedFile[]): boolean {
  let met = true;
  for (const program of PROGRAMS) {
    let [pages, equal] = [0, 0];
    const lines: string[] = [];
    for (const one of copied) {
      const compared = one.pictures?.[program];
      pages += compared?.pages ?? 0;
      equal += compared?.equal ?? 0;
      const { other = [] } = compared ?? {};
      if (other.length > 0)
        lines.push(
          `  OTHER ${program} ${one.file}: ${other
            .slice(0, 6)
            .map(([page, share]) => `${page} (${share}‰)`)
            .join(', ')} ${leftOut(one)}`,
        );
    }
    if (pages === 0)
      console.log(`  pages equal by ${program}: skipped: ${program} draws none, or is not installed`);
    else console.log(`  pages equal by ${program}: ${equal} of ${pages}, ${percent(equal, pages)}`);
    for (const line of lines) console.log(line);
    if (equal < 0.99 * pages) met = false;
  }
  printShownBySome(copied);
  return met;
}

/** Readers show some originals in ways that exclude each other; a copy can be as one of them has it. */
function printShownBySome(copied: readonly CopiedFile[]): void {
  let [pages, equal] = [0, 0];
  const lines: string[] = [];
  for (const one of copied) {
    const drawn = Object.values(one.pictures ?? {});
    const count = Math.max(0, ...drawn.map((compared) => compared.pages));
    const isOther = (page: number): boolean =>
      drawn
        .filter((compared) => page <= compared.pages)
        .every((compared) => compared.other.some(([number]) => number === page));
    const other = Array.from({ length: count }, (_, at) => at + 1).filter(isOther);
    pages += count;
    equal += count - other.length;
    if (other.length > 0) lines.push(`  OTHER by all ${one.file}: ${other.join(', ')} ${leftOut(one)}`);
  }
  console.log(`  pages equal by one program at least: ${equal} of ${pages}, ${percent(equal, pages)}`);
  for (const line of lines) console.log(line);
}

const leftOut = ({ outcome }: CopiedFile): string =>
  outcome.kind === 'copied' ? `[${outcome.leftOut.join(' ')}]` : '';

function why({ outcome }: CopiedFile): string {
  if (outcome.kind === 'copied') return `the copy: ${String(outcome.copy)}`;
  if (outcome.kind === 'refused') return `${String(outcome.direct)}; copy: ${outcome.code} ${outcome.text}`;
  return outcome.text;
}

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
