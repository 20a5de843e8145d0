import { readXml } from './xml.ts';

/** Properties in which writers note what they did (XMP part 2: xmp, xmpMM, pdf). */
const NOTED = new Set([
  ...['ModifyDate', 'MetadataDate', 'CreateDate', 'CreatorTool', 'Producer'],
  ...['InstanceID', 'DocumentID', 'VersionID', 'History', 'Trapped'],
]);
/** What says how the rest is written. */
const SYNTAX = new Set(['xmlns', 'xml:lang', 'rdf:about', 'rdf:parseType', 'x:xmptk']);

/** Whether a name with a prefix is such a property. */
const isNoted = (name: string): boolean => name.includes(':') && NOTED.has(name.slice(name.indexOf(':') + 1));

const isSyntax = (name: string): boolean => SYNTAX.has(name) || name.startsWith('xmlns:');

/** A value that metadata give, and what of. */
export interface Said {
  /** The property, with what its prefix stands for: writers take any; and the language of one of several texts. */
  of: string;
  words: string;
}

/** What says of a text which language it is in, but for the one that readers show by themselves. */
const LANGUAGE = 'xml:lang';
const SHOWN = 'x-default';
/** Arrays and items within a property (XMP part 1 §7.6 to §7.8), and what stands around all of them. */
const AROUND = /^(?:rdf|x):/;

/**
 * What metadata say of the document, in no order: it may be written as elements or as attributes. Undefined where they
 * are no plain XML.
 */
export function saidBy(text: string): Said[] | undefined {
  const values: Said[] = [];
  const spaces = new Spaces();
  /** What the elements that are open are of. */
  const open: string[] = [''];
  let words = '';
  /** How many elements deep what is read stands in a note. */
  let noted = 0;
  const named = (name: string): string => {
    const at = name.indexOf(':');
    const space = at < 0 ? undefined : spaces.get(name.slice(0, at));
    return space === undefined ? name : `${name.slice(at + 1)} ${space}`;
  };
  // An address may be the words of an element, or stand in it as an attribute.
  const ofAttribute = (key: string): string => (AROUND.test(key) ? (open.at(-1) ?? '') : named(key));
  const flush = (): void => {
    if (noted === 0) values.push({ of: open.at(-1) ?? '', words: normal(words) });
    words = '';
  };
  const isRead = readXml(text, {
    open: (name, attributes) => {
      flush();
      if (noted > 0 || isNoted(name)) noted++;
      spaces.open(attributes);
      const language = new Map(attributes).get(LANGUAGE) ?? SHOWN;
      const property = AROUND.test(name) ? (open.at(-1) ?? '') : named(name);
      open.push(language === SHOWN ? property : `${property} ${LANGUAGE} ${language}`);
      if (noted > 0) return;
      for (const [key, value] of attributes)
        if (!isNoted(key) && !isSyntax(key)) values.push({ of: ofAttribute(key), words: normal(value) });
    },
    text: (part) => {
      words += part;
    },
    close: () => {
      flush();
      open.pop();
      spaces.close();
      if (noted > 0) noted--;
    },
  });
  return isRead ? values.filter(({ words }) => words !== '') : undefined;
}

const PREFIX = 'xmlns:';

/** What prefixes stand for: in the element that says so, and in what it holds. */
class Spaces {
  readonly #of = new Map<string, string[]>();
  readonly #own: string[][] = [];

  open(attributes: Iterable<readonly [string, string]>): void {
    const own: string[] = [];
    for (const [key, value] of attributes) {
      if (!key.startsWith(PREFIX)) continue;
      const prefix = key.slice(PREFIX.length);
      const known = this.#of.get(prefix) ?? [];
      known.push(value);
      this.#of.set(prefix, known);
      own.push(prefix);
    }
    this.#own.push(own);
  }

  close(): void {
    for (const prefix of this.#own.pop() ?? []) this.#of.get(prefix)?.pop();
  }

  get(prefix: string): string | undefined {
    return this.#of.get(prefix)?.at(-1);
  }
}

/** Words without what sets them apart. */
export const normal = (words: string): string => words.replaceAll(/\s+/g, ' ').trim();
