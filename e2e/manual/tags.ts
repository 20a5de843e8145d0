import { matched, type Printed } from './printed.ts';
import { contentOf, setContent } from './streams.ts';

type Objects = Printed['objects'];

const KIDS = /\/K (\[[^\]]*\]|\d+(?: 0 R)?)/;
const reference = (number: number): string => `${number} 0 R`;
const numberIn = (text: string, pattern: RegExp): number => Number(matched(text, pattern)[1]);
const bodyOf = (objects: Objects, number: number): string => {
  const body = objects.get(number);
  if (body === undefined) throw new Error(`The PDF has no object ${number}.`);
  return body;
};
/** What an element holds: references to elements, and numbers of marked content on its page. */
const kidsOf = (body: string): string[] => KIDS.exec(body)?.[1]?.match(/\d+ 0 R|\d+/g) ?? [];
const withKids = (body: string, kids: readonly string[]): string =>
  body.replace(KIDS, `/K [${kids.join(' ')}]`);
const roleOf = (body: string | undefined): string | undefined =>
  /^<<\/Type \/StructElem\s+\/S \/(\w+)/.exec(body ?? '')?.[1];

/**
 * Chromium tags lines and the bullets of lists as if they were text. They become artifacts (ISO 32000-1 §14.8.2.2),
 * and elements that hold nothing else leave the structure; their numbers are free.
 */
export function markDecoration({ objects }: Printed): number[] {
  const free: number[] = [];
  for (const page of [...objects.values()].filter((body) => /^<<\/Type \/Page\s/.test(body))) {
    const drawn = artifactsOf(objects, numberIn(page, /\/Contents (\d+) 0 R/));
    const parents = parentsOf(objects, numberIn(page, /\/StructParents (\d+)/));
    const owners = bodyOf(objects, parents).match(/\d+ 0 R/g) ?? [];
    for (const mark of drawn) {
      free.push(...dropKid(objects, Number.parseInt(owners[mark] ?? '', 10), String(mark)));
      owners[mark] = 'null';
    }
    objects.set(parents, `[${owners.join(' ')}]`);
  }
  return free;
}

/** Makes marked content without text or picture an artifact; gives its numbers. */
function artifactsOf(objects: Objects, contents: number): number[] {
  const marks: number[] = [];
  const marked = contentOf(objects, contents).replace(
    /^\/\w+ <<\/MCID (\d+) >>BDC\n(.*?)^EMC$/gms,
    (whole, mark: string, inside: string) => {
      if (/^BT$|\bDo$/m.test(inside)) return whole;
      marks.push(Number(mark));
      return `/Artifact BMC\n${inside}EMC`;
    },
  );
  setContent(objects, contents, marked);
  return marks;
}

/** The object that names the elements of a page's marked content by number. */
function parentsOf(objects: Objects, key: number): number {
  const tree = [...objects.values()].find((body) => body.startsWith('<</Type /ParentTree'));
  const [, pairs = ''] = matched(tree ?? '', /\/Nums \[([^\]]*)\]/);
  return numberIn(pairs, new RegExp(`(?:^|R )${key} (\\d+) 0 R`));
}

/** Takes a kid out of an element; one that is empty then leaves its parent. Gives the numbers that are free. */
function dropKid(objects: Objects, element: number, kid: string): number[] {
  const body = bodyOf(objects, element);
  const left = kidsOf(body).filter((one) => one !== kid);
  objects.set(element, withKids(body, left));
  if (left.length > 0) return [];
  return [element, ...dropKid(objects, numberIn(body, /\/P (\d+) 0 R/), reference(element))];
}

/** An item of a list consists of its label and a body (ISO 32000-1 §14.8.4.3.3); Chromium leaves the body out. */
export function addListBodies({ objects }: Printed, take: () => number): void {
  for (const [number, item] of [...objects].filter(([, body]) => roleOf(body) === 'LI')) {
    const kids = kidsOf(item);
    const isLabel = (kid: string) => roleOf(objects.get(Number.parseInt(kid, 10))) === 'Lbl';
    const [labels, inside] = [kids.filter(isLabel), kids.filter((kid) => !isLabel(kid))];
    const list = take();
    objects.set(list, `<</Type /StructElem\n/S /LBody\n/P ${reference(number)}\n/K [${inside.join(' ')}]>>`);
    for (const kid of inside.map((one) => Number.parseInt(one, 10)))
      objects.set(kid, bodyOf(objects, kid).replace(/\/P \d+ 0 R/, `/P ${reference(list)}`));
    objects.set(number, withKids(item, [...labels, reference(list)]));
  }
}
