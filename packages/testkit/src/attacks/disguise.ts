/** Chooses one of so many ways, counted from 0. */
export type Choose = (ways: number) => number;

const NAME_ENDS = /[\s()<>[\]{}/%]/;

/** The same objects in another notation: names escaped, strings in any of their forms, white space and comments. */
export function disguised(body: string, choose: Choose): string {
  let out = '';
  for (let at = 0; at < body.length; ) {
    const char = body[at] ?? '';
    const end = char === '/' ? endOfName(body, at) : char === '(' ? endOfString(body, at) : at + 1;
    const token = body.slice(at, end);
    if (char === '/') out += space(choose) + name(token, choose);
    else if (char === '(') out += string(token, choose);
    else out += token;
    at = end;
  }
  return out;
}

const space = (choose: Choose): string => ['', ' ', '\r\n', '%(\n'][choose(4)] ?? '';

function endOfName(body: string, start: number): number {
  let end = start + 1;
  while (end < body.length && !NAME_ENDS.test(body[end] ?? '')) end++;
  return end;
}

function endOfString(body: string, start: number): number {
  let open = 0;
  for (let at = start; at < body.length; at++) {
    if (body[at] === '\\') at++;
    else if (body[at] === '(') open++;
    else if (body[at] === ')' && --open === 0) return at + 1;
  }
  throw new Error('A string of an attack has no end');
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

function name(token: string, choose: Choose): string {
  // A name that is escaped already keeps its escapes.
  if (token.includes('#')) return token;
  return token.replace(/[^/]/g, (char) => (choose(3) === 0 ? `#${hex(char.charCodeAt(0), 2)}` : char));
}

function string(token: string, choose: Choose): string {
  const text = token
    .slice(1, -1)
    .replace(/\\([0-7]{1,3}|[^0-7])/g, (_, escaped: string) =>
      /^[0-7]/.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8)) : plain(escaped),
    );
  const chars = [...text].map((char) => char.charCodeAt(0));
  switch (choose(5)) {
    case 0:
      return `<${chars.map((code) => hex(code, 2)).join(choose(2) === 0 ? '' : ' ')}>`;
    case 1:
      return `(${chars.map((code) => `\\${code.toString(8).padStart(3, '0')}`).join('')})`;
    case 2:
      return `<FEFF${chars.map((code) => hex(code, 4).toUpperCase()).join('\n')}>`;
    case 3:
      // A line break that is no part of the string.
      return token.length > 4 && !token.includes('\\') ? `${token.slice(0, 3)}\\\n${token.slice(3)}` : token;
    default:
      return token;
  }
}

const plain = (escaped: string): string =>
  ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[escaped] ?? escaped;
