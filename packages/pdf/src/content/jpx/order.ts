import type { Precinct, TileComponent } from './geometry.ts';
import type { Parameters, Progression, Style } from './parameters.ts';
import { unread } from './unread.ts';

/** Steps of all progressions of a tile, those included that lead to no packet. */
const MOST_STEPS = 2 ** 22;

export interface Packet {
  precinct: Precinct;
  style: Style;
  layer: number;
}

/** A precinct, and what orders are made of. */
interface Placed {
  precinct: Precinct;
  style: Style;
  component: number;
  resolution: number;
  index: number;
}

type Key = (placed: Placed) => readonly number[];

/** ITU-T T.800 §B.12.1: layers come first or second in the first two orders, and last in the others. */
const KEYS: readonly Key[] = [
  ({ resolution, component, index }) => [resolution, component, index],
  ({ resolution, component, index }) => [resolution, component, index],
  ({ precinct: { x, y }, resolution, component, index }) => [resolution, y, x, component, index],
  ({ precinct: { x, y }, resolution, component, index }) => [y, x, component, resolution, index],
  ({ precinct: { x, y }, resolution, component, index }) => [component, y, x, resolution, index],
];

/** The packets of a tile as they follow each other, each once. */
export function* packetsInOrder(
  components: readonly TileComponent[],
  parameters: Parameters,
  spend: (steps: number) => void,
): Generator<Packet> {
  const all = components.flatMap(({ resolutions, style }, component) =>
    resolutions.flatMap(({ precincts }, resolution) =>
      precincts.map((precinct, index): Placed => ({ precinct, style, component, resolution, index })),
    ),
  );
  const { layers } = parameters.codingOf();
  let steps = 0;
  const count = (more: number): void => {
    steps += more;
    if (steps > MOST_STEPS) throw unread('too many packets');
    spend(more);
  };
  for (const progression of parameters.progressionsOf(components.length)) {
    count(all.length);
    const placed = inOrder(all, progression);
    const last = Math.min(progression.layers, layers);
    for (const group of groupsOf(placed, progression.order)) {
      if (progression.order <= 1) yield* byLayers(group, last, count);
      else yield* byPrecincts(group, last, count);
    }
  }
}

function inOrder(all: readonly Placed[], { order, resolutions, components }: Progression): Placed[] {
  const key = KEYS[order];
  if (key === undefined) throw unread('a progression');
  return all
    .filter(
      ({ resolution, component }) =>
        resolution >= resolutions[0] &&
        resolution < resolutions[1] &&
        component >= components[0] &&
        component < components[1],
    )
    .map((placed) => ({ placed, key: key(placed) }))
    .sort((one, other) => compare(one.key, other.key))
    .map(({ placed }) => placed);
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < one.length; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What is gone through layer by layer: all, or each resolution by itself. */
function groupsOf(placed: readonly Placed[], order: number): (readonly Placed[])[] {
  if (order !== 1) return [placed];
  const groups = new Map<number, Placed[]>();
  for (const each of placed) {
    const group = groups.get(each.resolution) ?? [];
    group.push(each);
    groups.set(each.resolution, group);
  }
  return [...groups.values()];
}

function* byLayers(
  group: readonly Placed[],
  last: number,
  count: (steps: number) => void,
): Generator<Packet> {
  for (let layer = 0; layer < last; layer++) {
    count(group.length);
    for (const { precinct, style } of group) if (precinct.layer === layer) yield next(precinct, style);
  }
}

function* byPrecincts(
  group: readonly Placed[],
  last: number,
  count: (steps: number) => void,
): Generator<Packet> {
  for (const { precinct, style } of group)
    while (precinct.layer < last) {
      count(1);
      yield next(precinct, style);
    }
}

const next = (precinct: Precinct, style: Style): Packet => ({ precinct, style, layer: precinct.layer++ });
