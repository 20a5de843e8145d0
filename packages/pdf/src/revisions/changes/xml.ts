/** Elements inside each other. */
const DEEPEST = 200;
const NAME = '[A-Za-z_:\\x80-\\xff][\\w:.\\-\\x80-\\xff]*';
const TAG = new RegExp(
  `<(?:/(${NAME})\\s*|(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/)?)>`,
  'y',
);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g');
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
const CDATA = '<![CDATA[';

/** What is told of an element of XML, in its order. */
export interface XmlListener {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  /** Characters and character data, as they are written; comments and instructions part them. */
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads a text that is one well-formed element of XML (in one byte a character) with comments and instructions around
 * it, without a document type and without entities of its own, in one pass; false where it is something else.
 */
export function readXml(text: string, { open, text: said, close }: XmlListener = {}): boolean {
  const names: string[] = [];
  let roots = 0;
  let at = text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  for (;;) {
    const next = text.indexOf('<', at);
    const between = text.slice(at, next < 0 ? text.length : next);
    if (names.length === 0 ? /[^\s\0]/.test(between) : ENTITY.test(between)) return false;
    said?.(between);
    if (next < 0) break;
    const aside = skipAside(text, next, names.length > 0);
    if (aside > next) {
      if (text.startsWith(CDATA, next)) said?.(text.slice(next + CDATA.length, aside - 3));
      at = aside;
      continue;
    }
    // A document type, or what does not end, is no tag.
    TAG.lastIndex = next;
    const match = TAG.exec(text);
    if (match === null) return false;
    at = TAG.lastIndex;
    const [, closed, opened = '', attributes = '', empty] = match;
    if (closed !== undefined) {
      if (names.pop() !== closed) return false;
      close?.(closed);
      continue;
    }
    if (ENTITY.test(attributes) || (names.length === 0 && ++roots > 1)) return false;
    open?.(opened, attributesIn(attributes));
    if (empty !== undefined) close?.(opened);
    else if (names.push(opened) > DEEPEST) return false;
  }
  return roots === 1 && names.length === 0;
}

function attributesIn(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE))
    attributes.set(name, double ?? single ?? '');
  return attributes;
}

/** The first character after a comment, instruction or character data; `at` where there is none, or none that ends. */
function skipAside(text: string, at: number, inside: boolean): number {
  const to = (end: string, from: number): number => {
    const found = text.indexOf(end, from);
    return found < 0 ? at : found + end.length;
  };
  if (text.startsWith('<!--', at)) return to('-->', at + 4);
  if (text.startsWith('<?', at)) return to('?>', at + 2);
  return inside && text.startsWith(CDATA, at) ? to(']]>', at + CDATA.length) : at;
}
