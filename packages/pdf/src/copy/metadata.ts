import { textString } from '../syntax/strings.ts';
import { pdfaClaim, XMP_NAMESPACES, xmlText, xmpPacket } from '../write/xmp.ts';
import type { Copying } from './copying.ts';
import { dictText } from './written.ts';

const LONGEST = 500;
/** BCP 47, as far as it is written: `el`, `en-GB`. */
const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;

/** What a document says of itself and keeps. */
export interface Said {
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
    const plain = value?.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{NChar}]+/gu, ' ').trim();
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

/** The XMP packet (ISO 16684-1) that says the same; `isArchive`: and that the file is PDF/A-2u. */
export function metadataPacket({ title, author, language }: Said, isArchive: boolean): string {
  const { dc, pdfaid } = XMP_NAMESPACES;
  const lines = [
    isArchive ? pdfaClaim('U') : undefined,
    title === undefined
      ? undefined
      : `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(title)}</rdf:li></rdf:Alt></dc:title>`,
    author === undefined
      ? undefined
      : `<dc:creator><rdf:Seq><rdf:li>${xmlText(author)}</rdf:li></rdf:Seq></dc:creator>`,
    language === undefined
      ? undefined
      : `<dc:language><rdf:Bag><rdf:li>${xmlText(language)}</rdf:li></rdf:Bag></dc:language>`,
  ];
  return xmpPacket(
    { dc, ...(isArchive ? { pdfaid } : {}) },
    lines.filter((line) => line !== undefined),
  );
}
