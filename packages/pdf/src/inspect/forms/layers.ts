import { EVENTS, type Layers } from '../../content/layers.ts';
import { sharedOf } from '../../content/shared.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfRef, PdfValue } from '../../syntax/values.ts';
import { EXCERPT, type Finding, type FindingKind } from '../finding.ts';
import type { Inspector } from '../inspector.ts';
import { type Place, reached } from '../places.ts';

/** Nesting of the list of layers that viewers offer, and of visibility expressions. */
const DEPTH = 32;
/** Groups of a membership dictionary whose names are told. */
const NAMED = 5;
/** Layers that are always seen are listed up to this number: information must not cut off the list of what matters. */
const MOST_SEEN = 50;

/**
 * Optional content that the pages use (ISO 32000-2 §8.11): what of it is hidden, what is shown on conditions, what a
 * person can switch, and what is always seen. A group that nothing of the pages uses hides nothing.
 */
export const inspectLayers: Inspector = ({ pdf, pages }, report) => {
  // What cannot be read is a finding of its own.
  const properties = readable(() => pdf.dict(pdf.catalog.entries.get('OCProperties')));
  const groups = properties === undefined ? undefined : readable(() => new Groups(pdf, properties));
  if (groups === undefined) return;
  let seen = 0;
  for (const { object, value, place } of reached(pdf, pages)) {
    if (value.type !== 'dict') continue;
    const finding = readable(() => groups.finding(object, value, place));
    if (finding !== undefined && (finding.kind !== 'visible_layer' || ++seen < MOST_SEEN)) report(finding);
  }
  if (seen >= MOST_SEEN) report({ kind: 'visible_layer', excerpt: `… (${seen - MOST_SEEN + 1})` });
};

/** The groups of a document, as its configurations show them. */
class Groups {
  readonly #pdf: Pdf;
  readonly #listed: ReadonlySet<number>;
  readonly #layers: Layers;
  /** Those that viewers offer to switch. */
  readonly #offered: ReadonlySet<number>;
  readonly #locked: ReadonlySet<number>;
  /** Those that the default configuration leaves as they happen to be. */
  readonly #unchanged: (object: number) => boolean;
  /** Hidden by another configuration (/Configs) than the default one. */
  readonly #otherwise = new Set<number>();

  constructor(pdf: Pdf, properties: PdfDict) {
    this.#pdf = pdf;
    this.#layers = sharedOf(pdf).layers;
    this.#listed = groupsOf(pdf, properties.entries.get('OCGs'));
    const standard = configuration(pdf, properties.entries.get('D'));
    this.#offered = standard.offered;
    this.#locked = standard.locked;
    this.#unchanged = (object) =>
      standard.base === 'Unchanged' && !standard.on.has(object) && !standard.off.has(object);
    for (const item of pdf.array(properties.entries.get('Configs'))?.items ?? []) {
      const { base, on, off } = configuration(pdf, item);
      for (const object of off) this.#otherwise.add(object);
      if (base !== 'OFF') continue;
      pdf.spend(this.#listed.size);
      for (const object of this.#listed) if (!on.has(object)) this.#otherwise.add(object);
    }
  }

  /** What a dictionary that the pages reach tells, where it is a group or a membership dictionary. */
  finding(object: number | undefined, dict: PdfDict, { page }: Place): Finding | undefined {
    const { entries } = dict;
    const type = this.#pdf.name(entries.get('Type'));
    const isListed = object !== undefined && this.#listed.has(object);
    if (!isListed && type !== 'OCG' && (type === 'OCMD' || entries.has('VE') || entries.has('OCGs')))
      return this.#membership(object, dict, page);
    if (object === undefined || !(isListed || (type === 'OCG' && entries.has('Name')))) return undefined;
    const name = this.#pdf.text(entries.get('Name'), EXCERPT)?.slice(0, EXCERPT);
    return finding(this.#kind(object, dict), object, page, name);
  }

  /** A membership dictionary that hides what it marks although none of its groups is hidden. */
  #membership(object: number | undefined, dict: PdfDict, page: number | undefined): Finding | undefined {
    const state = this.#layers.state(dict);
    if (state === 'on') return undefined;
    const members = [
      ...groupsOf(this.#pdf, dict.entries.get('OCGs')),
      ...groupsOf(this.#pdf, dict.entries.get('VE')),
    ];
    if (members.some((member) => this.#state(member) === state)) return undefined;
    const names = members
      .slice(0, NAMED)
      .map((member) => this.#pdf.dict(this.#pdf.object(member)?.value)?.entries.get('Name'))
      .map((name) => this.#pdf.text(name, EXCERPT) ?? '');
    const kind = state === 'off' ? 'hidden_layer' : 'conditional_layer';
    return finding(kind, object, page, names.join(', ').slice(0, EXCERPT));
  }

  #kind(object: number, group: PdfDict): FindingKind {
    const state = this.#state(object);
    // §8.11.2.1: a group that is not meant for viewing is not switched by it; not every viewer asks.
    if (state === 'off') return this.#isForViewing(group) ? 'hidden_layer' : 'conditional_layer';
    if (state === 'conditional' || this.#unchanged(object) || this.#wishesOff(group))
      return 'conditional_layer';
    if (this.#otherwise.has(object)) return 'switchable_layer';
    const isOffered = this.#offered.has(object) && !this.#locked.has(object);
    return isOffered ? 'switchable_layer' : 'visible_layer';
  }

  /** Whether its /Usage hides it from the screen, the printer or an export: some viewers follow it without /AS. */
  #wishesOff(group: PdfDict): boolean {
    const usage = this.#pdf.dict(group.entries.get('Usage'));
    return EVENTS.some((event) => {
      const state = this.#pdf.dict(usage?.entries.get(event))?.entries.get(`${event}State`);
      return this.#pdf.name(state) === 'OFF';
    });
  }

  #isForViewing(group: PdfDict): boolean {
    const value = group.entries.get('Intent');
    if (value === undefined) return true;
    const intents = this.#pdf.array(value)?.items ?? [value];
    return intents.some((intent) => ['View', 'All'].includes(this.#pdf.name(intent) ?? ''));
  }

  #state(object: number): ReturnType<Layers['state']> {
    const definition = this.#pdf.object(object);
    if (definition === undefined) return 'on';
    const { generation, value } = definition;
    const { source, start } = value;
    const ref: PdfRef = { type: 'ref', number: object, generation, source, start, end: start };
    return this.#layers.state(ref);
  }
}

function finding(
  kind: FindingKind,
  object: number | undefined,
  page: number | undefined,
  name: string | undefined,
): Finding {
  return {
    kind,
    ...(object === undefined ? {} : { object }),
    ...(page === undefined ? {} : { page }),
    ...(name === undefined ? {} : { excerpt: name }),
  };
}

/** A configuration dictionary (§8.11.4.3). */
function configuration(pdf: Pdf, value: PdfValue | undefined) {
  const entries = pdf.dict(value)?.entries;
  return {
    base: pdf.name(entries?.get('BaseState')) ?? 'ON',
    on: groupsOf(pdf, entries?.get('ON')),
    off: groupsOf(pdf, entries?.get('OFF')),
    offered: groupsOf(pdf, entries?.get('Order')),
    locked: groupsOf(pdf, entries?.get('Locked')),
  };
}

/** The objects that an array names, however deep: a list of groups, an order with its headings, an expression. */
function groupsOf(pdf: Pdf, value: PdfValue | undefined): Set<number> {
  const found = new Set<number>();
  const open: [PdfValue, number][] = value === undefined ? [] : [[value, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, depth] = next;
    const items = depth > DEPTH ? undefined : pdf.array(at)?.items;
    if (items !== undefined) for (const item of items) open.push([item, depth + 1]);
    else if (at.type === 'ref') found.add(at.number);
  }
  return found;
}
