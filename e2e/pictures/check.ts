/** Part of `npm run check`: every picture in docs/pictures was accepted by name, with a sentence why. */
import { readFileSync } from 'node:fs';
import { parseAccepted, problemsOf } from './accepted.ts';
import { ACCEPTED, checksumsIn, PICTURES } from './folders.ts';

const pictures = checksumsIn(PICTURES);
const problems = problemsOf(parseAccepted(readFileSync(ACCEPTED, 'utf8')), pictures);
for (const problem of problems) process.stdout.write(`       ${problem}\n`);
if (problems.length > 0)
  process.stdout.write(
    '       Bring back the accepted picture (git checkout), run npm run pictures, look at what differs, and accept\n' +
      '       it by name: npm run pictures -- --accept NAME --why "…"\n',
  );
process.exitCode = problems.length === 0 ? 0 : 1;
