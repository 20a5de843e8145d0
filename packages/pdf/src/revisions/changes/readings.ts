import type { Pdf } from '../../syntax/pdf.ts';
import { rivalMembers } from '../members.ts';
import type { Revision } from '../revisions.ts';
import { reused, rivals } from '../rivals.ts';
import type { LaterChange } from './face.ts';
import { WRONG } from './levels.ts';
import { valueAt } from './value.ts';

/**
 * Objects of an update that readers take in two ways: from the table of a hybrid file or its stream, by the generation of
 * their number, or from an object stream.
 */
export function judgeReadings(
  earlier: Pdf,
  later: Pdf,
  revision: Revision,
  tell: (change: Omit<LaterChange, 'revision'>) => void,
): void {
  const found = [...later.disputed].filter(
    (number) => !earlier.disputed.has(number) && valueAt(earlier, number) !== undefined,
  );
  for (const section of revision.sections) found.push(...rivals(later, section));
  for (const object of found) tell({ ...WRONG, reason: 'ambiguous', object, what: '/XRefStm' });
  for (const object of reused(earlier, later, revision))
    tell({ ...WRONG, reason: 'ambiguous', object, what: 'xref' });
  for (const { object, reason } of rivalMembers(later, revision))
    tell({ ...WRONG, reason, object, what: '/ObjStm' });
}
