import { isBroken, PdfError } from '../../errors.ts';
import { COMPRESSED, IN_USE } from '../../syntax/entries.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { targets } from '../../syntax/targets.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { isTimeStamp } from '../byterange.ts';
import { formFields } from '../form.ts';
import { type Permissions, permissionsOf, signedFields, strictest } from '../permissions.ts';
import { atRevision, type Revision, revisions } from '../revisions.ts';
import { Sight } from '../sight/sight.ts';
import type { SignatureField } from '../signatures.ts';
import { isStraySection } from '../stray.ts';
import { acts } from './actions.ts';
import { firstConcealed } from './concealed.ts';
import type { LaterChange, LaterChanges } from './face.ts';
import { Judge } from './judge.ts';
import { sharper, WRONG } from './levels.ts';
import { Reach } from './reach.ts';
import { judgeReadings } from './readings.ts';
import { lacksMore, References } from './references.ts';
import { rolesOf } from './roles.ts';
import { Step } from './step.ts';
import { storeNumbers, withoutStore } from './store.ts';
import { judgeTrailer } from './trailer.ts';
import { firstUnlisted } from './unlisted.ts';
import { isDoubtful, isMachinery, isPrepared, isUnread, nameOf, repeats, valueAt } from './value.ts';

/** Changes of one step, or after one signature, that are listed. */
export const MOST_CHANGES = 200;

/**
 * What changed after each signature, by the name of its field. Every step between two revisions is compared once,
 * from the first that a signature covers, and judged by the signatures up to it; trust has no part in it. Work past
 * the file's bounds is a change of reason `limit`.
 */
export function laterChangesOf(pdf: Pdf, fields: readonly SignatureField[]): Map<string, LaterChanges> {
  const signed = fields.flatMap(({ name, object, signature }) =>
    signature === undefined ? [] : [{ name, object, signature }],
  );
  const found = new Map<string, LaterChanges>();
  if (signed.length === 0) return found;
  const all = revisions(pdf);
  const first = Math.min(...signed.map(({ signature }) => signature.revision ?? all.length));
  const steps = changesFrom(pdf, all, first);
  const behind = afterLast(pdf, all);
  const holders = Map.groupBy(signed, ({ signature }) => signature.object);
  for (const { name, object, signature } of signed) {
    const { revision } = signature;
    const known = found.get(name);
    const own =
      revision === undefined ? [] : [...steps.filter((change) => change.revision > revision), ...behind];
    const spot = { field: name, ...(object === undefined ? {} : { object }) };
    if (revision === undefined)
      own.push({ revision: all.length, ...WRONG, reason: 'no_revision', what: '/ByteRange', ...spot });
    const isShared = signature.object !== undefined && (holders.get(signature.object)?.length ?? 0) > 1;
    if (isShared) own.push({ revision: all.length, ...WRONG, reason: 'signature', what: '/V', ...spot });
    found.set(name, summary([...(known?.changes ?? []), ...own]));
  }
  return found;
}

function summary(changes: readonly LaterChange[]): LaterChanges {
  const level = changes.reduce<LaterChanges['level']>((sum, change) => sharper(sum, change.level), 'none');
  if (changes.length <= MOST_CHANGES) return { level, changes: [...changes], truncated: false };
  const first = changes.filter((change) => change.level === 'other');
  const rest = changes.filter((change) => change.level !== 'other');
  return { level, changes: [...first, ...rest].slice(0, MOST_CHANGES), truncated: true };
}

/** What every revision after `first` changed, in order. */
export function changesFrom(pdf: Pdf, all: readonly Revision[], first: number): LaterChange[] {
  const list = new Changes();
  if (first >= all.length) return list.found;
  let number = first;
  try {
    const references = readReferences(pdf, all, first);
    const reach = new Reach();
    const sight = new Sight();
    let earlier = atRevision(pdf, all, first);
    list.revision = first + 1;
    judgeConcealed(earlier, all[first - 1], list.add);
    let fieldsBefore = formFields(earlier);
    let permissions: Permissions = { certified: false, locks: [] };
    let signed = { count: 0, state: earlier };
    for (number = first; number < all.length; number++) {
      const later = atRevision(pdf, all, number + 1, earlier);
      list.revision = number + 1;
      for (const slot of slotsOf(all.slice(number, number + 1))) references.read(later, slot);
      try {
        const signatures = signedFields(earlier, fieldsBefore);
        permissions = strictest([permissions, permissionsOf(earlier, signatures)]);
        // Who puts a time-stamp on a document stands for nothing that it shows.
        const count = signatures.filter(({ signature }) => !isTimeStamp(earlier, signature)).length;
        if (count > signed.count) signed = { count, state: earlier };
        const fields = formFields(later);
        const [revision, begins] = [all[number] as Revision, all[number - 1]?.end ?? 0];
        const own = { earlier, later, revision, begins, permissions, references, sight };
        const parts = { ...own, signed: signed.count > 0 ? signed.state : undefined };
        judgeStep(new Step(parts, { before: fieldsBefore, after: fields }, list.add), reach);
        fieldsBefore = fields;
        judgeBytes(later, revision, begins, list.add);
        judgeReadings(earlier, later, revision, list.add);
      } catch (error) {
        // A signed state that cannot be read is a change, too.
        if (!isBroken(error)) throw error;
        list.add({ level: 'other', rule: 'unexplained', reason: 'unreadable', what: error.code });
      }
      earlier = later;
    }
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    list.revision = number + 1;
    const reason = isBroken(error) ? 'unreadable' : 'limit';
    list.add({ level: 'other', rule: 'unexplained', reason, what: error.code });
  }
  return list.found;
}

/** Changes of all steps; each step keeps as many of either kind as can be listed. */
class Changes {
  revision = 0;
  readonly found: LaterChange[] = [];
  readonly #seen = new Set<string>();
  readonly #counts = new Map<string, number>();

  readonly add = (change: Omit<LaterChange, 'revision'>): void => {
    const { object, rule, reason, what, field } = change;
    const key = `${this.revision} ${object} ${rule} ${reason} ${what} ${field}`;
    const kind = `${this.revision} ${change.level}`;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    if (count > MOST_CHANGES + 1 || this.#seen.has(key)) return;
    this.#counts.set(kind, count);
    this.#seen.add(key);
    this.found.push({ revision: this.revision, ...change });
  };
}

/** What a signed state holds that an update may make readers show: whatever the update is, it cannot be compared with that. */
function judgeConcealed(signed: Pdf, revision: Revision | undefined, tell: Changes['add']): void {
  const found = revision === undefined ? undefined : firstConcealed(signed, revision);
  if (found !== undefined) tell({ level: 'form-filling', rule: 'unread_look', what: `byte ${found}` });
}

/** Objects that stand in the bytes of an update and that it does not name. */
function judgeBytes(later: Pdf, revision: Revision, begins: number, tell: Changes['add']): void {
  const found = firstUnlisted(later, revision, begins);
  if (found !== undefined)
    tell({ level: 'other', rule: 'unexplained', reason: 'unlisted_object', what: `byte ${found}` });
}

function judgeStep(step: Step, reach: Reach): void {
  judgeTrailer(step);
  const numbers = changedNumbers(step.earlier, step.later);
  if (numbers.length === 0) return;
  const judge = new Judge(step, reach);
  const fresh = new Set(numbers.filter((object) => judge.judge(object)));
  judgeFresh(step, numbers, fresh);
}

/** New objects are what a change makes of them; those that nothing leads to show nobody anything. */
function judgeFresh(step: Step, numbers: readonly number[], fresh: Set<number>): void {
  const { later } = step;
  const left = new Set(fresh);
  const ofStore = storeNumbers(later);
  const judgeMissing = (object: number, value: PdfValue, before?: PdfValue): void => {
    if (!ofStore.has(object) && lacksMore(later, value, before))
      step.forbid('content', nameOf(value, 'object'), { object });
  };
  const judgeStray = (object: number, value: PdfValue): void => {
    if (isStraySection(later, step.revision, value))
      step.forbid('ambiguous', nameOf(value, 'object'), { object });
  };
  const open = [...targets(later.trailer)];
  for (const number of numbers) {
    judgeEnds(step, number);
    const value = fresh.has(number) ? undefined : valueAt(later, number);
    if (value === undefined) continue;
    judgeStray(number, value);
    const before = valueAt(step.earlier, number);
    judgeMissing(
      number,
      number === later.rootRef.number ? withoutStore(value) : value,
      number === later.rootRef.number ? step.earlier.catalog : before,
    );
    if (isDoubtful(later, value) || (repeats(value) && (before === undefined || !repeats(before))))
      step.forbid('ambiguous', nameOf(value, 'object'), { object: number });
    for (const target of targets(value)) open.push(target);
  }
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (!left.delete(number)) continue;
    const value = valueAt(later, number);
    if (value === undefined) {
      if (isUnread(later, number)) step.forbid('content', 'object', { object: number });
      continue;
    }
    if (acts(later, value)) step.forbid('action', nameOf(value, 'object'), { object: number });
    judgeStray(number, value);
    judgeMissing(number, value);
    if (isDoubtful(later, value) || repeats(value))
      step.forbid('ambiguous', nameOf(value, 'object'), { object: number });
    for (const target of targets(value)) open.push(target);
  }
  for (const object of left) {
    const value = valueAt(later, object);
    // Readers that find an entry wrong make a table of their own, of what stands anywhere in the file.
    if (value === undefined && isUnread(later, object)) step.forbid('content', 'object', { object });
    if (value === undefined) continue;
    judgeStray(object, value);
    if (isMachinery(value)) continue;
    if (isPrepared(later, value))
      step.forbid('unused_content', nameOf(value, 'object'), { object }, 'unused_object');
    else step.explain('unused_object', nameOf(value, 'object'), { object });
  }
}

/** What the step brings enciphered, whatever leads to it: object streams hold what is led to. */
function judgeEnds(step: Step, object: number): void {
  const value = valueAt(step.later, object);
  if (value !== undefined && step.later.isOpenEnded(value))
    step.forbid('ambiguous', nameOf(value, 'object'), { object });
}

/** Numbers whose entry is not the same in both. */
function changedNumbers(earlier: Pdf, later: Pdf): number[] {
  const changed: number[] = [];
  const highest = Math.max(earlier.index.highest, later.index.highest);
  later.spend(highest / 8);
  for (const number of earlier.index.differing(later.index, earlier.store)) {
    later.spend(1);
    const [before, after] = [earlier.index.get(number), later.index.get(number)];
    if (placeOf(earlier, before) !== placeOf(later, after)) changed.push(number);
  }
  return changed;
}

/** Which bytes an entry names, and under which generation; a free one and none at all are the same. */
function placeOf(pdf: Pdf, slot: number | undefined): number | undefined {
  const entry = slot === undefined ? undefined : pdf.store.entry(slot);
  if (entry?.kind === IN_USE) return entry.place * 2 ** 16 + entry.detail;
  return entry?.kind === COMPRESSED ? pdf.identity(entry) : undefined;
}

/** Who refers to what later revisions touch: one reading of every object from `first` on. */
function readReferences(pdf: Pdf, all: readonly Revision[], first: number): References {
  const touched = new Set<number>();
  const later = all.slice(first);
  for (const slot of slotsOf(later)) touched.add(pdf.store.number(slot));
  // What stands in a stream that is replaced is touched with it.
  const earlier = atRevision(pdf, all, first);
  for (let number = 0; number <= earlier.index.highest; number++) {
    const slot = earlier.index.get(number);
    const entry = slot === undefined ? undefined : earlier.store.entry(slot);
    if (entry?.kind === COMPRESSED && touched.has(entry.place)) touched.add(number);
  }
  // Pages and the nodes above them may be named anywhere, and the tree alone decides what they are.
  for (const [number, roles] of rolesOf(earlier)) {
    if (roles.has('page') || roles.has('tree')) touched.delete(number);
  }
  const references = new References(touched);
  for (let number = 0; number <= earlier.index.highest; number++) {
    const slot = earlier.index.get(number);
    if (slot !== undefined) references.read(earlier, slot);
  }
  return references;
}

function* slotsOf(all: readonly Revision[]): Generator<number> {
  for (const { sections } of all) {
    for (const { entries, hidden } of sections) {
      for (const range of hidden === undefined ? [entries] : [entries, hidden]) {
        for (let slot = range.from; slot < range.to; slot++) yield slot;
      }
    }
  }
}

/** Bytes behind the last revision that are no white space: no section knows them, and readers may. */
function afterLast(pdf: Pdf, all: readonly Revision[]): LaterChange[] {
  const last = all.at(-1);
  if (last === undefined) return [];
  const rest = pdf.bytes.subarray(last.end);
  const at = rest.findIndex((byte) => byte > 32);
  if (at < 0) return [];
  const change = { level: 'other', rule: 'unexplained', reason: 'trailing_bytes', what: '%%EOF' } as const;
  return [{ revision: last.number, ...change }];
}
