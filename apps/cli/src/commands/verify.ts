import type { SignatureTold } from '../engine.ts';
import { type FileOutcome, readEachFile } from '../files.ts';
import { printable } from '../printable.ts';

/** Tells of each file whether it is signed, its signatures are intact, and what they cover. */
export const run = (args: string[]): Promise<number> =>
  readEachFile(args, 'not checked', async (engine, document) => verdict(await engine.check(document)));

const COVERS: Record<SignatureTold['covers'], string> = {
  whole_file: 'covers the whole file',
  revision: 'covers its revision; the file was added to later',
  less: 'covers less than its revision',
};

function verdict(signatures: SignatureTold[]): FileOutcome {
  const intact = signatures.filter(({ integrity }) => integrity === 'intact').length;
  const covered = signatures.some(({ covers }) => covers === 'whole_file');
  const ok = covered && intact === signatures.length && !signatures.some(({ covers }) => covers === 'less');
  const head = signatures.length === 0 ? 'not signed' : `${intact} of ${signatures.length} signatures intact`;
  const added = signatures.length > 0 && !covered ? ', bytes after the last signature' : '';
  return { ok, line: `${head}${added}${signatures.map(line).join('')}`, json: { signatures } };
}

function line({
  field,
  integrity,
  reason,
  covers,
  signerName,
  claimedTime,
  timeStamp,
}: SignatureTold): string {
  const why = reason === undefined ? '' : ` (${reason})`;
  const stamped =
    timeStamp?.valid === true && timeStamp.genTime !== undefined
      ? `, time-stamped ${new Date(timeStamp.genTime).toISOString()}`
      : '';
  const said = [field, signerName ?? 'signer unknown', claimedTime ?? 'no time'].map(printable);
  const [name, who, when] = said;
  return `\n  ${name}: ${integrity}${why}, ${COVERS[covers]}; ${who}, ${when}${stamped}`;
}
