import type { ZonedTime } from '../sign/face.ts';
import type { ReportText } from './face.ts';

/** XML in ASCII: every other character by its number. */
const said = (text: string): string =>
  text.replace(/[^\x20-\x7e]|[<>&"']/gu, (character) => `&#${character.codePointAt(0)};`);

/** `2026-11-21T15:40:12+02:00`. */
function isoDate({ epochMs, offsetMinutes }: ZonedTime): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const local = new Date(epochMs + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const east = Math.abs(offsetMinutes);
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}

/** The XMP packet (ISO 16684-1); `title` holds no control characters. */
export function xmp({ language, producer, created, sections }: ReportText, title: string): string {
  const languages = [...new Set(sections.map((section) => section.language))];
  return [
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">',
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${said(title)}</rdf:li>`,
    `<rdf:li xml:lang="${said(language)}">${said(title)}</rdf:li></rdf:Alt></dc:title>`,
    `<dc:language><rdf:Bag>${languages.map((one) => `<rdf:li>${said(one)}</rdf:li>`).join('')}</rdf:Bag></dc:language>`,
    `<xmp:CreateDate>${isoDate(created)}</xmp:CreateDate><xmp:ModifyDate>${isoDate(created)}</xmp:ModifyDate>`,
    `<pdf:Producer>${said(producer)}</pdf:Producer>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}
