import {
  type Declaration,
  type Location2,
  type Rule,
  type Selector,
  type SelectorComponent,
  transform,
} from 'lightningcss';
import { longhandsOf } from './longhands.ts';

/** One selector of a style file, with everything that it sets. */
export interface StyleRule {
  file: string;
  line: number;
  selector: string;
  /** Every class that the selector names, but for those that are not meant. */
  classes: Set<string>;
  /** The classes, or else the type, of the element that is styled: what stands after the last combinator. */
  subject: Set<string>;
  /** The classes of that element's parent, where the selector names it with `>`. */
  parent: Set<string>;
  /** Which box of that element: the element's own, or that of `::before` and the like. */
  box: string;
  specificity: string;
  /** What it sets, shorthands taken apart, and to what; "!" follows what is important. */
  properties: Map<string, string>;
}

/** What CSS the check does not understand, so that it never passes what it did not judge. */
export class UnjudgedStyle extends Error {}

/** What holds rules of style and changes nothing in how they are weighed. */
const JUDGED = new Set(['style', 'media', 'supports', 'container']);
/** What a file outside this one could take the place of, whichever loads later. */
const ONLY_IN: Record<string, string> = { import: 'styles/index.css', 'font-face': 'styles/fonts.css' };

/** The rules of a style file in their order, those within media queries too, and the files that it imports. */
export function readStyles(file: string, css: string): { rules: StyleRule[]; imports: string[] } {
  const rules: StyleRule[] = [];
  const imports: string[] = [];
  transform({
    filename: file,
    code: Buffer.from(css),
    visitor: {
      Rule(rule) {
        requireJudged(rule, file);
        if (rule.type === 'import') {
          requirePlainImport(rule.value.loc, file, css);
          imports.push(rule.value.url);
        }
        if (rule.type !== 'style') return;
        const { selectors, declarations: set, loc } = rule.value;
        const { declarations = [], importantDeclarations = [] } = set;
        const properties = new Map([
          ...declarations.flatMap((each) => settingsOf(each, '')),
          ...importantDeclarations.flatMap((each) => settingsOf(each, '!')),
        ]);
        // Lines are counted from zero.
        const line = loc.line + 1;
        for (const selector of selectors) rules.push({ file, line, properties, ...read(selector, file) });
      },
    },
  });
  return { rules, imports };
}

/**
 * Refuses every kind of rule that is not known to leave the order alone: layers, scopes, keyframes and the like, of which
 * the last one of a name counts, and whatever CSS invents later.
 */
function requireJudged(rule: Rule, file: string): void {
  const name = rule.type === 'unknown' ? rule.value.name : rule.type;
  const only = ONLY_IN[name];
  if (only !== undefined && file !== only)
    throw new UnjudgedStyle(
      `${file}: @${name} stands in ${only} alone (docs/adr/0027-one-owner-per-class.md)`,
    );
  if (only === undefined && !JUDGED.has(name))
    throw new UnjudgedStyle(`${file}: @${name} is not used here (docs/adr/0027-one-owner-per-class.md)`);
}

/**
 * An import names a file and says nothing of layers or conditions. The text is asked, for the parser does not tell
 * `@import "a.css" layer` from an import without a layer.
 */
function requirePlainImport({ line, column }: Location2, file: string, css: string): void {
  const text = css.split('\n')[line]?.slice(column - 1) ?? '';
  if (!/^@import (["'])[^"']+\1;/.test(text))
    throw new UnjudgedStyle(`${file}:${line + 1} an import names a file and nothing else`);
}

function settingsOf(declaration: Declaration, mark: '' | '!'): [property: string, value: string][] {
  const value = JSON.stringify(declaration);
  return longhandsOf(nameOf(declaration)).map((property) => [`${property}${mark}`, value]);
}

function nameOf(declaration: Declaration): string {
  if (declaration.property === 'unparsed') return declaration.value.propertyId.property;
  if (declaration.property === 'custom') return declaration.value.name;
  return declaration.property;
}

type Judged = Pick<StyleRule, 'selector' | 'classes' | 'subject' | 'parent' | 'box' | 'specificity'>;

function read(selector: Selector, file: string): Judged {
  const last = selector.findLastIndex(({ type }) => type === 'combinator');
  const end = selector.slice(last + 1);
  const before = selector.slice(0, Math.max(last, 0));
  const parent = before.slice(before.findLastIndex(({ type }) => type === 'combinator') + 1);
  const combinator = selector[last];
  const isChild = combinator?.type === 'combinator' && combinator.value === 'child';
  const subject = namesIn(end, 'class');
  const box = end.find(({ type }) => type === 'pseudo-element');
  if (selector.some(({ type }) => type === 'nesting'))
    throw new UnjudgedStyle(`${file}: nested rules are not used here`);
  return {
    selector: selector.map(print).join(''),
    classes: namesIn(selector, 'class', ['not']),
    subject: subject.size > 0 ? subject : namesIn(end, 'type'),
    parent: namesIn(isChild ? parent : [], 'class'),
    box: box === undefined ? '' : print(box),
    specificity: weigh(selector).join(','),
  };
}

/** The selectors within `:is(…)` and its like. */
function within(component: SelectorComponent): Selector[] {
  if (component.type !== 'pseudo-class' || !('selectors' in component)) return [];
  // `:host(…)` holds one selector, the others a list of them.
  return (component.selectors ?? []).filter((each): each is Selector => Array.isArray(each));
}

/** The names in a selector, but for those that tell of other elements: what is not meant, and what is inside. */
function namesIn(selector: Selector, type: 'class' | 'type', without = ['not', 'has']): Set<string> {
  const names = new Set<string>();
  for (const component of selector) {
    if (component.type === type) names.add(component.name);
    if (component.type === 'pseudo-class' && without.includes(component.kind)) continue;
    for (const inner of within(component)) for (const name of namesIn(inner, type, without)) names.add(name);
  }
  return names;
}

/** Selectors Level 4, clause 17: ids, classes with attributes and pseudo-classes, types with pseudo-elements. */
function weigh(selector: Selector): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (const component of selector) {
    if (component.type === 'id') sum[0] += 1;
    else if (component.type === 'class' || component.type === 'attribute') sum[1] += 1;
    else if (component.type === 'type' || component.type === 'pseudo-element') sum[2] += 1;
    else if (component.type === 'pseudo-class') {
      if (component.kind === 'where') continue;
      if (!['is', 'not', 'has', 'any'].includes(component.kind)) sum[1] += 1;
      const heaviest = within(component)
        .map((inner) => weigh(component.kind === 'has' ? inner.filter((each) => !isScope(each)) : inner))
        .sort((one, other) => other[0] - one[0] || other[1] - one[1] || other[2] - one[2])[0];
      for (const place of [0, 1, 2] as const) sum[place] += heaviest?.[place] ?? 0;
    }
  }
  return sum;
}

/** What `:has(> p)` begins with, unwritten. */
const isScope = (component: SelectorComponent): boolean =>
  component.type === 'pseudo-class' && component.kind === 'scope';

const COMBINATORS: Record<string, string> = {
  descendant: ' ',
  child: ' > ',
  'next-sibling': ' + ',
  'later-sibling': ' ~ ',
};

/** Near enough to what stands in the file that a person finds it. */
function print(component: SelectorComponent): string {
  switch (component.type) {
    case 'class':
      return `.${component.name}`;
    case 'id':
      return `#${component.name}`;
    case 'type':
      return component.name;
    case 'attribute':
      return `[${component.name}]`;
    case 'combinator':
      return COMBINATORS[component.value] ?? ` ${component.value} `;
    case 'pseudo-class':
    case 'pseudo-element': {
      const inner = within(component).map((selector) => selector.map(print).join(''));
      const name =
        'name' in component && typeof component.name === 'string' ? component.name : component.kind;
      const mark = component.type === 'pseudo-class' ? ':' : '::';
      return `${mark}${name}${inner.length > 0 ? `(${inner.join(', ')})` : ''}`;
    }
    default:
      return '*';
  }
}
