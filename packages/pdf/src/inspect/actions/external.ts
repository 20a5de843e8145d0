import { readable } from '../../errors.ts';
import { fileNames } from './address.ts';
import type { Rule } from './met.ts';
import { nameOf } from './text.ts';

/** /F of a stream: its data stand in another file (§7.3.8.2). */
export const streamFile: Rule = ({ pdf, stream, report }, value) => {
  const type = readable(() => pdf.resolve(value))?.type;
  // Some writers abbreviate /Filter outside of content streams, too: a name is no file.
  if (stream !== undefined && (type === 'string' || type === 'dict' || type === 'stream'))
    report('external_stream', fileNames(pdf, value)[0]);
};

/** /Ref of a form: a page of another file is shown in its place (§8.10.4). */
export const referenceXObject: Rule = ({ pdf, dict, report }, value) => {
  const file = readable(() => pdf.dict(value))?.entries.get('F');
  if (file !== undefined && nameOf(pdf, dict.entries.get('Subtype')) === 'Form')
    report('external_stream', fileNames(pdf, file)[0]);
};

/** /OPI: a print server puts another file in the place of this image (ISO 32000-1 §14.11.7). */
export const opi: Rule = ({ pdf, stream, report }, value) => {
  const versions = readable(() => pdf.dict(value))?.entries;
  if (stream === undefined || versions === undefined) return;
  for (const version of versions.values()) {
    const file = readable(() => pdf.dict(version))?.entries.get('F');
    if (file !== undefined) report('external_stream', fileNames(pdf, file)[0]);
  }
};

/** /FS /URL: a file specification that names an address of the network (§7.11.5); an action tells of its own. */
export const urlSpecification: Rule = (met, value) => {
  const { pdf, dict, gathered, isTarget, finding } = met;
  if (isTarget || nameOf(pdf, value) !== 'URL' || met.stream !== undefined) return;
  const [address] = fileNames(pdf, dict);
  if (address !== undefined) gathered.address(finding('external_stream', address));
};

/** /FS of a file attachment annotation without the file: a link to one of this machine (§12.5.6.15). */
export const attachedFile: Rule = ({ pdf, dict, report }, value) => {
  if (nameOf(pdf, dict.entries.get('Subtype')) !== 'FileAttachment') return;
  if (readable(() => pdf.dict(value))?.entries.has('EF')) return;
  const [name] = fileNames(pdf, value);
  if (name !== undefined) report('uri_file', name);
};

/** /Alternates: another image for printing (§8.9.5.4). */
export const alternates: Rule = ({ pdf, stream, report }, value) => {
  if (stream === undefined) return;
  for (const item of readable(() => pdf.array(value)?.items) ?? []) {
    const entries = readable(() => pdf.dict(item))?.entries;
    if (readable(() => pdf.boolean(entries?.get('DefaultForPrinting'))) === true)
      report('conditional_layer', '/Alternates');
  }
};

/** A PostScript XObject (ISO 32000-1 §8.8.2): nothing on the screen, whatever it likes on a PostScript printer. */
export const postScript: Rule = ({ pdf, stream, report }, value) => {
  if (stream !== undefined && nameOf(pdf, value) === 'PS') report('conditional_layer', '/PS');
};
