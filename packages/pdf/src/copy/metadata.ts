import { ascii } from '../syntax/bytes.ts';
import { textString } from '../syntax/strings.ts';
import type { Copying } from './copying.ts';
import { rawStream } from './stream.ts';
import { dictText } from './written.ts';

const LONGEST = 500;
/** BCP 47, as far as it is written: `el`, `en-GB`. */
const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;

/** What a document says of itself and keeps. */
interface Said {
  title: string | undefined;
  author: string | undefined;
  language: string | undefined;
}

/** Title and author of the information dictionary, and the language of the catalog, where they are plain texts. */
export function metadataOf(copy: Copying): Said {
  const { pdf } = copy;
  const info = copy.attempt(() => pdf.dict(pdf.trailer.entries.get('Info')));
  const text = (key: string): string | undefined => {
    const value = copy.attempt(() => pdf.text(info?.entries.get(key), LONGEST));
    const plain = value?.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
    return plain === undefined || plain === '' ? undefined : plain.slice(0, LONGEST);
  };
  const language = copy.attempt(() => pdf.text(pdf.catalog.entries.get('Lang'), LONGEST));
  return {
    title: text('Title'),
    author: text('Author'),
    language: language !== undefined && LANGUAGE.test(language) ? language : undefined,
  };
}

export const infoText = ({ title, author }: Said): string =>
  dictText([
    ['Title', title === undefined ? undefined : textString(title)],
    ['Author', author === undefined ? undefined : textString(author)],
  ]);

/** XML in ASCII: every other character by its number. */
const said = (text: string): string =>
  text.replace(/[^\x20-\x7e]|[<>&"']/gu, (character) => `&#${character.codePointAt(0)};`);

/** The XMP packet (ISO 16684-1) that says the same. */
export function metadataStream({ title, author, language }: Said): Uint8Array {
  const lines = [
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    title === undefined
      ? ''
      : `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${said(title)}</rdf:li></rdf:Alt></dc:title>`,
    author === undefined
      ? ''
      : `<dc:creator><rdf:Seq><rdf:li>${said(author)}</rdf:li></rdf:Seq></dc:creator>`,
    language === undefined
      ? ''
      : `<dc:language><rdf:Bag><rdf:li>${said(language)}</rdf:li></rdf:Bag></dc:language>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ];
  const entries = [
    ['Type', '/Metadata'],
    ['Subtype', '/XML'],
  ] as const;
  // Metadata stay in the clear, so that tools that know no PDF find them (§14.3.2).
  return rawStream(entries, ascii(lines.filter((line) => line !== '').join('\n')));
}
