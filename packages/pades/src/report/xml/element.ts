/** A piece of XML, escaped. */
export interface Xml {
  readonly xml: string;
}

type Child = Xml | string | undefined | readonly Child[];

/** Characters that XML 1.0 §2.2 does not allow, and lone surrogates. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Text as XML says it; what XML has no place for becomes U+FFFD. */
const escaped = (text: string): string =>
  text.replace(forbidden, '\ufffd').replace(/[&<>"\r]/g, (character) => escapes[character] ?? character);

function write(child: Child): string {
  if (child === undefined) return '';
  if (typeof child === 'string') return escaped(child);
  if ('xml' in child) return child.xml;
  return child.map(write).join('');
}

/** An element with its attributes; undefined children are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: Child[]
): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return { xml: `<${name}${written.join('')}>${write(children)}</${name}>` };
}

/** An element that holds text or elements only. */
export const holding = (name: string, ...children: Child[]): Xml => element(name, {}, ...children);

const alphabet = Uint8Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  (letter) => letter.codePointAt(0) ?? 0,
);
/** Characters that are made a string together: as many as arguments may be. */
const portion = 8192;

/** RFC 4648 §4. */
export function base64(bytes: Uint8Array): string {
  const codes = new Uint8Array(4 * Math.ceil(bytes.length / 3));
  for (let from = 0, to = 0; from < bytes.length; from += 3) {
    const bits = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    for (let shift = 18; shift >= 0; shift -= 6) codes[to++] = alphabet[(bits >> shift) & 63] ?? 0;
  }
  codes.fill(0x3d, codes.length - ((3 - (bytes.length % 3)) % 3));
  const portions: string[] = [];
  for (let at = 0; at < codes.length; at += portion) {
    portions.push(String.fromCharCode(...codes.subarray(at, at + portion)));
  }
  return portions.join('');
}

/** xs:dateTime in UTC. */
export const dateTime = (epochMs: number): string => new Date(epochMs).toISOString();
