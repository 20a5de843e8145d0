import type { Precinct, TileComponent } from './geometry.ts';
import type { Parameters, Progression, Style } from './parameters.ts';
import { unread } from './unread.ts';

/** The most steps of all progressions of a tile, with those that lead to no packet. */
const MOST_STEPS = 2 ** 22;

export interface Packet {
  precinct: Precinct;
  style: Style;
  layer: number;
}

/** A precinct with what its place in a progression depends on. */
interface Placed {
  precinct: Precinct;
  style: Style;
  component: number;
  resolution: number;
  index: number;
}

type Key = (placed: Placed) => readonly number[];

/** Sort keys of LRCP, RLCP, RPCL, PCRL and CPRL (ITU-T T.800 §B.12.1), without layers: those are outermost in LRCP, second in RLCP and innermost in the others. */
const KEYS: readonly Key[] = [
  ({ resolution, component, index }) => [resolution, component, index],
  ({ resolution, component, index }) => [resolution, component, index],
  ({ precinct: { x, y }, resolution, component, index }) => [resolution, y, x, component, index],
  ({ precinct: { x, y }, resolution, component, index }) => [y, x, component, resolution, index],
  ({ precinct: { x, y }, resolution, component, index }) => [component, y, x, resolution, index],
];

/** The packets of a tile in the order of its progressions, each once. */
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

/** The groups whose packets come layer by layer: all together (LRCP), or each resolution level by itself (RLCP). */
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
