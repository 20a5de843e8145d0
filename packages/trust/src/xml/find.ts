import { TrustError } from '../error.ts';
import { type Element, isElement } from './tree.ts';

/** Namespaces of trusted lists and their signatures. */
export const NS = {
  tsl: 'http://uri.etsi.org/02231/v2#',
  tslx: 'http://uri.etsi.org/02231/v2/additionaltypes#',
  ecc: 'http://uri.etsi.org/TrstSvc/SvcInfoExt/eSigDir-1999-93-EC-TrustedList/#',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  ec: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
} as const;
export type Vocabulary = keyof typeof NS;

/** `tsl:SchemeInformation`: a name in one of the namespaces of {@link NS}. */
export type QName = `${Vocabulary}:${string}`;

export function named(element: Element, name: QName): boolean {
  const [vocabulary = '', local] = name.split(':');
  return element.local === local && element.uri === NS[vocabulary as Vocabulary];
}

export const elementsIn = (element: Element): Element[] => element.children.filter(isElement);

/** Children of that name; of an absent element there are none. */
export const children = (element: Element | undefined, name: QName): Element[] =>
  element === undefined ? [] : elementsIn(element).filter((child) => named(child, name));

/** The first element on a path of children. */
export function child(element: Element | undefined, ...path: QName[]): Element | undefined {
  return path.reduce<Element | undefined>((at, name) => children(at, name)[0], element);
}

/** The one element on a path. Throws {@link TrustError} `list_malformed` where there is none, or more than one. */
export function only(element: Element, ...path: QName[]): Element {
  return path.reduce((at, name) => {
    const [first, ...others] = children(at, name);
    if (first === undefined || others.length > 0) throw new TrustError('list_malformed', `not one ${name}`);
    return first;
  }, element);
}

/** Its own text, white space around it left out. */
export const textOf = (element: Element | undefined): string =>
  (element?.children ?? [])
    .filter((node) => typeof node === 'string')
    .join('')
    .trim();

/** An attribute in no namespace. */
export const attribute = (element: Element, name: string): string | undefined =>
  element.attributes.find(({ prefix, local }) => prefix === '' && local === name)?.value;

/** An element and all below it. */
export function* within(element: Element): Generator<Element> {
  const left = [element];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next;
    for (const node of next.children) if (isElement(node)) left.push(node);
  }
}
