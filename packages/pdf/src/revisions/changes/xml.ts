/** Elements inside each other. */
const DEEPEST = 200;
const NAME = '[A-Za-z_:\\x80-\\xff][\\w:.\\-\\x80-\\xff]*';
const TAG = new RegExp(
  `<(?:(/)(${NAME})\\s*|(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/)?)>`,
  'y',
);
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;

/**
 * Whether a text is one well-formed element of XML (in one byte a character) with comments and instructions around
 * it, without a document type and without entities of its own.
 */
export function isPlainXml(text: string): boolean {
  const open: string[] = [];
  let roots = 0;
  let at = text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const between = text.slice(at, next < 0 ? text.length : next);
    if (open.length === 0 ? /[^\s\0]/.test(between) : ENTITY.test(between)) return false;
    if (next < 0) break;
    const aside = skipAside(text, next, open.length > 0);
    if (aside < 0) return false;
    if (aside > next) {
      at = aside;
      continue;
    }
    TAG.lastIndex = next;
    const match = TAG.exec(text);
    if (match === null) return false;
    at = TAG.lastIndex;
    const [, closing, closed, opened, attributes = '', empty] = match;
    if (ENTITY.test(attributes)) return false;
    if (closing !== undefined) {
      if (open.pop() !== closed) return false;
    } else {
      if (open.length === 0 && ++roots > 1) return false;
      if (empty === undefined && open.push(opened ?? '') > DEEPEST) return false;
    }
  }
  return roots === 1 && open.length === 0;
}

/** The first character after a comment, instruction or character data; `at` where there is none, -1 where it is bad. */
function skipAside(text: string, at: number, inside: boolean): number {
  const to = (end: string, from: number): number => {
    const found = text.indexOf(end, from);
    return found < 0 ? -1 : found + end.length;
  };
  if (text.startsWith('<!--', at)) return to('-->', at + 4);
  if (text.startsWith('<?', at)) return to('?>', at + 2);
  if (text.startsWith('<![CDATA[', at)) return inside ? to(']]>', at + 9) : -1;
  return text.startsWith('<!', at) ? -1 : at;
}
