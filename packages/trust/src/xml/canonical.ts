import { type Attribute, type Element, type Instruction, isElement, type XmlDocument } from './tree.ts';

/** Canonical XML 1.0 (`inclusive`) or Exclusive XML Canonicalization 1.0, both without comments. */
export interface Canonicalisation {
  kind: 'exclusive' | 'inclusive';
  /** InclusiveNamespaces PrefixList of the exclusive one; the default namespace is the empty prefix. */
  prefixes: readonly string[];
}

export interface CanonicalOptions extends Canonicalisation {
  /** Left out with all that it holds: the enveloped signature. */
  without?: Element;
}

type Scope = ReadonlyMap<string, string>;

/** Canonical text of a whole document. */
export function canonicalDocument({ before, root, after }: XmlDocument, options: CanonicalOptions): string {
  const lines = (instructions: Instruction[]) => instructions.map(instructionText);
  return [...lines(before), canonicalElement(root, options), ...lines(after)].join('\n');
}

/** Canonical text of an element and all that it holds. */
export function canonicalElement(apex: Element, options: CanonicalOptions): string {
  const parts: string[] = [];
  write(apex, scopeAbove(apex), new Map(), { ...options, apex, parts });
  return parts.join('');
}

interface Writing extends CanonicalOptions {
  apex: Element;
  parts: string[];
}

function write(element: Element, above: Scope, rendered: Scope, writing: Writing): void {
  const scope = element.declarations.size === 0 ? above : new Map([...above, ...element.declarations]);
  const namespaces = namespacesOf(element, scope, rendered, writing);
  const below = namespaces.length === 0 ? rendered : new Map([...rendered, ...namespaces]);
  const { parts } = writing;
  const name = element.prefix === '' ? element.local : `${element.prefix}:${element.local}`;
  parts.push('<', name);
  for (const [prefix, uri] of namespaces) {
    parts.push(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`, attributeText(uri), '"');
  }
  for (const { prefix, local, value } of attributesOf(element, writing)) {
    parts.push(' ', prefix === '' ? local : `${prefix}:${local}`, '="', attributeText(value), '"');
  }
  parts.push('>');
  for (const child of element.children) {
    if (typeof child === 'string') parts.push(text(child));
    else if (!isElement(child)) parts.push(instructionText(child));
    else if (child !== writing.without) write(child, scope, below, writing);
  }
  parts.push('</', name, '>');
}

/** Namespaces in force above an element. */
function scopeAbove(element: Element): Scope {
  const lineage: Element[] = [];
  for (let above = element.parent; above !== undefined; above = above.parent) lineage.unshift(above);
  return new Map(lineage.flatMap(({ declarations }) => [...declarations]));
}

/** Declarations that are written at an element: those it needs (exclusive) or has (inclusive), unless they stand already. */
function namespacesOf(
  { prefix, attributes }: Element,
  scope: Scope,
  rendered: Scope,
  { kind, prefixes }: Canonicalisation,
): [string, string][] {
  const wanted =
    kind === 'inclusive'
      ? new Set(['', ...scope.keys()])
      : new Set([
          prefix,
          ...attributes.flatMap((one) => (one.prefix === '' ? [] : [one.prefix])),
          ...prefixes,
        ]);
  return [...wanted]
    .filter((one) => one !== 'xml' && (one === '' || scope.has(one)))
    .map((one): [string, string] => [one, scope.get(one) ?? ''])
    .filter(([one, uri]) => (rendered.get(one) ?? '') !== uri)
    .sort(([a], [b]) => byCodePoint(a, b));
}

/** By namespace, then by name; the inclusive form takes over `xml:` attributes from above its apex. */
function attributesOf(element: Element, { kind, apex }: Writing): Attribute[] {
  const inherited = kind === 'inclusive' && element === apex ? xmlAttributesAbove(element) : [];
  return [...element.attributes, ...inherited].sort(
    (a, b) => byCodePoint(a.uri, b.uri) || byCodePoint(a.local, b.local),
  );
}

function xmlAttributesAbove(element: Element): Attribute[] {
  const found = new Map<string, Attribute>();
  for (let above = element.parent; above !== undefined; above = above.parent) {
    for (const attribute of above.attributes) {
      if (attribute.prefix === 'xml' && !found.has(attribute.local)) found.set(attribute.local, attribute);
    }
  }
  for (const { prefix, local } of element.attributes) if (prefix === 'xml') found.delete(local);
  return [...found.values()];
}

/** In the order of characters; JavaScript's own is that of UTF-16. */
function byCodePoint(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((letter, i) => letter !== right[i]);
  if (at < 0) return -1;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
const escaped = (letter: string): string => ESCAPES[letter] ?? letter;
const text = (value: string): string => value.replace(/[&<>\r]/g, escaped);
const attributeText = (value: string): string => value.replace(/[&<"\t\n\r]/g, escaped);
const instructionText = ({ target, body }: Instruction): string =>
  body === '' ? `<?${target}?>` : `<?${target} ${body}?>`;
