import { TrustError } from '../error.ts';
import { children, textOf } from '../xml/find.ts';
import type { Element } from '../xml/tree.ts';

const malformed = (what: string): never => {
  throw new TrustError('list_malformed', what);
};

const XML_NS = 'http://www.w3.org/XML/1998/namespace';
const MOST_TEXT = 1000;

/** Names in several languages: the English one, which every list has, else the first. */
export function nameIn(names: Element | undefined): string {
  const all = children(names, 'tsl:Name');
  const english = all.find(({ attributes }) =>
    attributes.some(({ local, uri, value }) => local === 'lang' && uri === XML_NS && /^en\b/i.test(value)),
  );
  return textOf(english ?? all[0]).slice(0, MOST_TEXT);
}

/** A URI: text without white space, of bounded length. */
export function uriOf(element: Element | undefined): string {
  const uri = textOf(element);
  return uri === '' || uri.length > MOST_TEXT || /\s/.test(uri) ? malformed('a URI') : uri;
}

const MOMENT = /^(-?\d{4,6})-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** xsd:dateTime; lists write UTC (TS 119 612 §5.1.4). */
export function timeOf(element: Element | undefined): number {
  const text = textOf(element);
  const time = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? malformed('a time') : time;
}

export function integerOf(element: Element | undefined): number {
  const text = textOf(element);
  return /^\d{1,9}$/.test(text) ? Number(text) : malformed('a number');
}

/** `EL`, `UK`, `EU` (§5.3.10). */
export function territoryOf(element: Element | undefined): string {
  const text = textOf(element).toUpperCase();
  return /^[A-Z]{2}$/.test(text) ? text : malformed('a territory');
}
