/**
 * What `npm run pictures` says after it has compared. With `--accept NAMES --why SENTENCE` it compares nothing, but
 * puts the pictures of the last run that are called so into docs/pictures, and the sentence into its list.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { PNG } from 'pngjs';
import { type Acceptance, chosenFrom, parseAccepted, printAccepted, withAccepted } from './accepted.ts';
import { ACCEPTED, DIFFERENCES, PICTURES, pngsIn, sha256, TAKEN } from './folders.ts';

const HOW = 'npm run pictures -- --accept NAME[,NAME…] --why "A sentence that says why."';
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** As small as PNG allows: the browser is in a hurry when it packs them. */
function packed(taken: Buffer): Buffer {
  // Opaque, and without filters: they hide the repetitions of flat colours and letters.
  const small = PNG.sync.write(PNG.sync.read(taken), {
    colorType: 2,
    filterType: 0,
    deflateLevel: 9,
    deflateStrategy: 0,
  });
  return small.length < taken.length ? small : taken;
}

function accept(wanted: string, why: string): void {
  const pictures = new Map(
    chosenFrom(pngsIn(TAKEN), wanted).map((name) => [name, packed(readFileSync(join(TAKEN, name)))]),
  );
  const checksums = new Map([...pictures].map(([name, bytes]) => [name, sha256(bytes)]));
  const lines = parseAccepted(readFileSync(ACCEPTED, 'utf8'));
  const accepted = printAccepted(withAccepted(lines, committed(), checksums, why));
  for (const [name, bytes] of pictures) writeFileSync(join(PICTURES, name), bytes);
  writeFileSync(ACCEPTED, accepted);
  for (const name of pictures.keys()) {
    rmSync(join(TAKEN, name));
    rmSync(join(DIFFERENCES, name), { force: true });
    say(`accepted: ${name}`);
  }
}

/** The list in the last commit; none where this is no checkout, or the list is not in it yet. */
function committed(): Acceptance[] {
  const path = `HEAD:./${basename(ACCEPTED)}`;
  const { status, stdout } = spawnSync('git', ['show', path], { cwd: PICTURES, encoding: 'utf8' });
  return status === 0 ? parseAccepted(stdout) : [];
}

function tell(): void {
  const names = pngsIn(TAKEN);
  if (names.length === 0) {
    say('No picture differs.');
    return;
  }
  say(`${names.length} differ. Before, after and difference side by side:`);
  for (const name of names) say(`  ${relative(process.cwd(), join(DIFFERENCES, name))}`);
  say(`Look at each. One that is right: ${HOW}`);
}

function main(): void {
  const { values } = parseArgs({ options: { accept: { type: 'string' }, why: { type: 'string' } } });
  if (values.accept === undefined) tell();
  else if (values.why === undefined) throw new RangeError(`The reason is missing: ${HOW}`);
  else accept(values.accept, values.why.trim());
}

try {
  main();
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
