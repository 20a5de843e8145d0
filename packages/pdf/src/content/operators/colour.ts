import { type ColourSpace, DEVICE_CMYK, DEVICE_GRAY, DEVICE_RGB, namedSpace } from '../colour/spaces.ts';
import type { Interpreter } from '../interpreter.ts';
import { NAME } from '../operands.ts';
import type { Paint } from '../state.ts';
import type { Operator, Operators } from './operator.ts';

/** What a space costs, or a colour that it makes. */
const LOOKED_UP = 40;

/** Of 255, from which on all parts of a colour make one that is hardly seen on paper. */
const LIGHT = 0xc0;

type Use = 'fill' | 'stroke';

const device = (use: Use, space: ColourSpace): Operator => ({
  numbers: space.components,
  run: (it, from) => {
    const shown = defaultSpace(it, space) ?? space;
    it.spend(shown.work ?? 0);
    set(it, use, painted(shown, components(it, from)));
  },
});
const inSpace = (use: Use): Operator => ({ numbers: 0, run: (it, end) => setSpace(it, use, end) });
const colour = (use: Use): Operator => ({ numbers: 0, run: (it, end) => setColour(it, use, end) });

/** Colour (ISO 32000-2 §8.6.8). */
export const COLOUR: Operators = {
  g: device('fill', DEVICE_GRAY),
  G: device('stroke', DEVICE_GRAY),
  rg: device('fill', DEVICE_RGB),
  RG: device('stroke', DEVICE_RGB),
  k: device('fill', DEVICE_CMYK),
  K: device('stroke', DEVICE_CMYK),
  cs: inSpace('fill'),
  CS: inSpace('stroke'),
  sc: colour('fill'),
  scn: colour('fill'),
  SC: colour('stroke'),
  SCN: colour('stroke'),
};

function painted(space: ColourSpace, values: readonly number[]): Paint {
  const isDoubtful = space.isDoubtful?.(values) === true;
  return { space, colour: space.rgb(values), none: space.none === true, pattern: undefined, isDoubtful };
}

/** What has no colours of its own keeps those around it (§8.7.3.3, §9.6.4); some readers take a light one all the same, and it is not seen. */
function set(it: Interpreter, use: Use, paint: Paint): void {
  if (!it.uncoloured) it.state[use] = paint;
  else if (isLight(paint.colour)) it.ambiguous(it.tokens.start);
}

const isLight = (colour: number | undefined): boolean =>
  colour !== undefined && [16, 8, 0].every((shift) => ((colour >> shift) & 255) >= LIGHT);

function components({ operands }: Interpreter, from: number): number[] {
  const values: number[] = [];
  for (let at = from; at < operands.count; at++) values.push(operands.at(at));
  return values;
}

const DEFAULTS: ReadonlyMap<ColourSpace, string> = new Map([
  [DEVICE_GRAY, 'DefaultGray'],
  [DEVICE_RGB, 'DefaultRGB'],
  [DEVICE_CMYK, 'DefaultCMYK'],
]);

/** What the resources have in place of a device's space (§8.6.5.6). */
function defaultSpace(it: Interpreter, space: ColourSpace): ColourSpace | undefined {
  const name = DEFAULTS.get(space);
  const found = name === undefined ? undefined : resourceSpace(it, name);
  return found?.components === space.components && found.pattern !== true ? found : undefined;
}

function setSpace(it: Interpreter, use: Use, end: number): void {
  it.spend(LOOKED_UP);
  const name = it.tokens.name(end - 1);
  const named = namedSpace(name);
  const space = named === undefined ? resourceSpace(it, name) : (defaultSpace(it, named) ?? named);
  if (space === undefined) return;
  it.spend(space.work ?? 0);
  set(it, use, painted(space, space.initial));
}

function resourceSpace(it: Interpreter, name: string): ColourSpace | undefined {
  const value = it.attempt(undefined, () => it.resource('ColorSpace', name));
  return value === undefined ? undefined : it.attempt(value, () => it.shared.space(value));
}

function setColour(it: Interpreter, use: Use, end: number): void {
  const { operands } = it;
  const { space } = it.state[use];
  it.spend(LOOKED_UP + (space.work ?? 0));
  if (operands.kind[end - 1] === NAME) {
    const pattern = it.resource('Pattern', it.tokens.name(end - 1));
    const parts = Array.from({ length: Math.min(space.components, end - 1) }, (_, at) =>
      operands.at(end - 1 - space.components + at),
    );
    // Of a pattern without colours of its own. One that is missing is passed over.
    const own = space.components > 0 ? painted(space, parts) : undefined;
    const { colour, isDoubtful = false } = own ?? {};
    set(it, use, { space, colour, none: pattern === undefined, pattern, isDoubtful });
    return;
  }
  const from = operands.numbers(Math.min(space.components, end));
  if (isDoubtful(it, space.components, end)) it.ambiguous(it.tokens.start);
  if (from >= 0) set(it, use, painted(space, components(it, from)));
}

/** Whether more numbers stand before an operator than it takes, and the first ones are another colour than the last. */
function isDoubtful({ operands }: Interpreter, taken: number, end: number): boolean {
  for (let at = 0; taken < end && at < taken; at++)
    if (operands.at(at) !== operands.at(end - taken + at)) return true;
  return false;
}
