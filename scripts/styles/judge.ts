import type { StyleRule } from './rules.ts';

/** Whether two classes are found together on one element. */
export type AreTogether = (one: string, other: string) => boolean;

/**
 * What could look different when the build loads style files in another order (docs/adr/0027-one-owner-per-class.md):
 * classes with two owners, and rules of two files that set the same of the same element with the same weight.
 * `first` are the files that every page has before all others, in the order of their list.
 */
export function judgeStyles(rules: StyleRule[], first: ReadonlySet<string>, together: AreTogether): string[] {
  return [...new Set([...twoOwners(rules), ...ties(rules, first, together)])].sort();
}

/** A class belongs to the file that names it alone; others say where it stands: `.their-own .it`. */
function twoOwners(rules: StyleRule[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const { file, classes } of rules) {
    const [name, ...more] = classes;
    if (name === undefined || more.length > 0 || !isOurs(name)) continue;
    owners.set(name, (owners.get(name) ?? new Set()).add(file));
  }
  return [...owners]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `.${name} has more than one owner: ${[...files].sort().join(', ')}`);
}

const isOurs = (name: string): boolean => name.startsWith('ws-');

function ties(rules: StyleRule[], first: ReadonlySet<string>, together: AreTogether): string[] {
  const mayMeet = meeting(rules, together);
  // Files that every page has come first, in an order that is written down.
  const loose = rules.filter(({ file }) => !first.has(file));
  return loose.flatMap((one, index) =>
    loose.slice(index + 1).flatMap((other) => {
      if (one.file === other.file || one.specificity !== other.specificity || one.box !== other.box)
        return [];
      const unlike = [...one.properties]
        .filter(([property, value]) => (other.properties.get(property) ?? value) !== value)
        .map(([property]) => property);
      if (unlike.length === 0 || !mayMeet(one, other)) return [];
      return [
        `${place(one)} and ${place(other)} weigh the same; the later file decides ${unlike.join(', ')}`,
      ];
    }),
  );
}

const place = ({ file, line, selector }: StyleRule): string => `${file}:${line} ${selector}`;

const featureOf = (file: string): string | undefined => /^features\/[^/]+\//.exec(file)?.[0];

/** Tells the rules that match within one feature alone: they name a class that no other room's style file names. */
function privateRules(rules: StyleRule[]): (rule: StyleRule) => boolean {
  const rooms = new Map<string, Set<string | undefined>>();
  for (const { file, classes } of rules)
    for (const name of classes) rooms.set(name, (rooms.get(name) ?? new Set()).add(featureOf(file)));
  return ({ file, classes }) =>
    featureOf(file) !== undefined && [...classes].some((name) => isOurs(name) && rooms.get(name)?.size === 1);
}

/** Tells whether some element may be the subject of both rules: in doubt it may. */
function meeting(rules: StyleRule[], together: AreTogether): (one: StyleRule, other: StyleRule) => boolean {
  const isPrivate = privateRules(rules);
  // A selector that names two classes of one element knows that they are together.
  const pairs = new Set(
    rules.flatMap(({ subject }) =>
      [...subject].flatMap((one) => [...subject].map((other) => `${one} ${other}`)),
    ),
  );
  const areTogether: AreTogether = (one, other) =>
    one === other || blockOf(one) === blockOf(other) || pairs.has(`${one} ${other}`) || together(one, other);
  return (one, other) => {
    // What one feature draws is never within what another draws.
    if (featureOf(one.file) !== featureOf(other.file) && isPrivate(one) && isPrivate(other)) return false;
    if (!mayBeOne(one.subject, other.subject, areTogether)) return false;
    const haveParents = one.parent.size > 0 && other.parent.size > 0;
    return !haveParents || mayBeOne(one.parent, other.parent, areTogether);
  };
}

/** Whether one element may have the names of both: some belong together, and no two of ours are strangers. */
function mayBeOne(some: Set<string>, others: Set<string>, areTogether: AreTogether): boolean {
  const pairs = [...some].flatMap((mine) => [...others].map((theirs) => [mine, theirs] as const));
  return (
    pairs.some(([mine, theirs]) => areTogether(mine, theirs)) &&
    pairs.every(([mine, theirs]) => areTogether(mine, theirs) || !isOurs(mine) || !isOurs(theirs))
  );
}

/** `ws-desk--group` is a `ws-desk`, too. */
const blockOf = (name: string): string => name.split('--')[0] ?? name;
