import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream, PdfValue } from '../../syntax/values.ts';
import { EXCERPT } from '../finding.ts';
import { entities, xmlText } from './markup.ts';
import type { Rule } from './met.ts';
import { decoded, nameOf } from './text.ts';

/** Bytes of metadata, or of a form's packet, that are read. */
const XML_BYTES = 8 * 1024 * 1024;

/** Metadata and other streams of XML: entities fetch or repeat what is not there (CVE-2016-2175, CVE-2017-9096). */
export const metadata: Rule = ({ pdf, stream, report }, value) => {
  if (stream === undefined || nameOf(pdf, value) !== 'Metadata') return;
  const found = entities(xmlOf(pdf, stream) ?? '');
  if (found !== undefined) report('xml_entity', found);
};

/** What /Metadata names is read as XML, whatever it says of itself (§14.3.2). */
export const namedMetadata: Rule = ({ pdf, report }, value) => {
  const stream = readable(() => pdf.resolve(value));
  if (stream?.type !== 'stream' || nameOf(pdf, stream.dict.entries.get('Type')) === 'Metadata') return;
  const found = entities(xmlOf(pdf, stream) ?? '');
  if (found !== undefined) report('xml_entity', found);
};

const CODE =
  /<(?:[\w-]+:)?(?:script|submit|execute|wsdlConnection|xmlConnection|xsdConnection)\b[^<>]*>([^<]*)|<\?xml-stylesheet[^<>]*\?>/i;

/**
 * /XFA: a second form that some viewers draw in the place of the fields (§12.7.8), with its scripts. The excerpt
 * is the first of them, or where data are sent.
 */
export const xfa: Rule = ({ pdf, gathered, report }, value) => {
  const resolved = readable(() => pdf.resolve(value));
  if (resolved?.type !== 'stream' && resolved?.type !== 'array') return;
  const streams = packetsOf(pdf, resolved);
  // Adobe's own packets are of /Type /EmbeddedFile.
  for (const stream of streams) gathered.attachments.claim(stream);
  const packets = streams.map((packet) => xmlOf(pdf, packet) ?? '');
  for (const found of packets.map(entities)) if (found !== undefined) report('xml_entity', found);
  const code = packets.map((packet) => CODE.exec(packet)).find((match) => match !== null);
  const body = code?.[1]?.trim() ?? '';
  report('xfa', code === undefined ? undefined : (body === '' ? code[0] : body).slice(0, EXCERPT));
};

function packetsOf(pdf: Pdf, value: PdfValue): PdfStream[] {
  if (value.type === 'stream') return [value];
  if (value.type !== 'array') return [];
  pdf.spend(value.items.length);
  const items = value.items.map((item) => readable(() => pdf.resolve(item)));
  return items.filter((item) => item?.type === 'stream');
}

function xmlOf(pdf: Pdf, stream: PdfStream): string | undefined {
  const bytes = decoded(pdf, stream, XML_BYTES);
  if (bytes === undefined) return undefined;
  pdf.spend(2 * bytes.length);
  return xmlText(bytes);
}
