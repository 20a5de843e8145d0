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

/**
 * What metadata say of the document, in no order: it may be written as elements or as attributes. Undefined where they
 * are no plain XML.
 */
export function saidBy(text: string): string[] | undefined {
  const values: string[] = [];
  let words = '';
  /** How many elements deep what is read stands in a note. */
  let noted = 0;
  const flush = (): void => {
    if (noted === 0) values.push(normal(words));
    words = '';
  };
  const isRead = readXml(text, {
    open: (name, attributes) => {
      flush();
      if (noted > 0 || isNoted(name)) noted++;
      if (noted > 0) return;
      for (const [key, value] of attributes) if (!isNoted(key) && !isSyntax(key)) values.push(normal(value));
    },
    text: (part) => {
      words += part;
    },
    close: () => {
      flush();
      if (noted > 0) noted--;
    },
  });
  return isRead ? values.filter((value) => value !== '').sort() : undefined;
}

/** Words without what sets them apart. */
export const normal = (words: string): string => words.replaceAll(/\s+/g, ' ').trim();
