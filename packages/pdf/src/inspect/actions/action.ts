import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { EXCERPT, type FindingKind } from '../finding.ts';
import { addressKind, origin, targets } from './address.ts';
import type { Met, Rule } from './met.ts';
import { excerpt, nameOf, script } from './text.ts';

/** Action types (ISO 32000-2 Table 201, and those of earlier editions) that act on more than the view. */
const ACTIONS: ReadonlyMap<string, FindingKind | undefined> = new Map<string, FindingKind | undefined>([
  ['JavaScript', 'javascript'],
  ['Launch', 'launch'],
  ['SubmitForm', 'submit_form'],
  ['ImportData', 'import_data'],
  ['ResetForm', 'reset_form'],
  ['GoToR', 'remote_goto'],
  ['GoToE', 'embedded_goto'],
  ['SetOCGState', 'layer_action'],
  ['Hide', 'hide_action'],
  ['Sound', 'media'],
  ['Movie', 'media'],
  ['Rendition', 'media'],
  ['GoTo3DView', 'media'],
  ['RichMediaExecute', 'rich_media'],
  // what changes only how pages follow each other or how an annotation looks; obsolete ones
  ['Trans', 'named_action'],
  ['SetState', 'named_action'],
  ['NOP', 'named_action'],
  // what moves within the document, and what is looked at by its own keys
  ['GoTo', undefined],
  ['GoToDp', undefined],
  ['URI', undefined],
  ['Thread', undefined],
  ['Named', undefined],
]);
/** Named actions that only turn pages or zoom; Table 215 and what viewers add. */
const TURNS = new Set(
  'NextPage PrevPage FirstPage LastPage GoBack GoForward GoToPage FitPage FitWidth FitHeight FitVisible ActualSize ZoomTo'.split(
    ' ',
  ),
);
/** Actions that call an address or open another file, by themselves where something else than a click runs them. */
const CALLS = new Set(['URI', 'GoToR', 'GoToE', 'Thread', 'SubmitForm', 'ImportData']);
/** Entries of a layer action that an excerpt shows. */
const SHOWN_STATES = 20;
/** Keys that a structure element lacks and an action that does something has. */
const ACTION_KEYS = [
  'JS',
  'F',
  'URI',
  'Win',
  'Mac',
  'Unix',
  'D',
  'N',
  'State',
  'Sound',
  'CMD',
  'Fields',
  'Next',
];

/** /S: the type of an action. */
export const actionType: Rule = (met, value) => {
  const { pdf, dict, report, trigger } = met;
  const type = nameOf(pdf, value);
  if (type === undefined || isStructure(met)) return;
  const known = ACTIONS.has(type);
  const isAction = known || trigger !== undefined || nameOf(pdf, dict.entries.get('Type')) === 'Action';
  if (!isAction) return;
  for (const key of ['F', 'Win']) {
    const target = dict.entries.get(key);
    if (target?.type === 'ref') met.gathered.target(target.number);
  }
  const [target] = targets(pdf, dict);
  const kind = ACTIONS.get(type);
  if (kind === 'javascript') report(kind, script(pdf, dict.entries.get('JS')));
  else if (kind === 'layer_action') report(kind, layerStates(pdf, dict));
  else if (!known || kind === 'named_action') report('named_action', type);
  else if (kind !== undefined) report(kind, target);
  if (type === 'Named') named(met);
  // A thread of this document is a way of reading it; one of another file opens that.
  if (type === 'Thread' && target !== undefined) report('remote_goto', target);
  if (target !== undefined && kind !== 'javascript' && addressKind(target) === 'code')
    report('uri_script', target);
  if (trigger !== 'automatic' || !CALLS.has(type)) return;
  const address = type === 'URI' ? excerpt(pdf, dict.entries.get('URI')) : target;
  if (address !== undefined) report('automatic_link', address);
};

function named({ pdf, dict, report }: Met): void {
  const name = nameOf(pdf, dict.entries.get('N'));
  if (name !== undefined && !TURNS.has(name)) report('named_action', name);
}

/** What an action does to which layers: `OFF Draft, ON Final`. */
function layerStates(pdf: Pdf, { entries }: PdfDict): string | undefined {
  const items = readable(() => pdf.array(entries.get('State'))?.items) ?? [];
  let state = '';
  const texts: string[] = [];
  for (const item of items.slice(0, SHOWN_STATES)) {
    const group = readable(() => pdf.dict(item));
    if (group === undefined) state = nameOf(pdf, item) ?? state;
    else texts.push(`${state} ${excerpt(pdf, group.entries.get('Name')) ?? ''}`.trim());
  }
  return texts.length === 0 ? undefined : texts.join(', ').slice(0, EXCERPT);
}

/**
 * A structure element (§14.7.2) has /S, too: the name of a role that its author may choose. It is no action as
 * long as it has none of the keys by which one acts, and nothing runs it.
 */
function isStructure({ pdf, dict, trigger }: Met): boolean {
  const { entries } = dict;
  if (trigger !== undefined || ACTION_KEYS.some((key) => entries.has(key))) return false;
  return (
    nameOf(pdf, entries.get('Type')) === 'StructElem' ||
    (entries.has('P') && (entries.has('K') || entries.has('Pg')))
  );
}

/**
 * /JS: code. A viewer runs it where it meets an action, and some don't ask for that action's type; so a string or
 * stream under this key is code wherever it stands, whatever /Type its dictionary claims. What can be no script is
 * a resource of that name, and what a program keeps for itself inside an object that others cannot refer to.
 */
export const javascript: Rule = (met, value) => {
  const { pdf, dict, report } = met;
  const type = nameOf(pdf, dict.entries.get('S'));
  if (type === 'JavaScript' || (met.isPrivate && type !== 'Rendition')) return;
  if (type === 'Rendition' || !isResource(pdf, value)) report('javascript', script(pdf, value));
};

function isResource(pdf: Pdf, value: PdfValue): boolean {
  const resolved = readable(() => pdf.resolve(value));
  if (resolved === undefined) return value.type !== 'ref';
  if (resolved.type === 'stream') {
    const subtype = nameOf(pdf, resolved.dict.entries.get('Subtype'));
    return subtype === 'Form' || subtype === 'Image' || resolved.dict.entries.has('PatternType');
  }
  return resolved.type !== 'string' && resolved.type !== 'array';
}

/** /URI: an address, of an action or as the base of all relative ones (§12.6.4.8). */
export const uri: Rule = (met, value) => {
  const { pdf, report, gathered } = met;
  const base = readable(() => pdf.dict(value))?.entries.get('Base');
  const address = excerpt(pdf, base ?? value);
  if (address === undefined) return;
  const kind = addressKind(address);
  if (kind === 'code') report('uri_script', address);
  else if (kind === 'file') report('uri_file', address);
  else if (base === undefined && !met.again) gathered.link(origin(address), met.finding('web_link'));
};

/** Whether a dictionary is an action; what stands inside one is a part of what it says. */
export function isAction(pdf: Pdf, dict: PdfDict): boolean {
  const type = nameOf(pdf, dict.entries.get('S'));
  return type !== undefined && ACTIONS.has(type);
}
