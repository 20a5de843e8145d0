import type { Examination } from '@websign/server/sandbox/engine';
import type { FileOutcome } from '../files.ts';
import { examineFiles } from './inspect.ts';

/** Tells of each file whether it is signed and its signatures are intact. */
export const run = (args: string[]): Promise<number> => examineFiles(args, 'not checked', verdict);

function verdict({ signatures }: Examination): FileOutcome {
  const intact = signatures.filter(({ integrity }) => integrity === 'intact').length;
  const ok = signatures.length > 0 && intact === signatures.length;
  const lines = signatures.map(
    ({ field, signer, signedAt, integrity }) =>
      `\n  ${field}: ${integrity}, ${signer}, ${signedAt ?? 'no time'}`,
  );
  const line = signatures.length === 0 ? 'not signed' : `${intact} of ${signatures.length} signatures intact`;
  return { ok, line: `${line}${lines.join('')}`, json: { signatures } };
}
