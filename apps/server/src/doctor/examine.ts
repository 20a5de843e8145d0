import {
  type Config,
  ConfigError,
  configOf,
  type Environment,
  missingSettings,
  readSettings,
} from '../config.ts';
import { mask, openLog } from '../logging.ts';
import { openWays } from '../outbound.ts';
import type { Engine } from '../sandbox/engine.ts';
import { checks } from './checks.ts';
import { type Check, type Finding, type Place, problem, type Said, Unknowable } from './face.ts';
import { openPlace } from './place.ts';

const checkMs = 60_000;

export interface Options {
  /** For one check; the others go on meanwhile. */
  patienceMs?: number;
  /** Epoch milliseconds; the machine's clock when left out. */
  now?: () => number;
}

/**
 * Looks at everything that a server needs, and tells it in the order of the checks. All are made, whatever fails; each
 * is bounded in time.
 */
export async function* examine(
  environment: Environment,
  engine: Engine,
  { patienceMs = checkMs, now = Date.now }: Options = {},
): AsyncGenerator<Finding> {
  const read = settingsOf(environment);
  yield* named('settings', read.said);
  if (read.config === undefined) return;
  const ways = openWays(read.config);
  const { place, close } = openPlace(read.config, { engine, ways, log: openLog('silent'), now });
  try {
    const looking = checks.map((check) => inTime(check, place, patienceMs));
    for (const findings of looking) yield* await findings;
  } finally {
    await close();
    await ways.configured.close();
  }
}

function settingsOf(environment: Environment): { said: Said[]; config?: Config } {
  const act =
    'Set it in the environment of the service; docs/CONFIGURATION.md lists what each setting may be.';
  try {
    const settings = readSettings(environment);
    const missing = missingSettings(settings).map((sentence) => problem(sentence, act));
    const all = `all ${Object.keys(settings).length} settings can be read`;
    return {
      said: missing.length > 0 ? missing : [{ state: 'ok', found: all }],
      config: configOf(settings, false),
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { said: [problem(error.message, `${act} The rest was not looked at.`)] };
  }
}

const named = (check: string, all: readonly Said[]): Finding[] =>
  all.map(({ state, found, act }) => ({
    check,
    state,
    found: mask(found),
    ...(act === undefined ? {} : { act: mask(act) }),
  }));

async function inTime(check: Check, place: Place, ms: number): Promise<Finding[]> {
  const late = Promise.withResolvers<Said[]>();
  const said = problem(
    `no answer within ${Math.round(ms / 1000)} s`,
    'What it asks hangs, or is very slow: look there.',
  );
  const timer = setTimeout(() => late.resolve([said]), ms);
  try {
    return named(check.name, await Promise.race([looked(check, place), late.promise]));
  } finally {
    clearTimeout(timer);
  }
}

async function looked(check: Check, place: Place): Promise<Said[]> {
  try {
    return await check.look(place);
  } catch (error) {
    if (error instanceof Unknowable) {
      return [problem(`not looked at: ${error.message}`, 'Mend that first, then run doctor again.')];
    }
    const message = error instanceof Error ? error.message : String(error);
    return [problem(message, 'Read the sentence; the log of the service may say more.')];
  }
}
