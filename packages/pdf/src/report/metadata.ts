import type { ZonedTime } from '../sign/face.ts';
import { pdfaClaim, XMP_NAMESPACES, xmlText, xmpPacket } from '../write/xmp.ts';

/** What a file says of itself. */
export interface Description {
  /** Without control characters. */
  title: string;
  /** BCP 47, of the title. */
  language: string;
  /** BCP 47, of the text. */
  languages: readonly string[];
  producer: string;
  created: ZonedTime;
}

/** `2026-11-21T15:40:12+02:00`. */
function isoDate({ epochMs, offsetMinutes }: ZonedTime): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const local = new Date(epochMs + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const east = Math.abs(offsetMinutes);
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}

/** PDF/A-2 knows no `pdfuaid` of itself: a schema beyond its own has to be described (ISO 19005-2 §6.6.2.3). */
const PDFUA_SCHEMA = [
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">',
  '<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>',
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>',
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">',
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>',
  '<pdfaProperty:category>internal</pdfaProperty:category>',
  '<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>',
  '</rdf:li></rdf:Seq></pdfaSchema:property>',
  '</rdf:li></rdf:Bag></pdfaExtension:schemas>',
];

const NAMESPACES = {
  ...XMP_NAMESPACES,
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
};

/** The XMP packet of a file that is PDF/A-2a and PDF/UA-1. */
export function xmp({ title, language, languages, producer, created }: Description): string {
  const listed = [...new Set(languages)].map((one) => `<rdf:li>${xmlText(one)}</rdf:li>`).join('');
  return xmpPacket(NAMESPACES, [
    `${pdfaClaim('A')}<pdfuaid:part>1</pdfuaid:part>`,
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(title)}</rdf:li>`,
    `<rdf:li xml:lang="${xmlText(language)}">${xmlText(title)}</rdf:li></rdf:Alt></dc:title>`,
    `<dc:language><rdf:Bag>${listed}</rdf:Bag></dc:language>`,
    `<xmp:CreateDate>${isoDate(created)}</xmp:CreateDate><xmp:ModifyDate>${isoDate(created)}</xmp:ModifyDate>`,
    `<pdf:Producer>${xmlText(producer)}</pdf:Producer>`,
    ...PDFUA_SCHEMA,
  ]);
}
