import { ascii, concat } from '../syntax/bytes.ts';

/** Schemas that PDF/A-2 knows of itself (ISO 19005-2 §6.6.2.3), as far as files of ours use them. */
export const XMP_NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
};

/** XML in ASCII: every other character by its number. */
export const xmlText = (text: string): string =>
  text.replace(/[^\x20-\x7e]|[<>&"']/gu, (character) => `&#${character.codePointAt(0)};`);

/** Says that a file is PDF/A-2, at that level (ISO 19005-2 §6.6.4). */
export const pdfaClaim = (level: 'A' | 'U'): string =>
  `<pdfaid:part>2</pdfaid:part><pdfaid:conformance>${level}</pdfaid:conformance>`;

/** The XMP packet (ISO 16684-1) of those properties, whose prefixes are declared. */
export function xmpPacket(prefixes: Readonly<Record<string, string>>, properties: readonly string[]): string {
  const namespaces = Object.entries(prefixes).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return [
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about=""${namespaces.join('\n')}>`,
    ...properties,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}

/** Metadata stay in the clear, so that tools that know no PDF find them (ISO 32000-2 §14.3.2). */
export function metadataStream(packet: string): Uint8Array {
  const bytes = ascii(packet);
  const head = ascii(`<</Type/Metadata/Subtype/XML/Length ${bytes.length}>>\nstream\n`);
  return concat([head, bytes, ascii('\nendstream')]);
}
