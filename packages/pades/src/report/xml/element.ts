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

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'];
/** Two letters for each value of twelve bits: revocation lists have megabytes. */
const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second));

/** RFC 4648 §4. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += (pairs[bits >> 12] ?? '') + (pairs[bits & 0xfff] ?? '');
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - missing) + '='.repeat(missing);
}

/** xs:dateTime in UTC. */
export const dateTime = (epochMs: number): string => new Date(epochMs).toISOString();
