import { readable } from '../../errors.ts';
import { EXCERPT } from '../finding.ts';
import type { Rule } from './met.ts';
import { excerpt, nameOf, script } from './text.ts';

const ANNOTATIONS = new Set(['RichMedia', 'Movie', 'Sound', 'Screen', '3D']);
/** Content of rich media that is a program, not a film. */
const PROGRAMS = new Set(['Flash', 'HTML']);

/** /Subtype of an annotation or of a part of rich media (§13.7). */
export const mediaSubtype: Rule = ({ pdf, dict, report }, value) => {
  const subtype = nameOf(pdf, value) ?? '';
  const type = nameOf(pdf, dict.entries.get('Type'));
  if (PROGRAMS.has(subtype) && (type?.startsWith('RichMedia') || dict.entries.has('Instances')))
    report('rich_media', subtype);
  if (ANNOTATIONS.has(subtype) && (type === 'Annot' || dict.entries.has('Rect'))) report('media');
};

/** /Scripts of a rich media activation: scripts that run with it. */
export const activationScripts: Rule = ({ pdf, report }, value) => {
  const [first] = readable(() => pdf.array(value)?.items) ?? [];
  const spec = first === undefined ? undefined : readable(() => pdf.dict(first))?.entries;
  const name = spec?.get('UF') ?? spec?.get('F');
  if (name !== undefined) report('rich_media', excerpt(pdf, name));
};

/** /OnInstantiate of a 3D stream: JavaScript that runs when the artwork is shown (§13.6.3). */
export const onInstantiate: Rule = ({ pdf, report }, value) => {
  report('javascript', script(pdf, value));
};

/** /SWF of a portfolio's navigator: a program that shows the collection. */
export const navigator: Rule = ({ pdf, dict, report }, value) => {
  if (readable(() => pdf.resolve(value)) !== undefined)
    report('rich_media', excerpt(pdf, dict.entries.get('Name')));
};

/** /StartResource of a slide show (§13.5): programs that run in the document's place. */
export const slideShow: Rule = ({ pdf, dict, report }, value) => {
  if (dict.entries.has('Resources')) report('rich_media', excerpt(pdf, value));
};

/** /Collection of the catalog: readers show its attachments in the place of the pages (§12.3.5). */
export const portfolio: Rule = ({ pdf, dict, report }, value) => {
  const collection = readable(() => pdf.dict(value));
  if (collection === undefined || nameOf(pdf, dict.entries.get('Type')) !== 'Catalog') return;
  const first = collection.entries.get('D');
  const name = first === undefined ? undefined : excerpt(pdf, first);
  report('embedded_file', name === undefined ? '/Collection' : `/Collection ${name}`.slice(0, EXCERPT));
};
