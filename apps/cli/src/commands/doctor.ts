import { examine } from '@websign/server/doctor/examine';
import type { Finding, State } from '@websign/server/doctor/face';
import { none, readArguments } from '../arguments.ts';
import { withEngine } from '../engine.ts';
import { printable } from '../printable.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** All is well; there are warnings; there are problems. */
const CODES: Readonly<Record<State, number>> = { ok: 0, warning: 1, problem: 2 };

/** Looks at everything that a server needs, and says what to do. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  return withEngine(
    async (engine) => {
      let worst = 0;
      for await (const finding of examine(process.env, engine)) {
        worst = Math.max(worst, CODES[finding.state]);
        process.stdout.write(`${values.json ? JSON.stringify(finding) : told(finding)}\n`);
      }
      return worst;
    },
    { children: 2 },
  );
}

function told({ check, state, found, act }: Finding): string {
  const line = `${state.padEnd(8)} ${check}: ${printable(found)}`;
  return act === undefined ? line : `${line}\n         → ${printable(act)}`;
}
